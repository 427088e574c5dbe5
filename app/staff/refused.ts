import { data, type LoaderFunctionArgs } from "react-router";
import { refusedContext } from "#platform/context.ts";
import { notFound } from "#web/forms/form.ts";

/** What an address of files in the private area refused, between the area's header and footer. */
export function loader({ context }: LoaderFunctionArgs): never {
  const refused = context.get(refusedContext);
  if (refused === null) throw notFound();
  const { status, statusText } = refused;
  throw data(refused.data, { status, statusText });
}

export default function Refused() {
  return null;
}
