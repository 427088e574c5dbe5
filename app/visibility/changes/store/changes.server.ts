import * as z from "zod";
import {
  CHANGE_ACTIONS,
  CHANGE_KINDS,
  type ChangeAction,
  type ChangeKind,
  type FieldChange,
  type SeenBy,
} from "#model/changes.ts";
import { countsAsEnabled } from "#model/items/items.ts";
import { LIST_ITEMS } from "#model/cards/kinds.ts";
import { CATEGORY_LABELS } from "#model/updates/words.ts";
import { daysAfter, dayIn, endOfDay } from "#values/dates.ts";
import { inBatches } from "#db/batches.ts";
import type { PublicChangesTable } from "#db/schema.ts";
import { inOrg } from "#db/tenant.ts";
import { seesFaqEntry } from "#model/visibility/who-sees-what.ts";
import { isSectionHidden } from "../../store/config.server.ts";
import { visibleControls } from "../../store/controls.server.ts";
import { seenEntries } from "../../store/faq.server.ts";
import { loadItemOutlines } from "../../store/items.server.ts";
import { loadTopics } from "../../store/publications.server.ts";
import type { PageScope } from "../../store/scope.server.ts";
import { isAmong } from "./readers.server.ts";
import { tellsFiles } from "./things.server.ts";

/** Where a change leads. */
export type ChangeTarget =
  | { to: "item"; slug: string }
  | { to: "question" | "topic"; id: string }
  | { to: "control"; id: string; reference: string }
  | { to: "subprocessors" }
  | null;

/** A change as a viewer is told of it. */
export interface TellableChange {
  id: string;
  at: string;
  /** YYYY-MM-DD, in the organization's time zone. */
  day: string;
  kind: ChangeKind;
  action: ChangeAction;
  /** The thing: the uid of an item, or the id of an entry or update. */
  thingId: string;
  /** Of a document of an item: which one. It is nothing to show. */
  partId: string | null;
  /** What it is called today; of what is gone, what it was called. */
  title: string;
  target: ChangeTarget;
  /** The words that changed, where viewers of this kind could read them before and after. */
  fields: FieldChange[];
  /** When the change was made that this takes back; null: it takes none back. */
  takesBackAt: string | null;
}

/** Rows that are read for one list: what is older is not told there. */
const MOST_ROWS = 5_000;

const readersSchema = z.object({
  everyone: z.boolean(),
  accounts: z.boolean(),
  profiles: z.array(z.string()),
});
const seenBySchema = z.object({ sees: readersSchema, reads: readersSchema });
const fieldsSchema = z.array(
  z.object({
    name: z.string(),
    words: z.array(z.object({ said: z.enum(["same", "before", "after"]), text: z.string() })),
  }),
);

/** How much of a list of changes is wanted. */
export interface ChangesWanted {
  /** At most so many, the newest; all where it is not said. */
  most?: number;
  /** The place in the list after which they begin: `next` of the part before. */
  before?: string | null;
  /** A moment after which nothing is told; now where it is not said. */
  until?: string;
  /** Lists of names alone have no words. */
  withWords?: boolean;
  /** Whose changes are wanted; everything's where it is not said. */
  of?: (change: { kind: string; thingId: string; partId: string | null }) => boolean;
}

/** A part of a list of changes. */
export interface ChangesPart {
  changes: TellableChange[];
  /** How many there are in all. */
  count: number;
  /** Where the next part begins; null where this one is the last. */
  next: string | null;
}

/**
 * What changed about a product since a day, the newest first, as the scope's viewer is told of it. A
 * change is told to who sees the thing today; of what is gone, to kinds of viewers who saw it when it
 * went. Its words are told where this kind of viewer could read the thing before and after. They are
 * read for the wanted part alone.
 * @param since YYYY-MM-DD; that day counts
 */
