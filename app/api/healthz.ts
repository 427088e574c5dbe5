/** The process answers. */
export function loader(): Response {
  return Response.json({ status: "ok" });
}
