import { expect, test } from "vitest";
import { addFaqEntry, findFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import { markReviewed } from "#content/knowledge-base/store/reviews.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { mails } from "./access-world.ts";
import { changed, fieldsOf, formsOf } from "./page-form.ts";
import { targetOf } from "./session-forms.ts";
import { actions } from "./staff-journeys.ts";
import { builtServer } from "./template.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const EDITOR = "editor@acme.example";

const plain = (text: string) => text.replaceAll("<!-- -->", "");

/** The named world without the reviews that the demo has, with an entry of acme's. */
async function withEntry(question: string, answer = "We do.") {
  const world = await openWorld();
  const orgId = await world.orgId("acme");
  const id = await world.services.store.write(async (trx) => {
    await trx.deleteFrom("faqReviews").execute();
    return addFaqEntry(
      trx,
      orgId,
      { question, answer, access: "public", productIds: [] },
      world.time,
    );
  });
  return { world, orgId, id, page: `/knowledge-base/${id}` };
}

async function staffId(world: World, email: string): Promise<string> {
  const { id } = await world.services.store.read
    .selectFrom("staff")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return id;
}

const reviews = (world: World) =>
  world.services.store.read.selectFrom("faqReviews").selectAll().execute();

/** The form of a page that has a field of this name. */
const formWith = (page: Answer, name: string) =>
  formsOf(page).find((form) => form.includes(`name="${name}"`)) ?? "";

/** Makes an entry one of some months ago. */
async function backdate(world: World, id: string): Promise<void> {
  const old = "2026-08-01T10:00:00.000Z";
  await world.services.store.write((trx) =>
    trx
      .updateTable("faqEntries")
      .set({ createdAt: old, modifiedAt: old })
      .where("id", "=", id)
      .execute(),
  );
}

/** Turns the clock to a moment and lets what is due happen. */
async function at(world: World, moment: string): Promise<void> {
  world.time = new Date(moment);
  const { runDueJobs } = await builtServer();
  await runDueJobs(world.services);
}

test("an entry has an owner and a rhythm, is due in time, and no longer once it is reviewed", async () => {
  const { world, id, page } = await withEntry("Is the walrus audited?");
  const owner = await staffId(world, EDITOR);
  const change = { owner, every: "3" };
  expect(
    (await world.ask(`${page}/review`, { as: "reviewer@acme.example", form: change })).status,
  ).toBe(403);
  expect(
    (await world.ask(`${page}/review`, { as: "owner@globex.example", form: change })).status,
  ).toBe(404);
  expect(await reviews(world)).toEqual([]);
  const saved = await world.ask(`${page}/review`, { as: OWNER, form: change });
  expect([saved.status, saved.headers.location]).toEqual([303, page]);
  expect(await reviews(world)).toEqual([
    expect.objectContaining({ entryId: id, ownerId: owner, everyMonths: 3, reviewedAt: null }),
  ]);
  // Somebody who edits no entries, and somebody of another company, can't own one.
  for (const email of ["reviewer@acme.example", "owner@globex.example"]) {
    const form = { owner: await staffId(world, email), every: "6" };
    await world.ask(`${page}/review`, { as: OWNER, form });
  }
  expect((await reviews(world))[0]).toMatchObject({ ownerId: owner, everyMonths: 3 });
  expect((await world.ask(`${page}/review`, { as: OWNER, form: { every: "5" } })).status).toBe(400);

  const due = async (query = "review=due") =>
    (await world.ask(`/knowledge-base?${query}`, { as: OWNER })).text.includes("walrus");
  expect([await due(), await due("review=mine")]).toEqual([false, false]);
  await backdate(world, id);
  expect([await due(), await due("review=none")]).toEqual([true, false]);
  expect((await world.ask("/knowledge-base?review=mine", { as: EDITOR })).text).toContain("walrus");
  expect(plain((await world.ask(page, { as: OWNER })).text)).toContain("Due for review");
  const pressed = await world.ask(`${page}/reviewed`, { as: EDITOR, form: {} });
  expect([pressed.status, await due()]).toEqual([303, false]);
  expect(
    (await actions(world, "acme")).filter((action) => action.startsWith("faq-entry.review")),
  ).toEqual(expect.arrayContaining(["faq-entry.review-changed", "faq-entry.reviewed"]));
  const csv = (await world.ask("/knowledge-base/export.csv?q=walrus", { as: OWNER })).text;
  expect(csv.split("\n")[0]).toContain("owner,reviewMonths,lastReviewed,nextReview,used");
  expect(csv).toContain(`${EDITOR},3,`);
});

test("its owner is told on weekdays while it is due, unless they don’t want that", async () => {
  const { world, orgId, id, page } = await withEntry("Is the walrus audited?");
  const { store } = world.services;
  await store.write((trx) => trx.updateTable("orgs").set({ timeZone: "UTC" }).execute());
  const owner = await staffId(world, EDITOR);
  await world.ask(`${page}/review`, { as: OWNER, form: { owner, every: "3" } });
  await backdate(world, id);
  const told = async () =>
    (await mails(world, "staff-digest")).filter(({ toEmail }) => toEmail === EDITOR);
  await at(world, "2026-11-22T12:00:00Z");
  await at(world, "2026-11-23T08:00:00Z");
  expect((await told()).map(({ subject }) => subject)).toEqual([
    "1 FAQ entry is waiting · Acme Cloud",
  ]);
  expect((await told())[0]?.text).toContain("Is the walrus audited?");
  await store.write((trx) =>
    trx
      .insertInto("mutedNotifications")
      .values({ orgId, staffId: owner, kind: "faq-review", mutedAt: world.time.toISOString() })
      .execute(),
  );
  await at(world, "2026-11-24T08:00:00Z");
  expect(await told()).toHaveLength(1);
  await store.write((trx) => trx.deleteFrom("mutedNotifications").execute());
  await at(world, "2026-11-25T08:00:00Z");
  expect(await told()).toHaveLength(2);
  await store.write((trx) => markReviewed({ trx, orgId, by: SYSTEM, now: world.time }, [id]));
  await at(world, "2026-11-26T08:00:00Z");
  expect(await told()).toHaveLength(2);
});

test("a replaced or expired document makes the entries due that link to it", async () => {
  const { world, orgId } = await withEntry("Unrelated walrus?");
  const { store } = world.services;
  const documents = await store.read
    .selectFrom("documents")
    .select(["id", "originalName"])
    .where("orgId", "=", orgId)
    .where("expiresOn", "is", null)
    .orderBy("id")
    .limit(2)
    .execute();
  const [first, second] = documents;
  if (first === undefined || second === undefined) throw new Error("there are no documents");
  const add = (question: string, answer: string) =>
    store.write((trx) =>
      addFaqEntry(trx, orgId, { question, answer, access: "public", productIds: [] }, world.time),
    );
  await add("Where is the walrus report?", `[Report](/acme/documents/${first.id}/view)`);
  const old = await add("Where is the old walrus?", `[It](/acme/documents/${second.id}/view?a=b)`);
  const due = async () =>
    plain((await world.ask("/knowledge-base?review=due&q=walrus", { as: OWNER })).text);
  expect(await due()).not.toContain("walrus report");
  world.time = new Date(world.time.getTime() + 60_000);
  await store.write(async (trx) => {
    const version = await trx
      .selectFrom("documentVersions")
      .selectAll()
      .where("orgId", "=", orgId)
      .where("documentId", "=", first.id)
      .orderBy("number", "desc")
      .executeTakeFirstOrThrow();
    const createdAt = world.time.toISOString();
    await trx
      .insertInto("documentVersions")
      .values({ ...version, number: version.number + 1, createdAt })
      .execute();
    await trx
      .updateTable("documents")
      .set({ expiresOn: "2026-11-01" })
      .where("orgId", "=", orgId)
      .where("id", "=", second.id)
      .execute();
  });
  const shown = await due();
  expect(shown).toContain("Where is the walrus report?");
  expect(shown).not.toContain("Where is the old walrus?");
  expect(shown).not.toContain("Unrelated walrus?");
  // It expired before the entry was written; one that is older hasn’t been looked at since.
  await backdate(world, old);
  expect(await due()).toContain("Where is the old walrus?");
});

test("the list’s filter says which entries a change is for", async () => {
  const { world, id } = await withEntry("Is the walrus audited?");
  const owner = await staffId(world, OWNER);
  const form = { owner, every: "12", reviewed: "yes" };
  const done = await world.ask("/knowledge-base/review?q=walrus", { as: EDITOR, form });
  expect([done.status, done.headers.location]).toEqual([303, "/knowledge-base?q=walrus"]);
  expect(await reviews(world)).toEqual([
    expect.objectContaining({ entryId: id, ownerId: owner, everyMonths: 12 }),
  ]);
  // What is left as it is stays.
  await world.ask("/knowledge-base/review?q=walrus", { as: EDITOR, form: { every: "never" } });
  expect((await reviews(world))[0]).toMatchObject({ ownerId: owner, everyMonths: null });
  const elsewhere = await world.ask("/knowledge-base/review?q=walrus", {
    as: "owner@globex.example",
    form,
  });
  // The owner is nobody of theirs: the form says so.
  expect([elsewhere.status, await reviews(world)]).toEqual([
    409,
    expect.objectContaining({ length: 1 }),
  ]);
});

test("what is refused of a review stands in its form, and the forms beside it still do theirs", async () => {
  const { world, orgId, id, page } = await withEntry("Is the walrus audited?");
  const stranger = await staffId(world, "reviewer@acme.example");
  const form = { owner: stranger, every: "6" };
  const refused = await world.ask(`${page}/review`, { as: OWNER, form });
  expect([refused.status, plain(refused.text)]).toEqual([
    409,
    expect.stringContaining("This person no longer edits the FAQ. Choose someone else."),
  ]);
  const own = formWith(refused, "every");
  expect(fieldsOf(own).get("every")).toBe("6");
  const entry = formWith(refused, "question");
  expect(targetOf(entry, `${page}/review`)).toBe(page);
  const question = "Is the walrus audited yearly?";
  const typed = changed(fieldsOf(entry), { question, intent: "save" });
  const saved = await world.ask(targetOf(entry, `${page}/review`), { as: OWNER, form: typed });
  expect(saved.status).toBe(303);
  expect((await world.ask(page, { as: OWNER })).text).toContain(question);
  expect(await reviews(world)).toEqual([]);
  const all = await world.ask("/knowledge-base/review?q=walrus", { as: OWNER, form });
  expect([all.status, fieldsOf(formWith(all, "every")).get("every")]).toEqual([409, "6"]);
  // So does a star of the list, which is no button with an address.
  const star = formWith(all, "id");
  const sent = new URLSearchParams({ ...Object.fromEntries(fieldsOf(star)), intent: "favourite" });
  const starred = await world.ask(targetOf(star, "/knowledge-base/review?q=walrus"), {
    as: OWNER,
    form: sent,
  });
  expect([starred.status, starred.headers.location]).toEqual([303, "/knowledge-base?q=walrus"]);
  expect((await findFaqEntry(world.services.store.read, orgId, id))?.favouriteAt).not.toBeNull();
  expect(all.text).toMatch(/<details[^>]* open=""[^>]*><summary[^>]*>Change the review/);
});
