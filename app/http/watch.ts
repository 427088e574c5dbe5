import type { ServerResponse } from "node:http";
import { Durations } from "#values/durations.ts";
import type { PageCacheFigures } from "./page-cache.ts";
import { isApiPath } from "./refusal.ts";

/** What was asked for: a page, what a script needs of one, a file, a call of the API, a file of the build. */
export const REQUEST_KINDS = ["page", "data", "file", "api", "asset"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** How a request ended: the first digit of its status, or that whoever asked had left. */
export const OUTCOMES = ["2xx", "3xx", "4xx", "5xx", "left"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What is counted of requests while a process runs. No address, no host and no name is kept. */
export class Watch {
  readonly #counts = new Map<string, number>();
  readonly durations: Readonly<Record<RequestKind, Durations>> = {
    page: new Durations(),
    data: new Durations(),
    file: new Durations(),
    api: new Durations(),
    asset: new Durations(),
  };
  /** Set by the listener whose pages are kept. */
  pageCache: () => PageCacheFigures = () => ({ pages: 0, bytes: 0, hits: 0, misses: 0 });

  /** @param ms from its arrival until its answer had been handed over, in milliseconds */
  note(kind: RequestKind, outcome: Outcome, ms: number): void {
    const key = `${kind} ${outcome}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.durations[kind].note(ms);
  }

  count(kind: RequestKind, outcome: Outcome): number {
    return this.#counts.get(`${kind} ${outcome}`) ?? 0;
  }
}

/** What a request asked for, as its address and its answer say. */
export function kindOf(pathname: string, res: ServerResponse, isAsset: boolean): RequestKind {
  if (isAsset) return "asset";
  if (isApiPath(pathname)) return "api";
  if (pathname.endsWith(".data")) return "data";
  const isFile = res.hasHeader("Accept-Ranges") || res.hasHeader("Content-Disposition");
  return isFile ? "file" : "page";
}

/** How a request ended. */
export function outcomeOf(res: ServerResponse): Outcome {
  if (!res.writableFinished) return "left";
  const { statusCode } = res;
  if (statusCode < 300) return "2xx";
  if (statusCode < 400) return "3xx";
  return statusCode < 500 ? "4xx" : "5xx";
}
