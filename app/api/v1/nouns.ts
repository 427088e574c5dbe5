import type * as z from "zod";
import type { Reader } from "#db/store.ts";
import { changeAt, type NounName } from "#model/api-nouns.ts";
import { controlEditor } from "#content/controls/editor.server.ts";
import { faqEditor } from "#content/knowledge-base/editor.server.ts";
import { externalIdsOf } from "#tenancy/history/store/external-ids.server.ts";
import type { KeyNeed } from "#web/api/key-call.ts";
import {
  accountEntry,
  controlEntry,
  customerEntry,
  documentEntry,
  memberEntry,
  productEntry,
  profileEntry,
  questionEntry,
  requestEntry,
  ruleEntry,
  signatureEntry,
  subprocessorEntry,
  subscriberEntry,
  updateEntry,
} from "./rules/entries.ts";
import { cardEntry, itemEntry } from "./rules/product-entries.ts";
import {
  accountEntries,
  customerEntries,
  customerIds,
  memberEntries,
  memberIds,
  requestEntries,
} from "./store/access-entries.server.ts";
import {
  controlEntries,
  documentEntries,
  questionEntries,
  subprocessorEntries,
  updateEntries,
} from "./store/content-entries.server.ts";
import { idsOf, type IdPage } from "./store/entry-ids.server.ts";
import { cardEntries, cardIds, itemEntries, itemIds } from "./store/product-entries.server.ts";
import {
  productEntries,
  profileEntries,
  ruleEntries,
  ruleIds,
  signatureEntries,
  subscriberEntries,
} from "./store/surrounding-entries.server.ts";
import { accountWrites, memberWrites } from "./writes/account-writes.server.ts";
import { cardWrites } from "./writes/card-writes.server.ts";
import { customerWrites } from "./writes/customer-writes.server.ts";
import { documentWrites } from "./writes/document-writes.server.ts";
import { entryWrites } from "./writes/entry-writes.server.ts";
import { itemWrites } from "./writes/item-writes.server.ts";
import { profileWrites } from "./writes/profile-writes.server.ts";
import { requestWrites } from "./writes/request-writes.server.ts";
import { ruleWrites } from "./writes/rule-writes.server.ts";
import { subprocessorWrites } from "./writes/subprocessor-writes.server.ts";
import { subscriberWrites } from "./writes/subscriber-writes.server.ts";
import { updateWrites } from "./writes/update-writes.server.ts";
import type { Verb, Writes } from "./writes/verb.ts";

/** What every entry has. */
export interface Entry {
  id: string;
  updatedAt: string;
}

/** A noun of the API: what its calls need, answer and read. */
export interface Noun<One extends Entry> {
  /** For the description: what one of them is. */
  about: string;
  need: KeyNeed;
  entry: z.ZodType<One>;
  /** The ids behind one, in the order of ids, which no new entry changes. */
  ids(db: Reader, orgId: string, page: IdPage): Promise<readonly { id: string }[]>;
  /** The entries of some ids, in any order; one that is gone is left out. */
  entries(db: Reader, orgId: string, ids: readonly string[]): Promise<One[]>;
  /** The products that an entry is about; null: all of them. */
  products(entry: One): readonly string[] | null;
  /** What a key for some products reads of an entry that is about others, too; all of it unless this says less. */
  within?(entry: One, isOpen: (productId: string) => boolean): One;
  /** How it is changed; what is not there is read alone. */
  writes?: Writes;
}

const CONTENT: KeyNeed = { scope: "content:read", permission: "files:view" };
const ACCESS: KeyNeed = { scope: "access:read", permission: "accounts:review" };

/** Of what names its products: none means all. */
const allOrNamed = (productIds: readonly string[]) => (productIds.length === 0 ? null : productIds);

/** A row of the table, whose calls all know one another's entries. */
const noun = <One extends Entry>(row: Noun<One>) => row as unknown as Noun<Entry>;

/** The same for a noun whose entries programs have names of their own for. */
function called<One extends Entry & { externalId: string | null }>(
  name: NounName,
  row: Omit<Noun<One>, "entries"> & {
    entries(db: Reader, orgId: string, ids: readonly string[]): Promise<Omit<One, "externalId">[]>;
  },
): Noun<Entry> {
  return noun<One>({
    ...row,
    async entries(db, orgId, ids) {
      const [found, names] = await Promise.all([
        row.entries(db, orgId, ids),
        externalIdsOf(db, orgId, name, ids),
      ]);
      return found.map((entry) => ({ ...entry, externalId: names.get(entry.id) ?? null }) as One);
    },
  });
}

