import { notFound } from "#web/forms/form.ts";
import { createContext, type MiddlewareFunction } from "react-router";
import type { Route } from "./+types/download";
import { refusePrefetch } from "#platform/http/request/prefetch.ts";
import { downloadBlob } from "./download-blob.ts";
import { FileRefused } from "./refused.tsx";
import {
  fileRequest,
  isDataRequest,
  refusal,
  requireFile,
  type Refusal,
} from "./document-request.ts";
import { serveFile } from "./serve.ts";

/** Why a download that the viewer may have can't be made. */
const failureContext = createContext<Refusal["reason"] | null>(null);

/**
 * The file itself, before the framework thinks of a page: where it can be had, this is the answer.
 * Every refusal is a page inside the portal's frame (the loader's part).
 */
export const middleware: MiddlewareFunction<Response>[] = [
  refusePrefetch,
  async ({ context, request, params }, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    const found = isDataRequest(request)
      ? null
      : await fileRequest(context, request, params).catch(() => null);
    if (found === null || found.file.download !== null) return next();
    const blob = await downloadBlob(context, found, request);
    if ("refused" in blob) context.set(failureContext, blob.refused);
    else {
      const answer = await serveFile(context, request, found, blob, {
        access: "download",
        disposition: "attachment",
      });
      if (answer !== null) return answer;
      context.set(failureContext, "failed");
    }
    return next();
  },
];

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<null> {
  await requireFile(context, request, params, "download");
  const failure = context.get(failureContext);
  if (failure !== null) throw refusal(failure);
  // The data twin of a file is not there.
  throw notFound();
}

export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? {};
}

export default function Download() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FileRefused error={error} />;
}
