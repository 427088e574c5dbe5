import type { RouterContextProvider } from "react-router";
import { recordFileEvents, type FileEvent } from "#tenancy/visitor-events/store/events.server.ts";
import { afterAnswerContext, hostContext, servicesContext } from "#platform/context.ts";
import { fileSource } from "#model/documents/library.ts";
import { noteGatedRead } from "#content/files/gated-reads.ts";
import { publicReads } from "#company/visitor-events/public-reads.server.ts";
import { errorWords } from "#values/error-words.ts";
import type { Servable } from "./document-request.ts";

/**
 * Records that bytes of a file that is not for everyone leave, before they do: whatever range or
 * header they are asked for with, and whether or not they arrive whole.
 * @param bytes how many this answer hands over; none where a page of the same reader has counted
 *   them
 * @throws StorageUnavailable when it can't be recorded: then nothing may leave
 */
export async function noteRead(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: Servable,
  access: FileEvent["access"],
  bytes: number,
): Promise<void> {
  if (request.method !== "GET") return;
  const row = eventOf(request, found, { name: "file engaged", access, bytes });
  await noteGatedRead(context.get(servicesContext), found.portal.org.id, row);
}

/**
 * Counts a view or download of a file that everyone gets, once the answer has been handed over
 * whole. Nothing is counted of a HEAD request or of an answer that broke off, and the reader never
 * waits for it.
 * @param bytes how many this answer hands over
 */
export function countAfterAnswer(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: Servable,
  access: FileEvent["access"],
  bytes: number,
): void {
  if (request.method !== "GET") return;
  context
    .get(afterAnswerContext)
    .push(() => void record(context, request, found, { name: "file engaged", access, bytes }));
}

/** Notes that a file could not be served because what is stored is damaged. */
export function recordDamage(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: Servable,
  access: FileEvent["access"],
  error: Error,
): void {
  const { log } = context.get(servicesContext);
  log.error({ documentId: found.file.document.id, error: error.message }, "damaged file");
  void record(context, request, found, {
    name: "file damaged",
    access,
    bytes: null,
    detail: { hash: found.file.document.blobHash },
  });
}

async function record(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: Servable,
  event: Pick<FileEvent, "name" | "access" | "bytes" | "detail">,
): Promise<void> {
  const services = context.get(servicesContext);
  const { store, now, log } = services;
  const { portal, file } = found;
  const row = eventOf(request, found, event);
  if (portal.viewer.mode === "public" && !file.gated) {
    publicReads(services).note(portal.org.id, row, context.get(hostContext).ip);
    return;
  }
  try {
    await store.write((trx) =>
      recordFileEvents({ trx, orgId: found.portal.org.id, now: now() }, [row]),
    );
  } catch (error) {
    log.warn({ error: errorWords(error) }, "an event could not be recorded");
  }
}

function eventOf(
  request: Request,
  { portal, file }: Servable,
  event: Pick<FileEvent, "name" | "access" | "bytes" | "detail">,
): FileEvent {
  return {
    ...event,
    viewer: portal.viewer,
    productId: portal.product.id,
    itemUid: file.item.uid,
    documentId: file.document.id,
    source: fileSource(new URL(request.url).searchParams.get("source")),
  };
}

/** A page that shows a file: asked for as a document or as data, it is one view. */
export async function countPage(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: Servable,
  bytes: number,
): Promise<void> {
  if (found.file.gated) return noteRead(context, request, found, "view", bytes);
  countAfterAnswer(context, request, found, "view", bytes);
}
