import type { RouterContextProvider } from "react-router";
import { type Org, hasFeature } from "#tenancy/orgs/store/orgs.server.ts";
import { inSlices } from "#db/pace.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { portalBase } from "#model/portal-paths.ts";
import { keptQuery } from "#model/visibility/previewed.ts";
import { type Viewer, grantIn, readsForSomebody } from "#model/visibility/viewer.ts";
import { readForm } from "#platform/http/request/read-form.ts";
import { apiAnswer, problem } from "#web/api/json-body.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { recordAfterAnswer, searchSource } from "#content/search/asking.server.ts";
import { MAX_TERM, type RecordAccess, type SearchResult } from "#model/search.ts";
import type { SearchIndex } from "#model/search/matching.ts";
import { addressOf, placeOfMatch, resultOf } from "#content/search/store/search.server.ts";
import { type Found, helpfulFor, quotesFor, type ReadPassage } from "./finding.ts";
import { INSTRUCTIONS, judge, questionMessage } from "./rules/citing.ts";
import { type Model, ModelFailed, modelOf } from "./model.server.ts";
import { otherProducts } from "./rules/asked.ts";
import { type Passage, type Quote, wholeBeginning } from "./rules/quoting.ts";
import { saidWith } from "./rules/verdicts.ts";
import { ANSWER_FAILED, type Answer, type AnswerPart, MAX_SOURCES } from "#model/answers.ts";
import { SHORT_ANSWER_LABELS } from "#model/short-answers.ts";
import { listFiles } from "#visibility/store/files.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Store } from "#db/store.ts";
import type { GatedRecord } from "#model/search/gates.ts";
import { indexesOf } from "#content/search/store/indexes.server.ts";
import type { TextsOf } from "#content/search/store/records.server.ts";
import { accessFor } from "#content/search/store/seen.server.ts";
import { linesOf, wordsOf } from "#model/search/words.ts";

/** The product's portal that is asked. */
export interface AskedPortal {
  org: Org;
  scope: PageScope;
  product: { id: string; slug: string; isDefault: boolean };
  products: readonly unknown[];
}

/** Characters of one passage that a model is sent. */
const SENT_CHARACTERS = 1_500;

/**
 * Whether a viewer may ask questions in words: members, and staff who look through somebody's eyes.
 */
export function mayAsk(org: Pick<Org, "lacks" | "customization">, viewer: Viewer): boolean {
  return readsForSomebody(viewer) && org.customization.answerQuestions && hasFeature(org, "genAi");
}

/** Where a question without an answer can be asked, as far as the portal says. */
export function supportOf({ customization }: Pick<Org, "customization">): string | null {
  const { contactSupport, supportMailbox } = customization;
  return contactSupport.enabled ? supportMailbox : null;
}

/**
 * Answers a question from what its viewer may see now: by the model where the company allows it,
 * else in the company's own words. Counted against the limits first, and written down after the
 * answer.
 * @throws TooManyRequests over ten questions a minute and person
 */
export async function answerQuestion(
  context: Readonly<RouterContextProvider>,
  portal: AskedPortal,
  question: string,
): Promise<Answer> {
  const services = context.get(servicesContext);
  const { limits } = services;
  const { org, scope } = portal;
  const { viewer } = scope;
  await limits.consume("search-network", context.get(hostContext).ip);
  if (viewer.mode === "accountExternal") await limits.consume("answer-person", viewer.member.id);
  if (viewer.mode === "preview") await limits.consume("answer-person", viewer.staff.id);
  const source = searchSource(services);
  const found = await findPassages(source, org, scope, question);
  const { asked, passages, quotes, index, accessOf } = found;
  const said =
    (await generated(context, portal, found)) ??
    answerOf(
      context,
      portal,
      "quoted",
      // One text answers: two that are nearly as good are not of one piece.
      quotes.slice(0, 1).map(({ passage, text }) => ({ text, sources: [passage] })),
      passages,
    );
  const helpful =
    said.answer === null ? await inSlices(helpfulFor(index, { asked, passages }, accessOf)) : [];
  const answer = {
    ...said,
    candidates: helpful.map((record) => resultOn(context, portal, record)),
  };
  recordAfterAnswer(context, org, {
    term: question,
    results: answer.sources.length,
    productId: scope.productId,
    viewer,
    kind: "question",
  });
  return answer;
}