export async function changesFor(
  scope: PageScope,
  since: string,
  { most, before = null, until = "9", withWords = true, of = () => true }: ChangesWanted = {},
): Promise<ChangesPart> {
  const from = endOfDay(daysAfter(since, -1), scope.org.timeZone);
  const rows = await inOrg(scope.db, scope.org.id)
    .selectFrom("publicChanges")
    .select(["id", "at", "kind", "thingId", "partId", "action", "title", "wasJson", "isJson"])
    .select("takesBackAt")
    .where("productId", "=", scope.productId)
    .where("at", ">=", from)
    .where("at", "<=", scope.clock.now)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_ROWS)
    .execute();
  const readable = new Set<string>();
  const told = [
    ...(await ofThings(scope, rows.filter(of), readable)),
    ...(await ofUpdates(scope, since)).filter(of),
    ...(await ofDays(scope, since)).filter(of),
  ]
    .filter(({ at }) => at <= until)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  const rest = before === null ? told : told.filter((one) => placeOf(one) < before);
  const changes = most === undefined ? rest : rest.slice(0, most);
  if (withWords) await readWords(scope, changes, readable);
  const last = changes.at(-1);
  return {
    changes,
    count: told.length,
    next: last === undefined || changes.length === rest.length ? null : placeOf(last),
  };
}

/** Where a change stands in a list: by its moment, then by its id. */
function placeOf({ at, id }: Pick<TellableChange, "at" | "id">): string {
  return `${at}~${id}`;
}

/** Adds the words that changed to those of some changes whose viewer may read them. */
async function readWords(
  scope: PageScope,
  changes: readonly TellableChange[],
  readable: ReadonlySet<string>,
): Promise<void> {
  const wanted = new Map(changes.filter(({ id }) => readable.has(id)).map((one) => [one.id, one]));
  await inBatches([...wanted.keys()], async (batch) => {
    const rows = await inOrg(scope.db, scope.org.id)
      .selectFrom("publicChanges")
      .select(["id", "wordsJson"])
      .where("id", "in", batch)
      .execute();
    for (const { id, wordsJson } of rows) {
      const change = wanted.get(id);
      if (change !== undefined) change.fields = fieldsSchema.parse(JSON.parse(wordsJson));
    }
  });
}

/** A stored change without its words. */
type ChangeRow = Omit<PublicChangesTable, "orgId" | "productId" | "wordsJson" | "changeId">;

/** How a thing stands today, for one viewer. */
type Standing =
  | { is: "seen"; title: string; target: ChangeTarget; reads: boolean; tellsFiles: boolean }
  | { is: "kept" | "gone" };

/** @param readable takes the ids of those whose words the viewer may read */
async function ofThings(
  scope: PageScope,
  rows: readonly ChangeRow[],
  readable: Set<string>,
): Promise<TellableChange[]> {
  const standing = await standings(scope, rows);
  const told: TellableChange[] = [];
  // Things that began for this kind of viewer after what comes next.
  const began = new Set<string>();
  const among = (seen: SeenBy, what: keyof SeenBy) =>
    isAmong(seen[what], scope.viewer, scope.productId);
  for (const row of rows) {
    const [kind, action] = [CHANGE_KINDS.find(is(row.kind)), CHANGE_ACTIONS.find(is(row.action))];
    if (kind === undefined || action === undefined) continue;
    const thing = `${kind} ${row.thingId} ${row.partId ?? ""}`;
    const was = seenBySchema.parse(JSON.parse(row.wasJson));
    const now = seenBySchema.parse(JSON.parse(row.isJson));
    const today = standing(kind, row.thingId);
    if (today.is === "kept") continue;
    if (kind === "document" && today.is === "seen" && !today.tellsFiles) continue;
    if (action === "removed" ? !among(was, "sees") : today.is === "gone") continue;
    if (action !== "removed" && began.has(thing) && !among(now, "sees")) continue;
    const isNew = action === "opened" || (!among(was, "sees") && among(now, "sees"));
    // Who saw it all along is told nothing of who else does now.
    if (action === "opened" && (among(was, "sees") || !among(now, "sees"))) continue;
    const isNews = isNew && action !== "replaced" && action !== "undone";
    if (isNews) began.add(thing);
    if (today.is === "seen" && today.reads && among(was, "reads") && among(now, "reads"))
      readable.add(row.id);
    told.push({
      id: row.id,
      at: row.at,
      day: dayIn(new Date(row.at), scope.org.timeZone),
      kind,
      action: isNews && action !== "removed" ? "added" : action,
      thingId: row.thingId,
      partId: row.partId,
      title: today.is === "seen" ? today.title : row.title,
      target: today.is === "seen" ? today.target : null,
      fields: [],
      takesBackAt: row.takesBackAt,
    });
  }
  return withoutRepeats(told);
}

const is = (wanted: string) => (one: string) => one === wanted;

