/** Everything else below a portal. */
export function loader(): never {
  throw new Response(null, { status: 404, statusText: "Page not found" });
}

export function action(): never {
  throw new Response(null, { status: 404, statusText: "Page not found" });
}

export default function NotFound() {
  return null;
}
