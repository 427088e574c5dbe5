import type { RouterContextProvider } from "react-router";
import { loadControls } from "#content/controls/store/shown.server.ts";
import { accessFor } from "#content/search/store/seen.server.ts";
import { addressOf } from "#content/search/store/search.server.ts";
import { Refused } from "#db/refusals.ts";
import type { AnswerSource, SheetKind } from "#model/questionnaires.ts";
import { placeOf, type SearchTarget } from "#model/search.ts";
import type { Gate } from "#model/search/gates.ts";
import { servicesContext } from "#platform/context.ts";
import type { SourceRow } from "#platform/files/questionnaires/sources-sheet.ts";
import { canonicalBase } from "#tenancy/orgs/store/orgs.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { seenEntries } from "#visibility/store/faq.server.ts";
import { listFiles } from "#visibility/store/files.server.ts";
import { scopeOf, type Asker } from "./reading.server.ts";
import { takesSources } from "./rules/filling.ts";
import { answeredRows } from "./store/answered-rows.server.ts";
import { proposalsOf } from "./store/question-rows.server.ts";
import type { Questionnaire, QuestionnaireRow } from "./store/questionnaires.server.ts";

/** What an answer may be made of, by its id. */
type Named = { noun: "entry" | "control" | "document"; id: string };

/** How a source is told: its kind, its title, and where it lies on the portal. */
interface Told {
  kind: string;
  title: string;
  target: SearchTarget;
}

/**
 * What the answers of a questionnaire are made of, as far as its account sees it now: entries of the
 * FAQ, controls and documents, with their URLs on the portal. What is internal is not among them,
 * nor is an answer that another customer got.
 * @param sheetKind what the answers to a PDF without fields leave as
 * @throws Refused where the file takes no such sheet, or nothing would stand in it
 */
export async function sourcesFor(
  context: Readonly<RouterContextProvider>,
  asker: Asker,
  questionnaire: Questionnaire,
  sheetKind: SheetKind = "xlsx",
): Promise<SourceRow[]> {
  const isPdf = questionnaire.format === "pdf-text" && sheetKind === "pdf";
  if (!takesSources(questionnaire.format) || isPdf)
    throw new Refused("Only XLSX files can have a sheet with the sources.");
  const { config } = context.get(servicesContext);
  const { org } = asker;
  const scope = await scopeOf(context, asker, questionnaire);
  const [rows, accessOf, entries, controls, files, products, base] = await Promise.all([
    answeredRows(scope.db, org.id, questionnaire.id),
    accessFor(scope),
    seenEntries(scope),
    loadControls(scope),
    listFiles(scope),
    listProducts(scope.db, org.id),
    canonicalBase(scope.db, org, config.origin),
  ]);
  const isOpen = (gate: Gate) => accessOf({ productId: scope.productId, gate }) === "open";
  const told = new Map<string, Told>();
  for (const { id, question, access } of entries)
    if (access !== "internal" && isOpen({ by: "question", id }))
      told.set(keyOf({ noun: "entry", id }), {
        kind: "FAQ",
        title: question,
        target: { kind: "question", entryId: id },
      });
  for (const { id, reference, title, access } of controls)
    if (access !== "internal" && isOpen({ by: "control", id }))
      told.set(keyOf({ noun: "control", id }), {
        kind: "Control",
        title: `${reference} ${title}`,
        target: { kind: "control", controlId: id, reference },
      });
  for (const { document } of files)
    if (isOpen({ by: "file", id: document.id, itemUid: null }))
      told.set(keyOf({ noun: "document", id: document.id }), {
        kind: "Document",
        title: document.originalName,
        target: { kind: "document", documentId: document.id },
      });
  const product = products.find(({ id }) => id === scope.productId);
  const found = rows.flatMap((row) =>
    [...new Set(namedBy(row).map(keyOf))].flatMap((key): SourceRow[] => {
      const source = told.get(key);
      if (source === undefined || product === undefined) return [];
      const { kind, title, target } = source;
      const place = placeOf({ target, metadata: {} }, "open", product, products);
      const url = addressOf(place, base, {});
      return [{ id: row.externalId, question: row.question, kind, title, url }];
    }),
  );
  if (found.length === 0)
    throw new Refused(
      "None of these answers has a source on the portal. Clear “Add a sheet with the sources”, then try again.",
    );
  return found;
}

function keyOf({ noun, id }: Named): string {
  return `${noun} ${id}`;
}

/** What a row's answer is made of: what was used for it, and what the draft that it is cites. */
function namedBy(row: QuestionnaireRow): Named[] {
  const draft = proposalsOf(row).find(
    ({ kind, answer, comment }) =>
      kind === "draft" && answer === row.answer && comment === row.comment,
  );
  return [
    ...usedBy({ entryId: row.usedEntryId, controlId: row.usedControlId }),
    ...(draft?.sources ?? []).flatMap(({ to }) => namedAt(to)),
  ];
}

function usedBy({ entryId, controlId }: AnswerSource): Named[] {
  return [
    ...(entryId === null ? [] : [{ noun: "entry" as const, id: entryId }]),
    ...(controlId === null ? [] : [{ noun: "control" as const, id: controlId }]),
  ];
}

const NOUNS = {
  "knowledge-base": "entry",
  controls: "control",
  documents: "document",
} as const;

/** What a page of staff's is about. */
function namedAt(to: string | null): Named[] {
  const [, page = "", id = ""] = (to ?? "").split("/");
  return page in NOUNS && id !== "" ? [{ noun: NOUNS[page as keyof typeof NOUNS], id }] : [];
}
