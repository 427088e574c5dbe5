import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { createStaff, grantRole } from "#auth/store/staff.server.ts";
import { subscriptionToken } from "#updates/subscribers/mail/subscription-links.ts";
import { CARD_KINDS } from "#model/cards/kinds.ts";
import type { Writer } from "#db/store.ts";
import { WALK } from "../limits.ts";
import { chance, everything, sample } from "../sample.ts";
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
  type MetPage,
  type Trial,
} from "./form-walk.ts";
import { hiddenNames, unreadFields } from "./hidden-fields.ts";
import { htmlForms, sendingOf } from "./html-forms.ts";
import { HOST_OF, rowsOfTable } from "./rights-check.ts";
import { VIEWERS, type DoorName, type ViewerName } from "./rights-table.ts";
import { cookiesOf } from "./session-forms.ts";
import { specimenWorld } from "./specimens.ts";
import { enrol, signIn } from "./staff-journeys.ts";
import { linkIn, mails, subscribed } from "./subscribers-world.ts";
import type { World } from "./world.ts";

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

/** So many pages of the table of rights the short run begins at, for each viewer; and so many of all walk. */
const PAGES = 8;
const WALKS = 9;

/** The pages of a viewer by the table of rights: in the short run some, of each shape one. */
function seedsOf(
  ids: Readonly<Record<string, string>>,
  { viewer, door, home }: (typeof WALKERS)[number],
): string[] {
  const paths = rowsOfTable()
    .filter((row) => row.door === door && row.cells[viewer]?.status === 200)
    .map(({ path }) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name))
    .filter((path) => !path.startsWith("/api/"));
  const shapes = new Map(paths.map((path) => [shapeOf(path), path]));
  return [home, ...sample(everything ? paths : [...shapes.values()], PAGES, `${viewer} ${door}`)];
}

/** The named world with something at every address, and everybody who walks through it. */
async function walkedWorld(): Promise<{ world: World; walkers: FormWalker[] }> {
  const world = await specimenWorld();
  const { ids } = world;
  const acme = ids.acme ?? "";
  await world.services.store.write(async (trx) => {
    const admin = await createStaff(
      { trx, by: SYSTEM, now: world.time },
      { email: VIEWERS.admin, name: "Ada Admin", passwordHash: "none" },
    );
    await grantRole({ trx, orgId: acme, by: SYSTEM, now: world.time }, admin, "admin");
    await completeCards(trx);
  });
  // A second factor ends the sessions of before.
  const half = await halfSignedIn(world);
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
  return { world, walkers: [...walkers, half, ...(await withLinks(world, acme))] };
}

/** Specimens stand among few cards, so that pages are small; products have each kind, which forms rely on. */
async function completeCards(trx: Writer): Promise<void> {
  const products = await trx.selectFrom("products").select(["id", "orgId"]).execute();
  for (const { id, orgId } of products)
    await trx
      .insertInto("cards")
      .values(
        CARD_KINDS.filter((kind) => kind !== "CustomerData").map((kind) => ({
          orgId,
          productId: id,
          kind,
        })),
      )
      .onConflict((row) => row.doNothing())
      .execute();
}

/** Somebody who gave a password, and is asked for a code. */
async function halfSignedIn(world: World): Promise<FormWalker> {
  await enrol(world);
  const cookie = cookiesOf(await signIn(world)).join("; ");
  return { name: "half signed in", cookie, seeds: ["/sign-in/code"] };
}

/** Those who come by a link of a mail. */
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
  ];
}

/** So many ways of sending forms, and forms with hidden fields, the short run tries. */
const UNTOUCHED = 110;
const CHOSEN = 110;
const WITH_HIDDEN = 20;

/** One of those who have the same form, by the seed. */
function oneOfEach(found: readonly FoundForm[]): FoundForm[] {
  return [...Map.groupBy(found, ({ shape }) => shape)].flatMap(([shape, [first, ...others]]) => {
    const at = Math.floor(chance(shape) * (others.length + 1));
    const one = others[at] ?? first;
    return one === undefined ? [] : [one];
  });
}

/** A preview of a page that is not there for whom it previews says what they would be told. */
const isPreview = ({ found: { form }, choice }: Trial) =>
  form.element.attribs.method === "get" &&
  ["accountId", "permissionProfileId"].includes(choice?.control.name ?? "");

async function faultsOf(snapshot: Snapshot, trials: readonly Trial[]): Promise<string[]> {
  const faults: string[] = [];
  for (const trial of trials) {
    const answer = await tried(snapshot, trial);
    if (isPreview(trial) && answer.status === 404) continue;
    for (const fault of faultsOfAnswer(answer, trial.found.form, trial.choice))
      faults.push(`${inWords(trial)}: ${fault}`);
  }
  return faults;
}

