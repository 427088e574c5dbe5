import { createHmac } from "node:crypto";
import type { InstallationKey } from "../../files/installation-key.ts";

export type ContentNoun =
  | "product"
  | "company"
  | "document"
  | "subprocessor"
  | "grade"
  | "faq"
  | "control"
  | "topic"
  | "topic-update"
  | "profile"
  | "nda-version";

/** The id under which an org keeps what a content folder calls `uid`. */
export type ContentIds = (noun: ContentNoun, uid: string) => string;

/**
 * The ids of one org's content: the same at every import here, so that a later one finds its rows again,
 * another in every org and in every installation. They are keyed: an org's id stands in public addresses and
 * a folder's words can be guessed, and nobody outside is to compute the address of a document from the two.
 */
export function contentIds(key: InstallationKey, orgId: string): ContentIds {
  const secret = key.derive("content-ids");
  return (noun, uid) =>
    createHmac("sha256", secret)
      .update(`${orgId}\n${noun}\n${uid}`)
      .digest()
      .subarray(0, 16)
      .toString("base64url");
}
