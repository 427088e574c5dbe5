import type { ContentUids } from "../store/exchange.server.ts";
import { isoNow } from "#db/ids.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { grouped } from "./reading.ts";
import { fieldsThatDiffer, ofNoun, rowKey, tidy, type Row, type Rows } from "./rows.ts";

/**
 * What an edit can change of a published topic (updates/updates/store/topic-edits); its marks have verbs of their own.
 */
const EDITED: readonly string[] = [
  "subject",
  "category",
  "products",
  "effectiveOn",
  "objectionDays",
];
/** How many updates a note names. */
const NAMED = 5;

/** Why an update is not, or not wholly, as the file has it. */
type Reason = "unapproved" | "takenBack" | "scheduled" | "fixed" | "inWork";

const NOTES: Readonly<Record<Reason, (names: string) => string>> = {
  unapproved: (names) =>
    `New updates aren’t imported, because a second person approves updates here: ${names}. Write them under Updates.`,
  takenBack: (names) =>
    `Unpublished updates stay unpublished: ${names}. To publish one again, give it a new uid.`,
  scheduled: (names) =>
    `Scheduled updates stay as they are: ${names}. To change one, cancel its schedule under Updates.`,
  fixed: (names) =>
    `Only the words of a published update can change. Its audience, channels, date and topic stay: ${names}.`,
  inWork: (names) =>
    `A change to these updates is already waiting under Updates, so the import doesn’t change them: ${names}.`,
};

interface Given {
  db: Reader;
  orgId: string;
  uids: ContentUids;
  current: Rows;
  target: Rows;
  now: Date;
}

export interface HeedingUpdates {
  target: Rows;
  notes: string[];
  /** Changes of published updates become drafts that wait for approval. */
  secondPerson: boolean;
  /** There are such changes. */
  waits: boolean;
}

/**
 * What an import may do to updates that are here: mail has left and visitors have read them. The
 * words of a published one can change as by its edit form; everything else about it stays, as do
 * scheduled ones and those that were taken back. Where a second person approves updates, none is
 * published by an import.
 * @returns what the org will hold, and notes for what is not as in the file
 */
export async function heedUpdates(given: Given): Promise<HeedingUpdates> {
  const { uids, current, target, now } = given;
  const secondPerson =
    current.get(rowKey({ noun: "settings", key: "" }))?.value.updatesNeedSecondPerson === true;
  const { updates, byTopic, inWork } = await updatesHere(given);
  const told = new Map<Reason, string[]>();
  const say = (reason: Reason, { label, key }: Row) => {
    const names = told.get(reason) ?? [];
    if (names.length === 0) told.set(reason, names);
    const name = `“${label}” [${key}]`;
    if (!names.includes(name)) names.push(name);
  };
  const result = new Map(target);
  const isPublished = (update: UpdateHere) =>
    update.unpublishedAt === null && update.createdAt <= isoNow(now);

  for (const row of ofNoun(target, "topic-update")) {
    const was = current.get(rowKey(row));
    const here = updates.get(uids.idOf("topic-update", row.key));
    if (here === undefined) {
      if (!secondPerson) continue;
      result.delete(rowKey(row));
      say("unapproved", row);
      continue;
    }
    // It is no content of the org any more.
    if (was === undefined) {
      result.delete(rowKey(row));
      say("takenBack", row);
      continue;
    }
    const fields = fieldsThatDiffer(was.value, row.value);
    if (fields.length === 0) continue;
    const message = fields.includes("message");
    if (!isPublished(here)) say("scheduled", was);
    else {
      if (fields.some((field) => field !== "message")) say("fixed", was);
      if (message && inWork.has(here.id)) say("inWork", was);
    }
    result.set(
      rowKey(row),
      message && isPublished(here) && !inWork.has(here.id)
        ? { ...row, value: { ...was.value, message: row.value.message } }
        : was,
    );
  }

  const [meant, left] = [topicsTold(target), topicsTold(result)];
  for (const row of ofNoun(target, "topic")) {
    const was = current.get(rowKey(row));
    const own = byTopic.get(uids.idOf("topic", row.key)) ?? [];
    if (was === undefined) {
      if (own.length > 0 || (meant.has(row.key) && !left.has(row.key))) result.delete(rowKey(row));
      continue;
    }
    if (!fieldsThatDiffer(was.value, row.value).some((field) => EDITED.includes(field))) continue;
    const live = own.filter(isPublished);
    const waits = live.some(({ id }) => inWork.has(id));
    if (live.length > 0 && !waits) continue;
    say(waits ? "inWork" : "scheduled", was);
    const { hidden, pinned } = row.value;
    result.set(rowKey(row), { ...was, value: tidy({ ...was.value, hidden, pinned }) });
  }
  // An update that stays where it is keeps its topic.
  for (const { value } of ofNoun(result, "topic-update")) {
    const key = rowKey({ noun: "topic", key: String(value.topic) });
    const topic = current.get(key);
    if (topic !== undefined && !result.has(key)) result.set(key, topic);
  }

  const notes = [...told].map(([reason, names]) => NOTES[reason](namesAsText(names)));
  const edits = hasEdits(current, result);
  if (edits)
    notes.push(
      secondPerson
        ? "Changes to published updates wait for a second person’s approval under Updates. Until then, visitors see the current version."
        : "Visitors see that the changed updates were edited. The earlier versions are stored under Updates.",
    );
  if (ofNoun(current, "topic-update").some((row) => !result.has(rowKey(row))))
    notes.push(
      "Updates missing from the archive are unpublished, not deleted. They stay under Updates.",
    );
  return { target: result, notes, secondPerson, waits: secondPerson && edits };
}

interface UpdateHere {
  id: string;
  topicId: string;
  createdAt: string;
  unpublishedAt: string | null;
}

async function updatesHere({ db, orgId }: Given) {
  const rows: UpdateHere[] = await inOrg(db, orgId)
    .selectFrom("topicUpdates")
    .select(["id", "topicId", "createdAt", "unpublishedAt"])
    .execute();
  const drafts = await inOrg(db, orgId)
    .selectFrom("topicDrafts")
    .select("updateId")
    .where("updateId", "is not", null)
    .execute();
  return {
    updates: new Map(rows.map((row) => [row.id, row])),
    byTopic: grouped(
      rows,
      ({ topicId }) => topicId,
      (row) => row,
    ),
    inWork: new Set(drafts.map(({ updateId }) => updateId)),
  };
}

/** The topics that rows of updates name. */
function topicsTold(rows: Rows): Set<unknown> {
  return new Set(ofNoun(rows, "topic-update").map(({ value }) => value.topic));
}

/** Whether words of what is published change. */
function hasEdits(current: Rows, result: Rows): boolean {
  const changed = (noun: "topic" | "topic-update", fields: readonly string[]) =>
    ofNoun(result, noun).some((row) => {
      const was = current.get(rowKey(row));
      return (
        was !== undefined &&
        fieldsThatDiffer(was.value, row.value).some((field) => fields.includes(field))
      );
    });
  return changed("topic-update", ["message"]) || changed("topic", EDITED);
}

function namesAsText(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(", ");
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}
