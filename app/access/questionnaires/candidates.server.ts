import type { RouterContextProvider } from "react-router";
import type { StaffInOrg } from "#auth/current-staff.ts";
import { findPassages } from "#content/answers/asking.server.ts";
import { helpfulFor } from "#content/answers/finding.ts";
import { dueAmong } from "#content/knowledge-base/store/reviews.server.ts";
import { searchSource } from "#content/search/asking.server.ts";
import { inSlices } from "#db/pace.ts";
import type { AnswerSource } from "#model/questionnaires.ts";
import { isAmong, NO_SOURCE } from "#model/questionnaires/sources.ts";
import { MAX_TERM } from "#model/search.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import type { ShortAnswer } from "#model/short-answers.ts";
import { servicesContext } from "#platform/context.ts";
import { seenEntries, type StoredEntry } from "#visibility/store/faq.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { internalTexts, plainTexts } from "./matching.server.ts";
import { scopeOf, teamScopeOf, type About } from "./reading.server.ts";

/** Something that may help with a question: it is read by whoever answers, and never an answer. */
export interface Candidate {
  id: string;
  title: string;
  type: string;
  text: string;
  shortAnswer: ShortAnswer | null;
  /** The page of a file that the text stands on. */
  page: number | null;
  /** It is read here, and only somebody's own hand takes it along. */
  isReadOnly: boolean;
  /** The account sees nothing of it. */
  isInternal: boolean;
  /** It has to be reviewed first. */
  isDue: boolean;
  source: AnswerSource;
}

const MOST = 5;
/** How much of a text is shown. */
const SHOWN = 2_000;

/**
 * What the questionnaire's account may read that may help with a question, and what is internal, the
 * best first. The text of a file that the account can't take along, because it is view-only or under
 * the NDA, is for reading.
 */
export async function candidatesFor(
  context: Readonly<RouterContextProvider>,
  staff: Pick<StaffInOrg, "org" | "session" | "permissions">,
  about: About,
  question: string,
): Promise<Candidate[]> {
  const scope = await scopeOf(context, staff, about);
  const source = searchSource(context.get(servicesContext));
  const asked = question.slice(0, MAX_TERM);
  const internal = await internalTexts(teamScopeOf(scope));
  const internalIds = {
    entries: new Set(internal.entries.map(({ id }) => id)),
    controls: new Set(internal.controls.map(({ id }) => id)),
  };
  const found = await findPassages(source, staff.org, scope, asked, (record) =>
    isAmong(sourceOfRecord(record), internalIds),
  );
  const helpful = await inSlices(helpfulFor(found.index, found, found.accessOf));
  const records = [
    ...found.quotes.flatMap(({ passage }) => found.passages[passage]?.record ?? []),
    ...helpful,
  ];
  const things = new Map<string, GatedRecord>();
  for (const record of records) {
    const known = things.get(record.thing);
    // Of a file, what it says is more than that it is there.
    if (known === undefined || (!isPiece(known) && isPiece(record)))
      things.set(record.thing, record);
  }
  const best = [...things.values()].slice(0, MOST);
  const entries = [...(await seenEntries(scope)), ...internal.entries].filter(({ id }) =>
    best.some((record) => sourceOfRecord(record).entryId === id),
  );
  const [lines, due] = await Promise.all([
    linesOf(scope, entries, best),
    dueAmong(scope.db, scope.org, entries, scope.now),
  ]);
  const takeaway = new Set(
    found.passages.filter(({ mayLeave }) => mayLeave).map(({ record }) => record.thing),
  );
  const { permissions } = staff;
  const readsFiles = permissions.has("files:view") || permissions.has("files:download");
  const candidates = best.map((record): Candidate => {
    const isFile = record.type === "documents";
    const text = isFile
      ? readsFiles && isPiece(record)
        ? (record.metadata.content?.[0]?.value ?? "")
        : ""
      : (lines.get(record.thing) ?? textOf(record));
    return {
      id: record.thing,
      title: record.title,
      type: record.type,
      text: text.slice(0, SHOWN),
      shortAnswer: record.metadata.shortAnswer ?? null,
      page: isFile ? (record.metadata.page ?? null) : null,
      isReadOnly: isFile && !takeaway.has(record.thing),
      isInternal: isAmong(sourceOfRecord(record), internalIds),
      isDue: due.has(sourceOfRecord(record).entryId ?? ""),
      source: sourceOfRecord(record),
    };
  });
  return [...candidates.filter(({ isDue }) => !isDue), ...candidates.filter(({ isDue }) => isDue)];
}

function sourceOfRecord({ target }: GatedRecord): AnswerSource {
  if (target.kind === "question") return { ...NO_SOURCE, entryId: target.entryId };
  return target.kind === "control" ? { ...NO_SOURCE, controlId: target.controlId } : NO_SOURCE;
}

/** What entries of the FAQ say, line by line: the search has each of their texts in one line. */
async function linesOf(
  { db, org }: PageScope,
  seen: readonly StoredEntry[],
  records: readonly GatedRecord[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map(
    records.flatMap(({ thing, target }) =>
      target.kind === "question" ? [[target.entryId, thing] as const] : [],
    ),
  );
  const entries = seen.filter(({ id }) => found.has(id));
  if (entries.length === 0) return new Map();
  const texts = entries.flatMap(({ answer, comment }) => [answer, comment ?? ""]);
  const plain = await plainTexts(db, org.id, texts.filter(Boolean));
  return new Map(
    entries.map(({ id, answer, comment }) => [
      found.get(id) ?? id,
      [plain.get(answer), plain.get(comment ?? "")].filter(Boolean).join("\n\n"),
    ]),
  );
}

/** Whether a record is a piece of a file's own text. */
function isPiece({ id, thing, type }: GatedRecord): boolean {
  return type === "documents" && id.startsWith(`${thing}/`);
}

/** What a record says. */
function textOf({ explanation = "", text = "" }: GatedRecord): string {
  return [explanation, text].filter((part) => part !== "").join("\n");
}
