import { companyNotFound } from "#platform/http/request/org.ts";

/** A path or a host that names no company. */
export function loader(): never {
  throw companyNotFound();
}

export function action(): never {
  throw companyNotFound();
}

export default function NotFound() {
  return null;
}
