import { data, type LoaderFunctionArgs } from "react-router";
import { refusedContext } from "#platform/context.ts";
import { FileRefused, isFileRefused } from "#content/documents/portal/refused.tsx";
import { NotThere } from "./not-there.tsx";

/** Everything else below a portal, and what an address of files there refused. */
export function loader({ context }: LoaderFunctionArgs): never {
  const refused = context.get(refusedContext);
  if (refused === null) throw new Response(null, { status: 404, statusText: "Page not found" });
  const { status, statusText } = refused;
  throw data(refused.data, { status, statusText });
}

export function action(): never {
  throw new Response(null, { status: 404, statusText: "Page not found" });
}

export default function NotFound() {
  return null;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return isFileRefused(error) ? <FileRefused error={error} /> : <NotThere error={error} />;
}
