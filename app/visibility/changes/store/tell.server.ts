import {
  type ChangeAction,
  type ChangeKind,
  type FieldChange,
  NOBODY,
  type Readers,
  type Touched,
} from "#model/changes.ts";
import { changedWords } from "#values/word-changes.ts";
import { inBatches } from "#db/batches.ts";
import { isoNow, newLaterId } from "#db/ids.ts";
import { Pace } from "#db/pace.ts";
import type { PublicChangesTable } from "#db/schema.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { carrying, thingsNow, type Thing } from "./things.server.ts";
import { isAnybody } from "./readers.server.ts";
import { takeBack, type Undone } from "./taken-back.server.ts";

/**
 * Runs a verb and keeps what visitors will be told has changed by it, in the verb's own transaction:
 * which thing, which words, and who could see and read them before and after. It is never worked out
 * later from history. What nobody but the team could see before or after leaves nothing, and so does
 * a portal that is not before the public.
 * @param touched the things that the verb may change; null: none of those
 * @param change the change of history that this is, and the one that it undoes
 * @returns what the verb gave
 */
export async function tellingChanges<T>(
  { trx, orgId, now }: Omit<Write, "by">,
  touched: Touched | null,
  verb: () => Promise<T>,
  change: { id: string; undone: Undone | null } | null = null,
): Promise<T> {
  const org = touched === null ? null : await findOrg(trx, orgId);
  if (touched === null || org === null) return verb();
  const undone = change?.undone ?? null;
  if (!org.published) {
    // A portal that was taken off for a mistake comes back without it.
    if (undone !== null) await takeBack({ trx, orgId, now }, undone);
    return verb();
  }
  const before = await thingsNow(trx, org, touched, {
    now,
    products: await listProducts(trx, orgId),
  });
  // Documents that the verb deletes are on no item any more.
  const linked = await carrying(trx, orgId, touched.documents ?? []);
  const value = await verb();
  const orgAfter = touched.everything === true ? await findOrg(trx, orgId) : org;
  if (orgAfter === null) return value;
  const products = await listProducts(trx, orgId);
  const moment = { now, products };
  const after = await thingsNow(trx, orgAfter, { ...touched, documents: [] }, moment);
  for (const { productId, uids } of linked)
    after.push(...(await thingsNow(trx, orgAfter, { items: { productId, uids } }, moment)));
  // A product that is gone took its changes along.
  const left = new Set(products.map(({ id }) => id));
  const rows = (await changedRows(before, after)).filter(({ productId }) => left.has(productId));
  const taken = undone === null ? null : await takeBack({ trx, orgId, now }, undone);
  if (taken === null) await keep({ trx, orgId, now }, rows, change?.id);
  else if (taken !== "untold")
    await keep({ trx, orgId, now }, rows.map(asUndone), change?.id, taken.toldOf);
  return value;
}

/** What comes back, or is as it was, is nothing new to who was told of the change before. */
function asUndone(row: ChangedRow): ChangedRow {
  return row.action === "removed" ? row : { ...row, action: "undone" };
}

/** As `tellingChanges`, of entries that were just added. @param news the things, entry by entry */
export async function tellNews(
  { trx, orgId, now }: Omit<Write, "by">,
  news: readonly Touched[],
): Promise<void> {
  const org = news.length === 0 ? null : await findOrg(trx, orgId);
  if (org === null || !org.published) return;
  const things = await thingsNow(
    trx,
    org,
    {
      questions: news.flatMap(({ questions }) => questions ?? []),
      controls: news.flatMap(({ controls }) => controls ?? []),
    },
    { now, products: await listProducts(trx, orgId) },
  );
  await keep({ trx, orgId, now }, await changedRows([], things));
}

