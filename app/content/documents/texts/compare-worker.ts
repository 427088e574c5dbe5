import { parentPort, workerData } from "node:worker_threads";
import { pageChanges, type PageText } from "#values/page-changes.ts";

/* Compares two texts and ends: a thread of its own with a bound on its memory. */
const { before, after } = workerData as { before: PageText[]; after: PageText[] };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(pageChanges(before, after));
