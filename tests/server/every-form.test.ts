import { expect, test } from "vitest";
import { SYSTEM } from "../../app/features/audit/store/audit.server.ts";
import { createStaff, grantRole } from "../../app/auth/store/staff.server.ts";
import { subscriptionToken } from "../../app/features/subscribers/mail/subscription-links.ts";
import { WALK } from "../limits.ts";
import { everything, sample } from "../sample.ts";
import { shapeOf } from "./crawl.ts";
import { faultsOfAnswer, faultsOfPage } from "./form-check.ts";
import {
  formsOfPages,
  inWords,
  pagesOf,
  Snapshot,
  tried,
  trialsOf,
  type FormWalker,
  type FoundForm,
  type Trial,
} from "./form-walk.ts";
import { htmlForms } from "./html-forms.ts";
import { HOST_OF, rowsOfTable } from "./rights-check.ts";
import { VIEWERS, type DoorName, type ViewerName } from "./rights-table.ts";
import { cookiesOf } from "./session-forms.ts";
import { plantSpecimens } from "./specimens.ts";
import { enrol, signIn } from "./staff-journeys.ts";
import { linkIn, mails, subscribed } from "./subscribers-world.ts";
import { openWorld, type World } from "./world.ts";

const READER = "reader@reader.example";

/** Who walks through which door, as the table of rights calls them, and the portal where they begin. */
const WALKERS: readonly { viewer: ViewerName; door: DoorName; home: string }[] = [
  { viewer: "anonymous", door: "default", home: "/acme" },
  { viewer: "anonymous", door: "domain", home: "/" },
  { viewer: "pending", door: "default", home: "/acme" },
  { viewer: "approved", door: "default", home: "/acme" },
  { viewer: "approved", door: "domain", home: "/" },
  { viewer: "unsigned", door: "default", home: "/acme" },
  { viewer: "elsewhere", door: "default", home: "/globex" },
  { viewer: "owner", door: "default", home: "/home" },
  { viewer: "admin", door: "default", home: "/home" },
  { viewer: "editor", door: "default", home: "/home" },
  { viewer: "reviewer", door: "default", home: "/home" },
  { viewer: "viewer", door: "default", home: "/home" },
  { viewer: "staffElsewhere", door: "default", home: "/home" },
];

/** The pages of a viewer by the table of rights: one of each shape in the short run. */
function seedsOf(
  ids: Readonly<Record<string, string>>,
  { viewer, door, home }: (typeof WALKERS)[number],
): string[] {
  const paths = rowsOfTable()
    .filter((row) => row.door === door && row.cells[viewer]?.status === 200)
    .map(({ path }) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name))
    .filter((path) => !path.startsWith("/api/"));
  const shapes = new Map([home, ...paths].map((path) => [shapeOf(path), path]));
  return everything ? [...new Set([home, ...paths])] : [...shapes.values()];
}

/** The named world with something at every address, and everybody who walks through it. */
async function walkedWorld(): Promise<{ world: World; walkers: FormWalker[] }> {
  const world = await openWorld();
  const ids: Readonly<Record<string, string>> = await plantSpecimens(world);
  const acme = ids.acme ?? "";
  await world.services.store.write(async (trx) => {
    const admin = await createStaff(
      trx,
      { email: VIEWERS.admin, name: "Ada Admin", passwordHash: "none" },
      SYSTEM,
      world.time,
    );
    await grantRole(trx, acme, admin, "admin", SYSTEM, world.time);
  });
  const walkers: FormWalker[] = [];
  for (const walker of WALKERS) {
    const { viewer, door } = walker;
    const email = VIEWERS[viewer];
    const host = HOST_OF[door];
    walkers.push({
      name: host === undefined ? viewer : `${viewer} on the own domain`,
      ...(email === null ? {} : { cookie: await world.cookieOf(email, host ?? world.host) }),
      ...(host === undefined ? {} : { host }),
      seeds: seedsOf(ids, walker),
    });
  }
  return { world, walkers: [...walkers, ...(await withLinks(world, acme))] };
}