/** Several documents of one item that came at once are one change to those who read of it. */
function withoutRepeats(changes: readonly TellableChange[]): TellableChange[] {
  const seen = new Set<string>();
  return changes.filter(({ at, kind, action, thingId }) => {
    if (kind !== "document") return true;
    const key = `${at} ${action} ${thingId}`;
    return !seen.has(key) && seen.add(key) !== null;
  });
}

/** How each thing of some changes stands today; only the kinds among them are asked for. */
async function standings(
  scope: PageScope,
  rows: readonly ChangeRow[],
): Promise<(kind: ChangeKind, id: string) => Standing> {
  const of = (...kinds: ChangeKind[]) => [
    ...new Set(rows.filter(({ kind }) => kinds.some(is(kind))).map(({ thingId }) => thingId)),
  ];
  const items = await itemStandings(scope, of("certification", "item", "document"));
  const questions = await questionStandings(scope, of("question"));
  const controls = await controlStandings(scope, of("control"));
  const subprocessors = await subprocessorStandings(scope, of("subprocessor"));
  return (kind, id) => {
    const found =
      kind === "question"
        ? questions
        : kind === "control"
          ? controls
          : kind === "subprocessor"
            ? subprocessors
            : items;
    return found.get(id) ?? { is: "gone" };
  };
}

type Standings = Map<string, Standing>;

async function itemStandings(scope: PageScope, uids: readonly string[]): Promise<Standings> {
  const found: Standings = new Map();
  if (uids.length === 0) return found;
  await inBatches(uids, async (batch) => {
    const stored = await inOrg(scope.db, scope.org.id)
      .selectFrom("items")
      .select(["uid", "enabledState"])
      .where("productId", "=", scope.productId)
      .where("uid", "in", batch)
      .execute();
    // One that is not enabled is gone: its company says no longer that it is in place.
    for (const { uid, enabledState } of stored)
      if (countsAsEnabled(enabledState)) found.set(uid, { is: "kept" });
  });
  for (const item of await loadItemOutlines(scope))
    if (found.has(item.uid))
      found.set(item.uid, {
        is: "seen",
        title: item.title,
        target: { to: "item", slug: item.slug },
        reads: item.access.text === "open",
        tellsFiles: tellsFiles(item.access.files, scope.org),
      });
  return found;
}

async function questionStandings(scope: PageScope, ids: readonly string[]): Promise<Standings> {
  const found: Standings = new Map();
  if (ids.length === 0) return found;
  await inBatches(ids, async (batch) => {
    const stored = await inOrg(scope.db, scope.org.id)
      .selectFrom("faqEntries")
      .select("id")
      .where("id", "in", batch)
      .execute();
    for (const { id } of stored) found.set(id, { is: "kept" });
  });
  for (const { id, question } of await seenEntries(scope))
    if (found.has(id)) found.set(id, read(question, { to: "question", id }));
  return keepAllUnlessOpen(scope, found, ids);
}

async function controlStandings(scope: PageScope, ids: readonly string[]): Promise<Standings> {
  const found: Standings = new Map();
  if (ids.length === 0) return found;
  const visible = new Set(await visibleControls(scope));
  await inBatches(ids, async (batch) => {
    const stored = await inOrg(scope.db, scope.org.id)
      .selectFrom("controls")
      .select(["id", "reference", "title"])
      .where("id", "in", batch)
      .execute();
    for (const { id, reference, title } of stored)
      found.set(
        id,
        visible.has(id)
          ? read(`${reference} ${title}`.trim(), { to: "control", id, reference })
          : { is: "kept" },
      );
  });
  return keepAllUnlessOpen(scope, found, ids);
}

/** Where a viewer reads no FAQ at all, they are told of none that is gone either. */
async function keepAllUnlessOpen(
  scope: PageScope,
  found: Standings,
  ids: readonly string[],
): Promise<Standings> {
  const { viewer, productId, settings } = scope;
  const setting = { productId, level: settings.publicAccessLevel };
  if (!(await isSectionHidden(scope, "kb")) && seesFaqEntry(viewer, "public", setting))
    return found;
  return new Map(ids.map((id) => [id, { is: "kept" }]));
}