/** A change that is said to have been made: of what, when, and what its words were before. */
export interface EarlierChange {
  at: Date;
  touched: Touched;
  action: "added" | "changed" | "renewed" | "replaced";
  /** By the names of fields. */
  before?: (texts: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

/**
 * Tells of changes of which nothing but their result is stored, as examples do. Who sees a thing now
 * saw it then.
 */
export async function tellEarlier(
  { trx, orgId, now }: Omit<Write, "by">,
  changes: readonly EarlierChange[],
): Promise<void> {
  const org = await findOrg(trx, orgId);
  if (org === null || !org.published) return;
  const products = await listProducts(trx, orgId);
  for (const { at, touched, action, before = () => ({}) } of changes) {
    const rows = (await thingsNow(trx, org, touched, { now, products })).flatMap(
      (thing): ChangedRow[] => {
        const was = { ...thing, texts: { ...thing.texts, ...before(thing.texts) } };
        if (action === "replaced") {
          const files = [...thing.files.keys()].slice(0, 1);
          return changesOfFiles(
            { ...was, files: new Map(files.map((id) => [id, ""])) },
            thing,
          ).filter((row) => row.action === action);
        }
        const [row] = changesOf(action === "added" ? null : was, { ...thing, files: new Map() });
        return row === undefined ? [] : [{ ...row, action }];
      },
    );
    await keep({ trx, orgId, now: at }, rows);
  }
}

async function keep(
  { trx, orgId, now }: Omit<Write, "by">,
  rows: readonly ChangedRow[],
  changeId: string | null = null,
  takesBackAt: string | null = null,
): Promise<void> {
  const at = isoNow(now);
  await inBatches(rows, (batch) =>
    trx
      .insertInto("publicChanges")
      .values(
        batch.map(({ words, was, is, ...row }): PublicChangesTable => ({
          orgId,
          id: newLaterId(),
          at,
          ...row,
          wordsJson: JSON.stringify(words),
          wasJson: JSON.stringify(was),
          isJson: JSON.stringify(is),
          changeId,
          takesBackAt,
        })),
      )
      .execute(),
  );
}

interface ChangedRow {
  productId: string;
  kind: ChangeKind;
  thingId: string;
  partId: string | null;
  action: ChangeAction;
  title: string;
  words: FieldChange[];
  was: { sees: Readers; reads: Readers };
  is: { sees: Readers; reads: Readers };
}

const keyOf = ({ kind, productId, id }: Thing) => `${kind} ${productId} ${id}`;

async function changedRows(
  before: readonly Thing[],
  after: readonly Thing[],
): Promise<ChangedRow[]> {
  const [was, is] = [byKey(before), byKey(after)];
  const rows: ChangedRow[] = [];
  const pace = new Pace();
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    rows.push(...changesOf(was.get(key) ?? null, is.get(key) ?? null));
    if (pace.isDue) await pace.breathe();
  }
  return rows.filter(({ was: then, is: now }) => isAnybody(then.sees) || isAnybody(now.sees));
}

function byKey(things: readonly Thing[]): ReadonlyMap<string, Thing> {
  return new Map(things.map((thing) => [keyOf(thing), thing]));
}

function changesOf(was: Thing | null, is: Thing | null): ChangedRow[] {
  const thing = is ?? was;
  if (thing === null) return [];
  const then = { sees: was?.sees ?? NOBODY, reads: was?.reads ?? NOBODY };
  const now = { sees: is?.sees ?? NOBODY, reads: is?.reads ?? NOBODY };
  const row = (action: ChangeAction, words: FieldChange[] = []): ChangedRow => ({
    productId: thing.productId,
    kind: thing.kind,
    thingId: thing.id,
    partId: null,
    action,
    // What is gone had its name then; a new name of what is there is among its words.
    title: (action === "removed" ? was : is)?.title ?? thing.title,
    words,
    was: then,
    is: now,
  });
  const files = changesOfFiles(was, is);
  const isThere = { before: was?.isPresent === true, after: is?.isPresent === true };
  if (!isThere.before && !isThere.after) return files;
  // A document and the item that holds it are one thing to those who read it.
  const isFile = (was ?? is)?.kind === "item" && files.length > 0;
  if (!isThere.before) return isFile ? files : [row("added"), ...files];
  if (!isThere.after) return isFile ? files : [row("removed"), ...files];
  const words = changedFields(was, is);
  if (words.length > 0) {
    const isRenewed =
      thing.kind === "certification" && (is?.expiry ?? "") > (was?.expiry ?? "") && was !== null;
    return [row(isRenewed ? "renewed" : "changed", words), ...files];
  }
  return isMore(then.sees, now.sees) || isMore(then.reads, now.reads)
    ? [row("opened"), ...files]
    : files;
}

/** Whether some kind of viewer is among these who was not among those. */
function isMore(those: Readers, these: Readers): boolean {
  return (
    (these.everyone && !those.everyone) ||
    (these.accounts && !those.accounts) ||
    (!those.accounts && these.profiles.some((id) => !those.profiles.includes(id)))
  );
}

function changedFields(was: Thing | null, is: Thing | null): FieldChange[] {
  const names = Object.keys({ ...was?.texts, ...is?.texts });
  return names.flatMap((name) => {
    const [old, now] = [was?.texts[name] ?? "", is?.texts[name] ?? ""];
    if (old === now) return [];
    const words = changedWords(old, now);
    return words.some(({ said }) => said !== "same") ? [{ name, words }] : [];
  });
}

/** Documents that came to an item, got another content, or left it. */
function changesOfFiles(was: Thing | null, is: Thing | null): ChangedRow[] {
  const thing = is ?? was;
  if (thing === null) return [];
  const [old, now] = [
    was?.isPresent === true ? was.files : new Map<string, string>(),
    is?.isPresent === true ? is.files : new Map<string, string>(),
  ];
  const readers = (of: Thing | null) => {
    const told = of?.toldFiles ?? NOBODY;
    return { sees: told, reads: told };
  };
  const row = (partId: string, action: ChangeAction): ChangedRow => ({
    productId: thing.productId,
    kind: "document",
    thingId: thing.id,
    partId,
    action,
    title: (action === "removed" ? was : is)?.title ?? thing.title,
    words: [],
    was: readers(was),
    is: readers(is),
  });
  return [
    ...[...now.keys()].filter((id) => !old.has(id)).map((id) => row(id, "added")),
    ...[...now].flatMap(([id, hash]) =>
      old.has(id) && old.get(id) !== hash ? [row(id, "replaced")] : [],
    ),
    ...[...old.keys()].filter((id) => !now.has(id)).map((id) => row(id, "removed")),
  ];
}
