// The questions of tests/reviewer-questions to a portal with the demo, through the handler in this process: as the
// account that the demo's customer has, and as one that sees what the public sees.
import Database from "better-sqlite3";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { allQuestions, PARTS } from "../tests/reviewer-questions/index.ts";
import { readDemo, recordsFor, VIEWERS } from "../tests/reviewer-questions/demo-records.ts";
import { placesOf } from "../tests/answer-library-places.ts";
import { gradeOf, isCandidate } from "../tests/reviewer-questions/grading.ts";
import { onFolder } from "./in-process.mjs";
import { PASSWORD, UNREAD_TEXTS } from "./servers.mjs";

/** The demo's account that a viewer is previewed as; one that waits for access has what the public has. */
const ACCOUNTS = { member: "Customer Inc", public: "Prospect AG" };
const MOST_WAITING_MS = 600_000;

/** Waits until a server that runs on the folder has read the texts of all files. */
export async function textsRead(folder) {
  const database = new Database(path.join(folder, "trust.db"), { readonly: true });
  const unread = database.prepare(UNREAD_TEXTS).pluck();
  const began = Date.now();
  while (unread.get() > 0) {
    if (Date.now() - began > MOST_WAITING_MS) throw new Error("the files' texts were not read");
    await delay(500);
  }
  database.close();
}

/**
 * Asks every question as each viewer.
 * @param folder a data folder with the demo and the texts of its files, on which no server runs
 * @returns one entry a question and viewer: the grade, what was said, and from which records
 */
export async function asked(folder) {
  const demo = readDemo();
  const ids = idsOf(folder);
  return onFolder(folder, async (ask) => {
    const signedIn = await ask("/sign-in", {
      body: new URLSearchParams({ email: "owner@acme.example", password: PASSWORD }).toString(),
    });
    const cookie = signedIn.cookies.join("; ");
    const call = async (target, viewer, query) => {
      const answer = await ask(`${target}?accountId=${ids[viewer]}`, {
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify({ query }),
      });
      if (answer.status !== 200)
        throw new Error(`${target} was answered with ${answer.status}: ${answer.text}`);
      return JSON.parse(answer.text).result;
    };
    const results = [];
    for (const viewer of VIEWERS)
      for (const question of allQuestions()) {
        const term = question.question;
        const { answer } = await call("/api/trust-center/search/answer", viewer, {
          term,
          filters: { product: ids.product },
        });
        const sources = answer.sources.map(demo.nameOf);
        const given = answer.answer === null ? answer.candidates.map(demo.nameOf) : sources;
        const standing = recordsFor(demo, viewer, question.records);
        results.push({
          ...question,
          viewer,
          standing,
          answer: answer.answer,
          given,
          grade: gradeOf(demo, viewer, question, {
            answer: answer.answer,
            title: answer.sources[0]?.title ?? "",
            sources,
          }),
          isCandidate: isCandidate(demo, viewer, question, given),
        });
      }
    return results;
  });
}

function idsOf(folder) {
  const database = new Database(path.join(folder, "trust.db"), { readonly: true });
  const accountOf = (name) =>
    database.prepare("select id from accounts where name = ?").pluck().get(name);
  const product = database
    .prepare(
      "select p.id from products p join orgs o on o.id = p.orgId where o.slug = 'acme' and p.isDefault = 1",
    )
    .pluck()
    .get();
  const ids = { product, member: accountOf(ACCOUNTS.member), public: accountOf(ACCOUNTS.public) };
  database.close();
  for (const [name, id] of Object.entries(ids))
    if (id === undefined) throw new Error(`the demo has no ${name}`);
  return ids;
}

/** The figures of each part and viewer, as lines of text. */
export function figures(results) {
  return VIEWERS.flatMap((viewer) =>
    PARTS.map((part) => {
      const own = results.filter((one) => one.viewer === viewer && one.part === part);
      const count = (grade) => own.filter((one) => one.grade === grade).length;
      const standing = own.filter(({ standing: records }) => records.length > 0);
      const [none, answered] = [
        own.length - standing.length,
        own.length - count("missed") - count("silent"),
      ];
      return [
        `${viewer}, ${part}: ${own.length} questions`,
        `  an answer stands            ${standing.length}`,
        `    answered right            ${share(count("right"), standing.length)}`,
        `    answered wrong            ${share(count("wrong"), standing.length)}`,
        `    silent                    ${share(count("missed"), standing.length)}`,
        `    candidate in first five   ${share(standing.filter((one) => one.isCandidate).length, standing.length)}`,
        `  nothing stands              ${none}`,
        `    silent, which is right    ${share(count("silent"), none)}`,
        `    answered all the same     ${share(count("guessed"), none)}`,
        `  right, of all answers       ${share(count("right"), answered)}`,
      ].join("\n");
    }),
  );
}

/** How often what is asked in other words is found in a library of answers, as lines of text. */
export function paraphrases() {
  const places = placesOf();
  const within = (most) => places.filter((place) => place !== null && place < most).length;
  return [
    `questions in other words: ${places.length} of a library of 200 answers`,
    `  right first               ${share(within(1), places.length)}, aim 70 %`,
    `  among the first three     ${share(within(3), places.length)}, aim 90 %`,
    `  among the first five      ${share(within(5), places.length)}`,
  ].join("\n");
}

function share(count, whole) {
  return `${String(count).padStart(3)} (${whole === 0 ? "–" : `${((100 * count) / whole).toFixed(1)} %`})`;
}

/**
 * Each wrong and missed question with what was said, as lines of text. Those of `fresh` are left out: once somebody
 * who improves the answers has read them, they measure nothing.
 */
export function faults(results) {
  return results
    .filter(({ grade, part }) => part !== "fresh" && ["wrong", "missed", "guessed"].includes(grade))
    .map(
      ({ viewer, part, domain, grade, question, verdict, answer, given, standing, says }) =>
        `${viewer} ${part} ${domain} ${grade}: ${question}\n` +
        (answer === null ? "" : `  said: ${answer.replaceAll(/\s+/g, " ").slice(0, 300)}\n`) +
        `  from: ${given.map((name) => name ?? "?").join(", ")}\n` +
        (standing.length === 0
          ? "  right: nothing\n"
          : `  right: ${[verdict ?? "", says.join(" | "), standing.join(", ")].filter((words) => words !== "").join("; ")}\n`),
    );
}
