import type { RouterContextProvider } from "react-router";
import {
  answerSources,
  audienceOf,
  saidPrint,
  sourceKey,
  type AnswerSource,
  type StandingAnswer,
} from "#content/documents/store/standing-answers.server.ts";
import { Pace } from "#db/pace.ts";
import { questionKey } from "#model/questionnaires/layouts.ts";
import { servicesContext } from "#platform/context.ts";
import { plainTexts } from "./matching.server.ts";
import { filledFrom, type Filled } from "./rules/filling.ts";
import { CITED } from "./rules/standing.ts";
import { answeredRows } from "./store/answered-rows.server.ts";
import { allowedOf, proposalsOf } from "./store/question-rows.server.ts";
import type { QuestionnaireRow } from "./store/questionnaires.server.ts";

/** The answers of a questionnaire, each with the entry whose words it says. */
export async function answersWithSources(
  context: Readonly<RouterContextProvider>,
  orgId: string,
  questionnaireId: string,
): Promise<StandingAnswer[]> {
  const { read } = context.get(servicesContext).store;
  const [rows, sources] = await Promise.all([
    answeredRows(read, orgId, questionnaireId),
    answerSources(read, orgId, "all"),
  ]);
  const all = [...sources.values()];
  const plain = await plainTexts(
    read,
    orgId,
    all.flatMap(({ noun, text }) => (noun === "faq" ? [text] : [])),
  );
  const said = (source: AnswerSource) =>
    (source.noun === "faq" ? (plain.get(source.text) ?? source.text) : source.text).trim();
  const byText = Map.groupBy(all, said);
  const pace = new Pace();
  const answers: StandingAnswer[] = [];
  for (const row of rows) {
    const cells = { allowed: allowedOf(row), commentColumn: row.commentColumn };
    const says = (source: AnswerSource) => {
      const filled = filledFrom({ shortAnswer: source.shortAnswer, text: said(source) }, cells);
      return filled.answer === row.answer && filled.comment === row.comment;
    };
    const near = [
      ...namedSources(row, sources),
      ...textsOf(row).flatMap((text) => byText.get(text) ?? []),
    ].filter(says);
    const source =
      near.find(({ question }) => questionKey(question) === row.questionKey) ?? near[0];
    const cited = source === undefined ? citedSource(row, sources) : undefined;
    answers.push({
      ...cellsOf(row),
      ...sourceColumns(source ?? cited, cited === undefined ? null : CITED),
    });
    if (pace.isDue) await pace.breathe();
  }
  return answers;
}

/** An answer without its entry. */
type Cells = Omit<StandingAnswer, "sourceNoun" | "sourceId" | "sourceSaid" | "sourceFor">;

/** What a row or an answer of a version says, without the entry that it is of. */
export function cellsOf(row: Cells): Cells {
  return {
    place: row.place,
    sheet: row.sheet,
    sheetRow: row.sheetRow,
    answerColumn: row.answerColumn,
    commentColumn: row.commentColumn,
    allowedJson: row.allowedJson,
    section: row.section,
    externalId: row.externalId,
    question: row.question,
    answer: row.answer,
    comment: row.comment,
  };
}

/** The entries that were proposed for a row, and the one that its answer became. */
function namedSources(
  row: QuestionnaireRow,
  sources: ReadonlyMap<string, AnswerSource>,
): AnswerSource[] {
  const own = row.keptEntryId === null ? undefined : sources.get(sourceKey("faq", row.keptEntryId));
  const named = proposalsOf(row).map(({ to }) => sourceAt(to, sources));
  return [own, ...named].filter((source) => source !== undefined);
}

function sourceColumns(source: AnswerSource | undefined, audience: string | null) {
  return {
    sourceNoun: source?.noun ?? null,
    sourceId: source?.id ?? null,
    sourceSaid: source === undefined ? null : saidPrint(source),
    sourceFor: source === undefined ? null : (audience ?? audienceOf(source)),
  };
}

/** The first entry that an accepted draft cites. */
function citedSource(
  row: QuestionnaireRow,
  sources: ReadonlyMap<string, AnswerSource>,
): AnswerSource | undefined {
  const draft = proposalsOf(row).find(
    ({ kind, answer, comment }) =>
      kind === "draft" && answer === row.answer && comment === row.comment,
  );
  return (draft?.sources ?? []).map(({ to }) => sourceAt(to, sources)).find(Boolean);
}

/** The entry or control of a page of staff's. */
function sourceAt(
  to: string | null,
  sources: ReadonlyMap<string, AnswerSource>,
): AnswerSource | undefined {
  const found = /^\/(knowledge-base|controls)\/([^/]+)$/.exec(to ?? "");
  if (found === null) return undefined;
  return sources.get(sourceKey(found[1] === "controls" ? "control" : "faq", found[2] ?? ""));
}

/** What an entry would have to say for a row's answer to be its words. */
function textsOf({ answer, comment }: Filled): string[] {
  const behind = /^(?:Yes|No|Partly|Not applicable)\.[ \n]/.exec(answer)?.[0].length ?? 0;
  const texts = [comment, answer, answer.slice(behind)].map((text) => text.trim());
  return [...new Set(texts.filter((text) => text !== ""))];
}
