import { expect, test } from "vitest";
import { addFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { SHORT_ANSWER_LABELS, SHORT_ANSWERS } from "#model/short-answers.ts";
import { ASKED, LIBRARY } from "../answer-library.ts";
import { HECVAT_QUESTIONS, hecvatParts, zipped } from "../questionnaire-files.ts";
import { emptyContent } from "./bare-world.ts";
import { multipart } from "./multipart.ts";
import { openWorld } from "./world.ts";

const REVIEWER = "reviewer@acme.example";
/** Questions that the library has, in another case and with a number. */
const SAME = 132;
/** The name of the list's choice that a short answer is; 'Partly' is none of HECVAT's. */
const CHOICES: Readonly<Record<string, string>> = { Yes: "Yes", No: "No", "Not applicable": "N/A" };

const shortOf = (at: number) => SHORT_ANSWERS[at % SHORT_ANSWERS.length] ?? "yes";

/** The question of a number, from 1: the same, in other words, or nearly the same about others. */
function questionOf(made: number): string {
  const at = made - 1;
  if (at < SAME) return `${made}. ${LIBRARY[at]?.question.toUpperCase()}`;
  const asked = ASKED[at - SAME]?.asked;
  if (asked !== undefined) return asked;
  const near = LIBRARY[at - SAME - ASKED.length]?.question ?? "";
  return near.replace(/\?$/, " at your suppliers?");
}

test("of 332 questions none gets a yes or no that its entry does not say", async () => {
  const world = await openWorld();
  await emptyContent(world);
  const orgId = await world.orgId("acme");
  await world.services.store.write(async (trx) => {
    for (const [at, { question, answer }] of LIBRARY.entries())
      await addFaqEntry(
        trx,
        orgId,
        { question, answer, shortAnswer: shortOf(at), access: "public", productIds: [] },
        world.time,
      );
  });
  const parts = hecvatParts({ formulas: 50, extraParts: 3, asks: questionOf });
  const sent = await world.ask("/questionnaires/new", {
    as: REVIEWER,
    ...multipart([{ name: "HECVAT.xlsx", bytes: await zipped(parts) }], {}),
  });
  const page = sent.headers.location ?? "";
  await world.ask(`${page}/accept`, { as: REVIEWER, form: {} });
  const rows = await world.services.store.read
    .selectFrom("questionnaireRows")
    .select(["place", "answer", "state"])
    .where("questionnaireId", "=", page.split("/")[2] ?? "")
    .orderBy("place")
    .execute();
  expect(rows).toHaveLength(HECVAT_QUESTIONS);
  const wrong = rows.filter(({ place, answer }) => {
    if (answer === "") return false;
    const said = SHORT_ANSWER_LABELS[shortOf(place - 1)];
    return place > SAME || answer !== CHOICES[said];
  });
  expect(wrong).toEqual([]);
  // Three of four short answers are choices of the list.
  expect(rows.filter(({ answer }) => answer !== "")).toHaveLength((SAME * 3) / 4);
});
