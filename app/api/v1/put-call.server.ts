import * as z from "zod";
import { NotFound, Refused } from "#db/refusals.ts";
import { partOf } from "#db/savepoint.ts";
import type { Writer } from "#db/store.ts";
import { callEntry, entryCalled } from "#tenancy/history/store/external-ids.server.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";
import { fieldsProblem, judgedBody, problem, readCallBody } from "#web/api/json-body.ts";
import type { Entry } from "./rows/row.ts";
import { foundEntry, type FoundEntry } from "./pages.server.ts";
import { putBody, putQuerySchema, type PutAnswer } from "./rules/put.ts";
import type { Call } from "./write-call.server.ts";
import { bodyOf, mustBeOfKey, type Waiting, type Writes } from "./writes/verb.ts";

/** More than a change of one entry: it carries up to a hundred. */
const MAX_BYTES = 512 * 1024;

/** One entry of a list that is brought into step, as it was judged. */
interface Step {
  externalId: string;
  /** What had that name when it was judged, and what it said; null for nothing. */
  known: string | null;
  seen: Entry | null;
  /** The entry that it is about; null for a new one. */
  id: string | null;
  run: (write: Write) => Promise<string | Waiting>;
}

/** What became of an entry. */
interface Outcome {
  id: string;
  before: Entry | null;
  after: Entry;
  /** What it says otherwise than before. */
  changes: string[];
}

/**
 * Brings entries into step with a list of a program, each by the program's own name of it: makes
 * those that are not there, changes those that say something else, and leaves the rest alone. All
 * of it or nothing. What is refused is said at the place of its entry.
 * @throws a problem
 */
export async function putAnswer(call: Call, writes: Writes): Promise<Response> {
  const { services, opened, request } = call;
  const asked = putQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) throw fieldsProblem(asked.error);
  const body = await readCallBody(request, putBody, MAX_BYTES);
  if (body instanceof Response) throw body;
  const { entries } = body.value as z.output<typeof putBody>;
  const steps: Step[] = [];
  for (const [at, entry] of entries.entries())
    steps.push(await atPlace(at, () => judgedStep(call, writes, entry)));
  const write = (trx: Writer): Write => ({
    trx,
    orgId: opened.org.id,
    by: opened.by,
    now: services.now(),
  });
  const work = (trx: Writer) => outcomesOf(call, write(trx), steps);
  const isTrial = asked.data.dryRun === "true";
  const outcomes = await (isTrial ? services.store.dryRunOf(work) : services.store.write(work));
  return answerOf(steps, outcomes, isTrial);
}

/** What one entry of the list asks for, as the form of that change judges it. */
async function judgedStep(
  { services, opened, name, noun }: Call,
  { make, change, put }: Writes,
  entry: z.output<typeof putBody>["entries"][number],
): Promise<Step> {
  const { externalId, ...named } = entry;
  const known = await entryCalled(services.store.read, opened.org.id, name, externalId);
  const found = known === null ? null : await foundEntry(services.store.read, opened, noun, known);
  if (found !== null && !found.isOpen) throw new NotFound("entry");
  const verb = found === null ? make : change;
  if (verb === undefined) throw problem(400, NO_SUCH, { errors: { externalId: [NO_SUCH] } });
  const sent = found === null ? named : withoutFixed(named, found, put?.fixed ?? []);
  const around = { timeZone: opened.org.timeZone, now: services.now() };
  const judged = judgedBody(sent, bodyOf(verb, around) ?? z.object({}));
  if (judged instanceof Response) throw judged;
  const id = found === null ? null : found.shown.id;
  return {
    externalId,
    known,
    seen: found?.shown ?? null,
    id,
    run: await verb.judge({ services, opened, id: id ?? "" }, judged),
  };
}

const NO_SUCH = "This entry doesn’t exist, and this call can’t add one.";

/** What can only be said of a new entry has to be as it is. */
function withoutFixed(
  sent: Readonly<Record<string, unknown>>,
  { shown }: FoundEntry,
  fixed: readonly string[],
): Record<string, unknown> {
  const stored = shown as unknown as Readonly<Record<string, unknown>>;
  const moved = fixed.find((name) => sent[name] !== undefined && sent[name] !== stored[name]);
  if (moved !== undefined) throw problem(409, OTHERS, { errors: { [moved]: [OTHERS] } });
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !fixed.includes(name)));
}