interface Walked {
  snapshot: Snapshot;
  walkers: readonly FormWalker[];
  pages: readonly MetPage[];
  found: readonly FoundForm[];
}

let walked: Promise<Walked> | undefined;

/** Walks once for all tests of this file: what is sent is sent to copies of the world. */
function walkOnce(): Promise<Walked> {
  walked ??= (async () => {
    const { world, walkers: all } = await walkedWorld();
    const walkers = sample(all, WALKS, "who walks to forms");
    const snapshot = new Snapshot(world);
    const pages = await snapshot.with(async (copy) => {
      const met: MetPage[] = [];
      for (const walker of walkers) met.push(...(await pagesOf(copy, walker)));
      return met;
    });
    return { snapshot, walkers, pages, found: formsOfPages(pages) };
  })();
  return walked;
}

describe("every form", () => {
  test("is met by each kind of viewer, and stands on its page as it should", WALK, async () => {
    const { walkers, pages, found } = await walkOnce();
    const closed = pages.filter(
      ({ walker, url, answer }) => walker.seeds.includes(url) && answer.status !== 200,
    );
    expect(closed.map(({ walker, url }) => `${walker.name} is not let in at ${url}`)).toEqual([]);
    const faults = new Map<string, string>();
    for (const { walker, url, answer } of pages)
      for (const fault of faultsOfPage(answer.text))
        faults.set(`${shapeOf(url)} ${fault}`, `${walker.name} at ${url}: ${fault}`);
    expect([...faults.values()]).toEqual([]);
    const without = walkers.filter(({ name }) => !found.some(({ walker }) => walker.name === name));
    expect(without.map(({ name }) => name)).toEqual([]);
    process.stdout.write(`${pages.length} pages, ${found.length} forms\n`);
  });

  test("that is sent untouched does what its page offers, or says why not", WALK, async () => {
    const { snapshot, found } = await walkOnce();
    const all = found.flatMap((one) => trialsOf(one).untouched);
    const trials = sample(all, UNTOUCHED, "untouched forms");
    expect(await faultsOf(snapshot, trials)).toEqual([]);
    process.stdout.write(`${trials.length} of ${all.length} ways of sending them untouched\n`);
    expect(trials.length).toBeGreaterThan(100);
  });

  test("does what each of its choices says, or says at the field why not", WALK, async () => {
    const { snapshot, found } = await walkOnce();
    // Who else has the same form is offered the same: what is refused to them alone, the untouched form tells.
    const all = oneOfEach(found).flatMap((one) => trialsOf(one).chosen);
    const trials = sample(all, CHOSEN, "choices of forms");
    expect(await faultsOf(snapshot, trials)).toEqual([]);
    process.stdout.write(`${trials.length} of ${all.length} choices\n`);
    expect(trials.length).toBeGreaterThan(100);
  });

  test("has no hidden field that nobody reads", WALK, async () => {
    const { snapshot, found } = await walkOnce();
    const withHidden = oneOfEach(found).filter(
      (one) => sendingOf(one.form, null, one.page).method === "post" && hiddenNames(one).length > 0,
    );
    const wrong: string[] = [];
    let judged = 0;
    for (const one of sample(withHidden, WITH_HIDDEN, "hidden fields")) {
      const unread = await unreadFields(snapshot, one);
      if (unread === null) continue;
      judged += 1;
      for (const name of unread)
        wrong.push(`${one.walker.name} at ${one.page}: nobody reads the hidden field ${name}`);
    }
    expect(wrong).toEqual([]);
    process.stdout.write(`${judged} of ${withHidden.length} forms with hidden fields\n`);
    expect(judged).toBeGreaterThan(8);
  });
});

test("a hidden field that nobody reads is told of", async () => {
  const { world, walkers } = await walkedWorld();
  const walker = walkers.find(({ name }) => name === "owner");
  if (walker === undefined) throw new Error("no owner");
  const address = "/products/new";
  const { text } = await world.ask(address, { headers: { cookie: walker.cookie ?? "" } });
  const planted = text.replaceAll(
    'name="formOnce"',
    'name="planted" value="x"><input type="hidden" name="formOnce"',
  );
  const snapshot = new Snapshot(world);
  const unread = [text, planted].map((markup) => {
    const form = htmlForms(markup).find(({ controls }) => controls.some((c) => c.name === "name"));
    if (form === undefined) throw new Error("no form");
    return unreadFields(snapshot, { walker, page: address, form, shape: "" });
  });
  expect(await Promise.all(unread)).toEqual([[], ["planted"]]);
});
