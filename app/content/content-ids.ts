import { createHash } from "node:crypto";

export type ContentNoun = "product" | "company" | "document" | "subprocessor" | "grade" | "faq" | "topic" | "topic-update" | "profile" | "nda-version";

/**
 * The id under which an org keeps what a content folder calls `uid`: the same at every import, so that a
 * later one finds its rows again, another in every org, and as hard to guess as the org's own random id.
 */
export function contentId(orgId: string, noun: ContentNoun, uid: string): string {
  return createHash("sha256").update(`${orgId}\n${noun}\n${uid}`).digest().subarray(0, 16).toString("base64url");
}