/** The nouns below /api/v1. */
export const NOUNS: Readonly<Record<NounName, Noun<Entry>>> = {
  controls: called("controls", {
    about: "a control in your library",
    need: CONTENT,
    entry: controlEntry,
    ids: idsOf("controls"),
    entries: controlEntries,
    products: ({ productIds }) => allOrNamed(productIds),
    writes: entryWrites(controlEditor.declared),
  }),
  questions: called("questions", {
    about: "an FAQ entry",
    need: CONTENT,
    entry: questionEntry,
    ids: idsOf("faqEntries"),
    entries: questionEntries,
    products: ({ productIds }) => allOrNamed(productIds),
    writes: entryWrites(faqEditor.declared),
  }),
  documents: called("documents", {
    about: "a document in your library, without its file",
    need: CONTENT,
    entry: documentEntry,
    ids: idsOf("documents"),
    entries: documentEntries,
    products: ({ items }) => items.map(({ productId }) => productId),
    within: (entry, isOpen) => ({
      ...entry,
      items: entry.items.filter(({ productId }) => isOpen(productId)),
    }),
    writes: documentWrites,
  }),
  subprocessors: called("subprocessors", {
    about: "a subprocessor of a product",
    need: CONTENT,
    entry: subprocessorEntry,
    ids: idsOf("subprocessors"),
    entries: subprocessorEntries,
    products: ({ productId }) => [productId],
    writes: subprocessorWrites,
  }),
  updates: noun({
    about: "a trust update with everything that was added to it",
    need: CONTENT,
    entry: updateEntry,
    ids: idsOf("topics"),
    entries: updateEntries,
    products: ({ productIds }) => allOrNamed(productIds),
    writes: updateWrites,
  }),
  requests: noun({
    about: "an access request",
    need: ACCESS,
    entry: requestEntry,
    ids: idsOf("accessRequests"),
    entries: requestEntries,
    products: ({ productIds }) => productIds,
    writes: requestWrites,
  }),
  accounts: noun({
    about: "an account with its members and grants",
    need: ACCESS,
    entry: accountEntry,
    ids: idsOf("accounts"),
    entries: accountEntries,
    products: ({ grants }) => grants.map(({ productId }) => productId),
    within: (entry, isOpen) => ({
      ...entry,
      grants: entry.grants.filter(({ productId }) => isOpen(productId)),
    }),
    writes: accountWrites,
  }),
  members: noun({
    about: "a person in an account",
    need: ACCESS,
    entry: memberEntry,
    ids: memberIds,
    entries: memberEntries,
    products: ({ productIds }) => productIds,
    within: (entry, isOpen) => ({ ...entry, productIds: entry.productIds.filter(isOpen) }),
    writes: memberWrites,
  }),
  profiles: noun({
    about: "a permission profile with the items that it includes",
    need: ACCESS,
    entry: profileEntry,
    ids: idsOf("permissionProfiles"),
    entries: profileEntries,
    products: () => null,
    within: (entry, isOpen) => ({
      ...entry,
      items: entry.items.filter(({ productId }) => isOpen(productId)),
    }),
    writes: profileWrites,
  }),
  rules: noun({
    about: "an active auto-decision rule",
    need: ACCESS,
    entry: ruleEntry,
    ids: ruleIds,
    entries: ruleEntries,
    products: () => null,
    writes: ruleWrites,
  }),
  signatures: noun({
    about: "an NDA signature, as in the register",
    need: ACCESS,
    entry: signatureEntry,
    ids: idsOf("ndaSignatures"),
    entries: signatureEntries,
    products: () => null,
  }),
  customers: called("customers", {
    about: "an email domain of a customer, which auto-decisions can use",
    need: ACCESS,
    entry: customerEntry,
    ids: customerIds,
    entries: customerEntries,
    products: () => null,
    writes: customerWrites,
  }),
  subscribers: noun({
    about: "an address that gets or got updates by email",
    need: { scope: "updates:write", permission: "updates:publish" },
    entry: subscriberEntry,
    ids: idsOf("subscribers"),
    entries: subscriberEntries,
    products: () => null,
    writes: subscriberWrites,
  }),
  products: noun({
    about: "a product, without the content of its page",
    need: CONTENT,
    entry: productEntry,
    ids: idsOf("products"),
    entries: productEntries,
    products: ({ id }) => [id],
  }),
  cards: noun({
    about: "a card of a product, without its items",
    need: CONTENT,
    entry: cardEntry,
    ids: cardIds,
    entries: cardEntries,
    products: ({ productId }) => [productId],
    writes: cardWrites,
  }),
  items: noun({
    about: "an item of a product, on one of its cards",
    need: CONTENT,
    entry: itemEntry,
    ids: itemIds,
    entries: itemEntries,
    products: ({ productId }) => [productId],
    writes: itemWrites,
  }),
};

/** The noun of an address's pattern, `/api/v1/controls/:id`. */
export function nounAt(pattern: string): { name: NounName; noun: Noun<Entry> } {
  const name = segmentsOf(pattern)[2] as NounName;
  return { name, noun: NOUNS[name] };
}

/** The change that a method at an address's pattern is, and what a key needs for it; null for none. */
export function verbAt(
  pattern: string,
  method: string,
): { writes: Writes; verb: Verb | "put" } | null {
  const { writes } = nounAt(pattern).noun;
  const at = changeAt(segmentsOf(pattern), method);
  if (writes === undefined || at === null) return null;
  if ("call" in at) {
    const verb = writes.calls?.[at.call];
    return verb === undefined ? null : { writes, verb };
  }
  const verb = at.change === "put" ? writes.put && "put" : writes[at.change];
  return verb === undefined ? null : { writes, verb };
}

const segmentsOf = (pattern: string) => pattern.split("/").filter(Boolean);
