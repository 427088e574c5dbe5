import type { RouterContextProvider } from "react-router";
import { recordFileEvents, type FileEvent } from "../../../db/events.ts";
import { afterAnswerContext, doorContext, servicesContext } from "../../context.ts";
import { fileSource } from "../../domain/file-links.ts";
import { publicReads } from "../../middleware/public-reads.ts";
import type { Servable } from "./request.ts";
import { isDataRequest, isPrefetch } from "./request.ts";

/**
 * Counts a view or download once the answer has been handed over whole. Nothing is counted of a HEAD
 * request, of what a browser fetches ahead, of an answer that broke off; and the reader never waits for it.
 * @param bytes how many this answer hands over
 */
export function countAfterAnswer(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: Servable,
  access: FileEvent["access"],
  bytes: number,
): void {
  if (request.method !== "GET" || isPrefetch(request)) return;
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
  { portal, file }: Servable,
  event: Pick<FileEvent, "name" | "access" | "bytes" | "detail">,
): Promise<void> {
  const services = context.get(servicesContext);
  const { store, now, log } = services;
  const source = fileSource(new URL(request.url).searchParams.get("source"));
  const row: FileEvent = {
    ...event,
    viewer: portal.viewer,
    productId: portal.product.id,
    itemUid: file.item.uid,
    documentId: file.document.id,
    source,
  };
  if (portal.viewer.mode === "public" && !file.gated) {
    publicReads(services).note(portal.org.id, row, context.get(doorContext).ip);
    return;
  }
  try {
    await store.write((trx) => recordFileEvents(trx, portal.org.id, [row], now()));
  } catch (error) {
    log.warn(
      { error: error instanceof Error ? error.message : String(error) },
      "an event could not be recorded",
    );
  }
}

/** A page that shows a file: asked for as a document or as data, it is one view. */
export function countPage(
  context: Readonly<RouterContextProvider>,
  request: Request,
  found: Servable,
  bytes: number,
): void {
  if (!isDataRequest(request) || found.portal.viewer.mode === "main")
    countAfterAnswer(context, request, found, "view", bytes);
}
