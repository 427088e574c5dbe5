import {
  findRenderFailures,
  recordRenderFailure,
  type Certainty,
} from "#platform/files/store/render-failures.server.ts";
import type { Services } from "#platform/context.ts";
import { errorWords } from "#values/error-words.ts";
import type { MarkingFault } from "./jobs.ts";

/**
 * Which renderer's failures these are: its libraries, and the numbers of its marks and its limits.
 * What failed with another one is tried again.
 */
export const RENDERER = "pdfium 2.15.1, resvg 2.6.2, marks 2, limits 4";

/** The part of a file that a job is about. */
export type Part = "file" | "mark" | `page:${number}` | `texts:${number}`;

/** What a file itself is to blame for. */
const KEPT_FAULTS = [
  "encrypted",
  "damaged",
  "too-large",
  "too-complex",
  "unseen",
] as const satisfies MarkingFault[];

/** A part of a file that can't be shown or marked, and why. */
export interface KnownFailure {
  part: string;
  fault: (typeof KEPT_FAULTS)[number];
}

/** What of one file has failed before, so that it is not tried with every request. */
export interface FailureMemory {
  /** What is noted in words that this renderer does not know is not believed: it is tried again. */
  known(): Promise<KnownFailure[]>;
  /** Never fails: what can't be noted is tried again. */
  record(part: Part, fault: MarkingFault, certainty: Certainty): Promise<void>;
}

/** The memory of a company's file. @param hash the SHA-256 of its bytes */
export function failureMemory(
  { store, now, log }: Pick<Services, "store" | "now" | "log">,
  orgId: string,
  hash: string,
): FailureMemory {
  return {
    known: async () => {
      const noted = await findRenderFailures(store.read, orgId, hash, RENDERER, now());
      return noted.flatMap(({ part, fault }) => {
        const kept = KEPT_FAULTS.find((one) => one === fault);
        return kept === undefined ? [] : [{ part, fault: kept }];
      });
    },
    record: async (part, fault, certainty) => {
      log.warn({ orgId, hash, part, fault, certainty }, "a file could not be rendered");
      await store
        .write((trx) =>
          recordRenderFailure(
            trx,
            { orgId, versionHash: hash, part, fault, renderer: RENDERER },
            certainty,
            now(),
          ),
        )
        .catch((error: unknown) =>
          log.warn({ error: errorWords(error) }, "a failure could not be noted"),
        );
    },
  };
}