const OTHERS = "Another entry has this externalId.";

async function outcomesOf(call: Call, write: Write, steps: readonly Step[]): Promise<Outcome[]> {
  for (const [at, step] of steps.entries())
    await atPlace(at, () => mustBeAsJudged(call, write, step));
  const outcomes: Outcome[] = [];
  // What a change comes to is what it does: where that is nothing, it is taken back.
  for (const [at, step] of steps.entries())
    outcomes.push(
      await atPlace(at, () => partOf(write.trx, () => outcomeOf(call, write, step), isSame)),
    );
  return outcomes;
}

/** What was judged must still be what is stored, and its name that of the same entry. @throws a 409 problem */
async function mustBeAsJudged(
  { opened, noun, name }: Call,
  { trx, orgId }: Write,
  { externalId, id, known, seen }: Step,
): Promise<void> {
  const found = id === null ? null : await foundEntry(trx, opened, noun, id);
  if (
    JSON.stringify(found?.shown ?? null) !== JSON.stringify(seen) ||
    (await entryCalled(trx, orgId, name, externalId)) !== known
  )
    throw stale();
}

async function outcomeOf(
  { opened, noun, name }: Call,
  write: Write,
  { externalId, id: known, run }: Step,
): Promise<Outcome> {
  const { trx, orgId } = write;
  const found = known === null ? null : await foundEntry(trx, opened, noun, known);
  if (known !== null && found === null) throw new NotFound("entry");
  if (found !== null) mustBeOfKey(opened, found.about);
  const id = await run(write);
  if (typeof id !== "string") throw new Error("an entry of a list can’t wait");
  if (known === null) {
    await callEntry(trx, orgId, { noun: name, id, externalId });
    await noteEntries(write, name, [id]);
  }
  const after = await foundEntry(trx, opened, noun, id);
  if (after === null) throw new NotFound("entry");
  mustBeOfKey(opened, after.about);
  const before = found?.shown ?? null;
  return { id, before, after: after.shown, changes: differing(before, after.shown) };
}

/** The names of what two versions of an entry say differently, but for when it was changed. */
function differing(before: Entry | null, after: Entry): string[] {
  if (before === null) return [];
  const was = before as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(after)
    .filter(
      ([name, value]) =>
        name !== "updatedAt" && JSON.stringify(value) !== JSON.stringify(was[name]),
    )
    .map(([name]) => name);
}

const isSame = ({ before, changes }: Outcome) => before !== null && changes.length === 0;

function answerOf(steps: readonly Step[], outcomes: readonly Outcome[], dryRun: boolean): Response {
  const entries = outcomes.map((outcome, at): PutAnswer["entries"][number] => ({
    externalId: steps[at]?.externalId ?? "",
    id: dryRun && outcome.before === null ? null : outcome.id,
    status: outcome.before === null ? "created" : isSame(outcome) ? "unchanged" : "changed",
    changes: outcome.changes,
  }));
  const count = (status: string) => entries.filter((one) => one.status === status).length;
  const answer: PutAnswer = {
    dryRun,
    created: count("created"),
    changed: count("changed"),
    unchanged: count("unchanged"),
    entries,
  };
  return Response.json(answer);
}

function stale() {
  return problem(409, "Something changed in the meantime. Nothing was saved. Send it again.", {
    members: { code: "stale" },
  });
}

/** Does something about one entry of a list, and says what is refused at its place. */
async function atPlace<T>(at: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) {
      const place = error.field === null ? `entries.${at}` : `entries.${at}.${error.field}`;
      throw problem(error.status, error.message, { errors: { [place]: [error.message] } });
    }
    if (!(error instanceof Response)) throw error;
    const {
      title,
      errors = {},
      ...told
    } = (await error.clone().json()) as {
      title: string;
      status: number;
      type: string;
      errors?: Record<string, string[]>;
    };
    const placed = Object.entries(errors).map(([name, words]) => [`entries.${at}.${name}`, words]);
    const { type: _type, status, ...members } = told;
    throw problem(status, title, {
      members,
      errors: placed.length === 0 ? { [`entries.${at}`]: [title] } : Object.fromEntries(placed),
    });
  }
}