async function subprocessorStandings(scope: PageScope, ids: readonly string[]): Promise<Standings> {
  const found: Standings = new Map();
  if (ids.length === 0) return found;
  const list = (await loadItemOutlines(scope)).find(({ uid }) => uid === LIST_ITEMS.Subprocessors);
  const isOpen = list?.access.text === "open" && countsAsEnabled(list.state);
  await inBatches(ids, async (batch) => {
    const stored = await inOrg(scope.db, scope.org.id)
      .selectFrom("subprocessors as s")
      .innerJoin("companies as c", (join) =>
        join.onRef("c.orgId", "=", "s.orgId").onRef("c.id", "=", "s.companyId"),
      )
      .select(["s.id", "c.name"])
      .where("s.productId", "=", scope.productId)
      .where("s.id", "in", batch)
      .execute();
    for (const { id, name } of stored)
      found.set(id, isOpen ? read(name, { to: "subprocessors" }) : { is: "kept" });
  });
  // A row that is gone from a list that is kept from the viewer.
  if (!isOpen) for (const id of ids) found.set(id, { is: "kept" });
  return found;
}

function read(title: string, target: ChangeTarget): Standing {
  return { is: "seen", title, target, reads: true, tellsFiles: false };
}

/**
 * What was published, and which changes of subprocessors were announced: each update keeps the moment
 * at which it came before the public, and who may read it says the rule of updates.
 */
async function ofUpdates(scope: PageScope, since: string): Promise<TellableChange[]> {
  const told: TellableChange[] = [];
  for (const topic of await loadTopics(scope)) {
    if (topic.hidden) continue;
    const { id: topicId, subject, category, terms, updates } = topic;
    const title = subject === "" ? CATEGORY_LABELS[category] : subject;
    const target = { to: "topic", id: topicId } as const;
    for (const [place, { id, createdAt }] of updates.entries()) {
      const day = dayIn(new Date(createdAt), scope.org.timeZone);
      if (day < since) continue;
      // The oldest of a topic's updates stands last, and the others follow it up.
      const isFirst = place === updates.length - 1;
      const isAnnounced = terms.effectiveOn !== null && isFirst;
      told.push({
        id,
        at: createdAt,
        day,
        kind: isAnnounced ? "subprocessor" : "update",
        action: isAnnounced ? "announced" : isFirst ? "published" : "continued",
        thingId: topicId,
        partId: null,
        title,
        target,
        fields: [],
        takesBackAt: null,
      });
    }
    const { effectiveOn } = terms;
    if (effectiveOn !== null && effectiveOn >= since) {
      // It takes effect as its day begins.
      if (!scope.clock.passed(daysAfter(effectiveOn, -1))) continue;
      told.push({
        ...onDay(scope, effectiveOn),
        id: `effective.${topicId}`,
        kind: "subprocessor",
        action: "effective",
        thingId: topicId,
        title,
        target,
      });
    }
  }
  return told;
}

/** Certifications that expired: a day came, and nobody changed anything. */
async function ofDays(scope: PageScope, since: string): Promise<TellableChange[]> {
  return (await loadItemOutlines(scope)).flatMap(
    ({ uid, kind, title, slug, expiry, state }): TellableChange[] => {
      if (kind !== "Certifications" || expiry === null || !countsAsEnabled(state)) return [];
      const day = daysAfter(expiry, 1);
      if (!scope.clock.passed(expiry) || day < since) return [];
      return [
        {
          ...onDay(scope, day),
          id: `expired.${uid}.${expiry}`,
          kind: "certification",
          action: "expired",
          thingId: uid,
          title,
          target: { to: "item", slug },
        },
      ];
    },
  );
}

function onDay(scope: PageScope, day: string) {
  const at = endOfDay(daysAfter(day, -1), scope.org.timeZone);
  return { at, day, partId: null, fields: [], takesBackAt: null };
}

/** The items of a product whose documents came or have new versions, after one moment and up to another. */
export async function itemsWithNewFiles(
  db: PageScope["db"],
  orgId: string,
  productId: string,
  { since, until }: { since: string; until: Date },
): Promise<string[]> {
  const rows = await inOrg(db, orgId)
    .selectFrom("publicChanges")
    .select("thingId")
    .distinct()
    .where("productId", "=", productId)
    .where("at", ">", since)
    .where("at", "<=", until.toISOString())
    .where("kind", "=", "document")
    .where("action", "in", ["added", "replaced"])
    .execute();
  return rows.map(({ thingId }) => thingId);
}
