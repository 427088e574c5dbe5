import { listFiles } from "../../visibility/store/files.server.ts";
import type { Org } from "../orgs/store/orgs.server.ts";
import type { PageScope } from "../../visibility/store/scope.server.ts";
import { listProducts } from "../products/store/products.server.ts";
import type { Store } from "../../../db/store.ts";
import { grantIn } from "../../visibility/rules/viewer.ts";
import type { GatedRecord } from "../search/rules/gates.ts";
import { indexesOf } from "../search/store/indexes.server.ts";
import type { TextsOf } from "../search/store/records.server.ts";
import { accessFor } from "../search/store/seen.server.ts";
import { wordsOf } from "../search/rules/words.ts";
import { askedParts, type AskedPart, type Passage } from "./rules/quoting.ts";

/** A text that a viewer may read now, with the record that it is of. */
export interface FoundPassage extends Passage {
  record: GatedRecord;
  /** Whether the text may leave for a model: never that of a file that is view-only or opens by an NDA. */
  mayLeave: boolean;
}

/** A short word with a typo is too often another word. */
const RESPELLED_FROM = 8;
/** As many records are read closely. */
const MAX_CANDIDATES = 300;

/**
 * What a viewer may read about a question on one product's portal.
 * @returns the question's parts, and the passages that have most of them first
 */
export async function findPassages(
  { store, textsOf }: { store: Store; textsOf: TextsOf },
  org: Org,
  scope: PageScope,
  question: string,
): Promise<{ parts: AskedPart[]; passages: FoundPassage[] }> {
  const [index, accessOf, products, files] = await Promise.all([
    indexesOf(store, textsOf).of(scope.db, org, scope.now),
    accessFor(scope),
    listProducts(scope.db, org.id),
    listFiles(scope),
  ]);
  const names = new Set([org.name, ...products.map(({ name }) => name)].flatMap(wordsOf));
  const clauses = index.clausesOf(question).map((clause) => {
    const [word] = clause.words;
    if (word === undefined || clause.words.length > 1 || clause.others.length > 0) return clause;
    const meant = word.length < RESPELLED_FROM ? [] : index.spellings(word);
    return meant.length === 0 || meant.includes(word)
      ? clause
      : { ...clause, others: meant.map((other) => [other]) };
  });
  const parts = askedParts(clauses, names);
  const found = index.candidates(
    parts.map(({ ways }) => ways),
    accessOf,
    MAX_CANDIDATES,
  );
  // Whoever's right rests on an NDA may not hand its files on; nor may anybody what is only to be looked at.
  const withoutNda = grantIn(scope.viewer, scope.productId)?.ndaRequired === false;
  const takeaway = new Set(
    files
      .filter(
        ({ view, download, gated }) => view === null && download === null && (!gated || withoutNda),
      )
      .map(({ document }) => document.id),
  );
  return {
    parts,
    passages: found.map((record) => ({
      type: record.type,
      heading: record.title,
      text: [record.explanation, record.text]
        .filter((part) => part !== undefined && part !== "")
        .join("\n"),
      record,
      mayLeave: record.target.kind !== "document" || takeaway.has(record.target.documentId),
    })),
  };
}