/**
 * What the model makes of the passages that may leave; null where there is no model, nothing may
 * leave, or it fails: then the quoted answer takes its place.
 */
async function generated(
  context: Readonly<RouterContextProvider>,
  portal: AskedPortal,
  { asked, passages, quotes, ranked }: Omit<FoundPassages, "index" | "accessOf">,
): Promise<Answer | null> {
  const { config, log } = context.get(servicesContext);
  const model = allowedModel(config, portal.org);
  if (model === null) return null;
  const best = passages[quotes[0]?.passage ?? -1];
  const sent = leavingPassages(portal.org, ranked, passages);
  if (sent.length === 0) return null;
  try {
    const said = await model.say([
      { role: "system", content: INSTRUCTIONS },
      { role: "user", content: questionMessage(asked.question, sent) },
    ]);
    const judged = judge(said, sent, asked);
    if (judged === "unfounded") {
      log.warn({ model: model.name }, "the model said what its passages do not say");
      return null;
    }
    // What is certain stands, whatever a model doesn't find.
    if (judged === "none" && quotes.length > 0) return null;
    const parts =
      judged === "none"
        ? []
        : withShortAnswer(judged.parts, quotes[0], (place) => {
            return sent[place]?.record === best?.record;
          });
    return answerOf(context, portal, "generated", parts, sent);
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    log.warn({ model: model.name, error: error.message }, "the model did not answer");
    return null;
  }
}

/** The model that an organization lets read its texts; null where there is none. */
export function allowedModel(
  config: Parameters<typeof modelOf>[0],
  { customization }: Pick<Org, "customization">,
): Model | null {
  const model = modelOf(config);
  const { sendTextsToModel, sendFilesToModel, modelHost } = customization;
  // Who allowed it was shown a host: another one has to be allowed anew.
  if (model === null || model.host !== modelHost) return null;
  return sendTextsToModel || sendFilesToModel ? model : null;
}

/** Of the passages that were found those that may leave for a model, the best first. */
export function leavingPassages(
  { customization }: Pick<Org, "customization">,
  ranked: readonly Quote[],
  passages: readonly FoundPassage[],
): FoundPassage[] {
  const { sendTextsToModel, sendFilesToModel } = customization;
  // What answers by its words comes first, then what only speaks of them.
  const best = ranked.map(({ passage }) => passages[passage]);
  return [...new Set([...best, ...passages])]
    .filter((passage) => passage !== undefined)
    .filter(({ type, mayLeave }) =>
      type === "documents" ? sendFilesToModel && mayLeave : sendTextsToModel,
    )
    .slice(0, MAX_SOURCES)
    .map((passage) => ({
      ...passage,
      text: wholeBeginning(
        linesOf(shortAnswerLine(passage), passage.text, passage.details ?? ""),
        SENT_CHARACTERS,
      ),
    }));
}

/** What a passage says in a word, as a model reads it. */
function shortAnswerLine({ shortAnswer }: Passage): string {
  return shortAnswer == null ? "" : `Short answer: ${SHORT_ANSWER_LABELS[shortAnswer]}.`;
}

/**
 * A model's answer behind the short answer of the entry that asks the very question, where it is made
 * of that entry: a model's own yes or no is never shown.
 */
function withShortAnswer(
  parts: AnswerPart[],
  best: Quote | undefined,
  isBest: (place: number) => boolean,
): AnswerPart[] {
  const [first, ...others] = parts;
  if (first === undefined || best?.verdict === undefined || !first.sources.some(isBest))
    return parts;
  return [{ ...first, text: saidWith(best.verdict, first.text) }, ...others];
}

function answerOf(
  context: Readonly<RouterContextProvider>,
  portal: AskedPortal,
  kind: Answer["kind"],
  parts: readonly AnswerPart[],
  passages: readonly FoundPassage[],
): Answer {
  if (parts.length === 0) return { answer: null, kind, parts: [], sources: [], candidates: [] };
  const sources: SearchResult[] = [];
  const places = new Map<string, number>();
  const placeOf = (passage: number): number[] => {
    const record = passages[passage]?.record;
    if (record === undefined) return [];
    let place = places.get(record.thing);
    if (place === undefined) {
      place = sources.length;
      places.set(record.thing, place);
      sources.push(resultOn(context, portal, record));
    }
    return [place];
  };
  const shown = parts.map(({ text, sources: own }) => ({
    text,
    sources: [...new Set(own.flatMap(placeOf))],
  }));
  return {
    answer: shown.map(({ text }) => text).join("\n\n"),
    kind,
    parts: shown,
    sources,
    candidates: [],
  };
}

