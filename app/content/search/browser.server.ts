import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { RouterContextProvider } from "react-router";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { portalBase } from "#model/portal-paths.ts";
import { keptQuery } from "#model/visibility/previewed.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { searchSource } from "./asking.server.ts";
import { termsOf } from "./forms/search.ts";
import { paraphraseRows } from "#model/search/paraphrases.ts";
import { excerptOf, NOTHING_LOOKED_FOR } from "#model/search/excerpts.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { indexesOf } from "./store/indexes.server.ts";
import { SHORT_ANSWER_LABELS } from "#model/short-answers.ts";
import {
  BROWSER_TEXT,
  BROWSER_WEBPAGE_TEXT,
  documentPlace,
  MAX_BROWSER_INDEX,
  placeOf,
  SEMANTIC_WAIT_MS,
  type BrowserIndex,
  type BrowserRecord,
  type RecordAccess,
} from "#model/search.ts";
import { accessFor, openDoors } from "./store/seen.server.ts";
import { addressOf } from "./store/search.server.ts";

const compress = promisify(brotliCompress);

/** Characters of an index that can't be small enough any more, however well they compress. */
const HOPELESS = 12 * MAX_BROWSER_INDEX;

/** The portal that is asked, and by whom. */
interface Portal {
  org: Org;
  viewer: Viewer;
  scope: PageScope;
  product: { id: string; slug: string; isDefault: boolean };
  products: readonly unknown[];
}

/**
 * What the search dialog of this viewer searches in: everything that the public or the owner finds,
 * where it is small enough; else, and for everybody with rights of their own, the server.
 */
export async function browserIndex(
  context: Readonly<RouterContextProvider>,
  portal: Portal,
): Promise<BrowserIndex> {
  const { org, viewer, scope } = portal;
  if (viewer.mode !== "public" && viewer.mode !== "main") return { wait: SEMANTIC_WAIT_MS };
  const { store, textsOf } = searchSource(context.get(servicesContext));
  const [index, accessOf, recordOf] = await Promise.all([
    indexesOf(store, textsOf).of(scope, org),
    accessFor(scope),
    browserRecords(context, portal),
  ]);
  const records: BrowserRecord[] = [];
  const begun = new Set<string>();
  let size = 0;
  let isWhole = true;
  for (const id of index.ids()) {
    const record = index.get(id);
    if (record === undefined) continue;
    const access = accessOf(record);
    if (access === "absent") continue;
    // Of a file's text there is its beginning, and of a webpage's.
    const isPiece =
      record.type === "webpage"
        ? id !== record.thing
        : record.metadata.page !== undefined || id.startsWith(`${record.thing}/`);
    if (isPiece && (record.type === "webpage" || begun.has(record.thing))) {
      isWhole = false;
      continue;
    }
    if (isPiece) begun.add(record.thing);
    const made = recordOf(record, access, {
      characters: record.type === "webpage" ? BROWSER_WEBPAGE_TEXT : BROWSER_TEXT,
      found: NOTHING_LOOKED_FOR,
    });
    // What else a standard title is called is known to the server alone.
    isWhole &&= made.cut === undefined && record.otherTitles === undefined;
    size += JSON.stringify(made).length;
    if (size > HOPELESS) return { wait: 0 };
    records.push(made);
  }
  const synonyms = org.customization.searchSynonyms.map(termsOf);
  // Where all that the server knows is too much, the texts are enough to begin with.
  for (const knowsAll of isWhole ? [true, false] : [false]) {
    const paraphrases = knowsAll ? [...paraphraseRows()] : [];
    const found = { records, isWhole: knowsAll, synonyms, paraphrases };
    const packed = await compress(JSON.stringify(found), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    });
    if (packed.length <= MAX_BROWSER_INDEX) return found;
  }
  return { wait: 0 };
}

/**
 * Makes of a record what its viewer's dialog may have: of what is locked the title, of each text so
 * many characters around the first word that was found in it.
 */
export async function browserRecords(
  context: Readonly<RouterContextProvider>,
  { org, viewer, scope, product, products }: Portal,
): Promise<
  (
    record: GatedRecord,
    access: Exclude<RecordAccess, "absent">,
    part: { characters: number; found: ReadonlySet<string> },
  ) => BrowserRecord
> {
  const base = portalBase(org.slug, context.get(hostContext).domainOrgSlug);
  const keep = keptQuery(viewer);
  const doors = await openDoors(scope);
  return (record, access, { characters, found }) => {
    const { id, thing, type, title, target, metadata } = record;
    const made: BrowserRecord = {
      id,
      thing,
      type,
      title,
      href: addressOf(placeOf(record, access, product, products), base, keep),
    };
    if (metadata.cardTitle !== undefined) made.card = metadata.cardTitle;
    if (access === "title") return { ...made, locked: true };
    for (const field of ["question", "explanation", "topic", "text"] as const) {
      const text = record[field];
      if (text === undefined || text === "") continue;
      made[field] = excerptOf(text, found, characters);
      if (text.length > characters) made.cut = true;
    }
    if (metadata.shortAnswer !== undefined)
      made.shortAnswer = SHORT_ANSWER_LABELS[metadata.shortAnswer];
    if (metadata.page !== undefined) made.page = metadata.page;
    if (metadata.mimeType !== undefined) made.mimeType = metadata.mimeType;
    if (target.kind !== "document") return made;
    for (const door of ["view", "download"] as const)
      if (doors[door].has(target.documentId))
        made[door] = addressOf(
          documentPlace(target.documentId, door, product.id, metadata.page),
          base,
          keep,
        );
    return made;
  };
}