/** Those who come by a link of a mail, or are half signed in. */
async function withLinks(world: World, acme: string): Promise<FormWalker[]> {
  await subscribed(world, READER);
  const token = subscriptionToken(world.services.key, "subscription", acme, READER);
  const other = "second@reader.example";
  await world.ask("/acme/subscribe", { form: { email: other } });
  const confirm = linkIn(
    (await mails(world)).findLast((mail) => mail.to === other),
    /confirm/,
  );
  await world.ask("/sign-in/forgotten", { form: { email: VIEWERS.editor } });
  const password = linkIn(
    (await mails(world)).findLast((mail) => mail.to === VIEWERS.editor),
    /sign-in\/password/,
  );
  await enrol(world);
  const half = await signIn(world);
  return [
    {
      name: "subscriber",
      seeds: [`/acme/subscription?token=${token}`, `/acme?unsubscribeToken=${token}`],
    },
    {
      name: "subscriber to be",
      seeds: [confirm.path],
      ...(confirm.host === world.host ? {} : { host: confirm.host }),
    },
    { name: "who forgot a password", seeds: [password.path] },
    { name: "half signed in", cookie: cookiesOf(half).join("; "), seeds: ["/sign-in/code"] },
  ];
}

/** So many ways of sending forms the short run tries. */
const UNTOUCHED = 700;
const CHOSEN = 700;

/** One of those who have the same form, by the seed; in the long run each. */
function oneOfEach(found: readonly FoundForm[]): FoundForm[] {
  if (everything) return [...found];
  const shapes = Map.groupBy(found, ({ shape }) => shape);
  return [...shapes].flatMap(([shape, same]) => sample(same, 1, shape));
}

async function faultsOf(snapshot: Snapshot, trials: readonly Trial[]): Promise<string[]> {
  const faults: string[] = [];
  for (const trial of trials) {
    const answer = await tried(snapshot, trial);
    for (const fault of faultsOfAnswer(answer, trial.found.form, trial.choice))
      faults.push(`${inWords(trial)}: ${fault}`);
  }
  return faults;
}

test("every form does what its page offers, or says at the field why not", WALK, async () => {
  const { world, walkers } = await walkedWorld();
  const snapshot = new Snapshot(world);
  const t0 = performance.now();
  const pages = await snapshot.with(async (copy) => {
    const met = [];
    for (const walker of walkers) met.push(...(await pagesOf(copy, walker)));
    return met;
  });
  const t1 = performance.now();
  const byPage = pages.flatMap(({ walker, url, answer }) =>
    faultsOfPage(answer.text).map((fault) => `${walker.name} at ${url}: ${fault}`),
  );
  const found = formsOfPages(pages);
  const without = walkers.filter(({ name }) => !found.some(({ walker }) => walker.name === name));
  expect(without.map(({ name }) => name)).toEqual([]);
  const untouched = found.flatMap((one) => trialsOf(one).untouched);
  const chosen = oneOfEach(found).flatMap((one) => trialsOf(one).chosen);
  process.stdout.write(`${pages.length} pages ${found.length} forms ${new Set(found.map((f) => f.shape)).size} shapes ${untouched.length} untouched ${chosen.length} chosen; ${(t1 - t0) / 1000} s\n`);
  const a = await faultsOf(snapshot, sample(untouched, UNTOUCHED, "untouched forms"));
  const t2 = performance.now();
  process.stdout.write(`${(t2 - t1) / 1000} s\n`);
  const b = await faultsOf(snapshot, sample(chosen, CHOSEN, "choices of forms"));
  process.stdout.write(`${(performance.now() - t2) / 1000} s\n`);
  (await import("node:fs")).writeFileSync("/tmp/j/faults.txt", [...byPage, "---", ...a, "---", ...b].join("\n"));
  expect([...byPage, ...a, ...b].length).toEqual(0);
  expect(htmlForms("")).toEqual([]);
});
