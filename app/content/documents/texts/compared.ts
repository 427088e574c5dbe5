import { UnreadableTable } from "#platform/files/tables/csv-table.ts";
import { inThread } from "#platform/files/tables/xlsx-table.ts";
import { Semaphore } from "#platform/jobs/semaphore.ts";
import type { PageChanges } from "#values/page-changes.ts";
import { findReadText, type UnreadFile } from "../store/document-texts.server.ts";
import { documentLines, readOnDemand, type Reading } from "./stored-texts.ts";
import type { FilePage } from "./document-text.ts";

/** What comparing two files by their texts comes to. */
export type Compared =
  | ({ is: "compared"; isPart: boolean } & PageChanges)
  /** One of them has no text, is not read yet, or both are too much. */
  | { is: "no-text" | "unread" | "too-much" };

const WORKER = ["compare-worker.js", "app/content/documents/texts/compare-worker.ts"] as const;
/** The text of one file that is compared, in bytes. */
const MAX_TEXT = 2 * 1024 * 1024;
/** Comparisons that are kept, so that one that many ask for is made once. */
const KEPT = 8;

const turns = new Semaphore(
  { running: 1, waiting: 8, waitingPerKey: 4 },
  {
    words: "Other versions are being compared. Please try again in a moment.",
    status: 503,
    retryAfterSeconds: 5,
  },
);

const kept = new Map<string, PageChanges>();

/**
 * What changed in the text of a file, page by page. A text that nobody has read yet is read now.
 * Who may read both is asked before.
 * @throws Busy when too many wait
 */
export async function comparedTexts(
  services: Reading,
  orgId: string,
  [before, after]: readonly [UnreadFile, UnreadFile],
): Promise<Compared> {
  const [was, is] = [await textOf(services, before), await textOf(services, after)];
  if (was.is !== "text") return { is: was.is };
  if (is.is !== "text") return { is: is.is };
  if (sizeOf(was.pages) > MAX_TEXT || sizeOf(is.pages) > MAX_TEXT) return { is: "too-much" };
  const name = `${orgId} ${before.blobHash} ${after.blobHash}`;
  const isPart = was.isPart || is.isPart;
  try {
    const changes =
      kept.get(name) ??
      (await turns.run(orgId, () =>
        inThread<PageChanges>(WORKER, { before: was.pages, after: is.pages }, new Map()),
      ));
    keep(name, changes);
    return { is: "compared", isPart, ...changes };
  } catch (error) {
    if (error instanceof UnreadableTable) return { is: "too-much" };
    throw error;
  }
}

function keep(name: string, changes: PageChanges): void {
  kept.delete(name);
  kept.set(name, changes);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
}

type Text = { is: "text"; pages: FilePage[]; isPart: boolean } | { is: "no-text" | "unread" };

async function textOf(services: Reading, file: UnreadFile): Promise<Text> {
  const { store, key } = services;
  if (!(await readOnDemand(services, file))) return { is: "unread" };
  const [read, pages] = await Promise.all([
    findReadText(store.read, file.orgId, file.blobHash),
    documentLines(store.read, key, file.orgId, file.blobHash),
  ]);
  if (read === null || pages === null || pages.every(({ text }) => text === ""))
    return { is: "no-text" };
  const { searchedPages, isCut, cutPages, unreadPages } = read.leftOut;
  const isPart = searchedPages !== null || isCut || cutPages.length > 0 || unreadPages.length > 0;
  return { is: "text", pages, isPart };
}

const sizeOf = (pages: readonly FilePage[]) =>
  pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