/** A record that may be read, as a result with its address on this portal. */
function resultOn(
  context: Readonly<RouterContextProvider>,
  { org, scope, product, products }: AskedPortal,
  record: GatedRecord,
): SearchResult {
  const match = { record, access: "open" as const, score: 0, found: new Set<string>() };
  const base = portalBase(org.slug, context.get(hostContext).domainOrgSlug);
  const href = addressOf(placeOfMatch(match, product, products), base, keptQuery(scope.viewer));
  return resultOf(match, "semantic", href);
}

/** The question of a form; empty where there is none. */
export async function askedIn(request: Request): Promise<string> {
  const sent = (await readForm(request)).get("q");
  return typeof sent === "string" ? sent.trim().slice(0, MAX_TERM) : "";
}

/** What a call makes of an answer: JSON that nobody keeps, or the problem that it ended in. */
export async function answerResponse(
  context: Readonly<RouterContextProvider>,
  make: () => Promise<unknown>,
): Promise<Response> {
  const made = async () =>
    Response.json(await make(), { headers: { "Cache-Control": "private, no-store" } });
  return apiAnswer(made, (error) => {
    if (error instanceof TooManyRequests) return undefined;
    const { log } = context.get(servicesContext);
    log.error({ error: error instanceof Error ? error.stack : String(error) }, "answering failed");
    return problem(500, ANSWER_FAILED);
  });
}

/** A passage of which the model may hear, or not. */
interface FoundPassage extends ReadPassage {
  /**
   * Whether the text may leave for a model: never that of a file that is view-only or opens by an
   * NDA.
   */
  mayLeave: boolean;
}

/** What was found for a question, and where. */
interface FoundPassages extends Found {
  passages: FoundPassage[];
  index: SearchIndex<GatedRecord>;
  accessOf: (record: GatedRecord) => RecordAccess;
}

/**
 * What a viewer may read about a question on one product's portal.
 * @param isOpenToo what they may read beside it, whoever the scope says they are
 * @returns what is asked, the passages that have most of its parts first, what of them answers, and
 *   what they are from
 */
export async function findPassages(
  { store, textsOf }: { store: Store; textsOf: TextsOf },
  org: Org,
  scope: PageScope,
  question: string,
  isOpenToo: (record: GatedRecord) => boolean = () => false,
): Promise<FoundPassages> {
  const [index, accessOfViewer, products, files] = await Promise.all([
    indexesOf(store, textsOf).of(scope, org),
    accessFor(scope),
    listProducts(scope.db, org.id),
    listFiles(scope),
  ]);
  const accessOf = (record: GatedRecord): RecordAccess =>
    isOpenToo(record) ? "open" : accessOfViewer(record);
  const names = new Set([org.name, ...products.map(({ name }) => name)].flatMap(wordsOf));
  const own = products.flatMap(({ id, name }) => (id === scope.productId ? [name] : []));
  const others = otherProducts(
    products.map(({ name }) => name),
    [org.name, ...own],
  );
  const { asked, passages, quotes, ranked } = await inSlices(
    quotesFor(index, question, names, accessOf, others),
  );
  // Whoever's right rests on an NDA may not hand its files on; nor may anybody what is only to be
  // looked at.
  const withoutNda = grantIn(scope.viewer, scope.productId)?.ndaRequired === false;
  const takeaway = new Set(
    files
      .filter(
        ({ view, download, gated }) => view === null && download === null && (!gated || withoutNda),
      )
      .map(({ document }) => document.id),
  );
  return {
    asked,
    quotes,
    ranked,
    index,
    accessOf,
    passages: passages.map((passage) => {
      const { target } = passage.record;
      const mayLeave = target.kind !== "document" || takeaway.has(target.documentId);
      return { ...passage, mayLeave };
    }),
  };
}
