import { describe, expect, test } from "vitest";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const EDITOR = "editor@acme.example";
const HOUR_MS = 3_600_000;

const FIELDS = {
  subject: "Something new",
  category: "general",
  message: "The **message**",
  audience: "public",
  statusPage: "on",
};

const post = (
  world: World,
  path: string,
  form: Record<string, string>,
  as = OWNER,
): Promise<Answer> => world.ask(path, { form, as });
const save = (world: World, fields: Record<string, string> = {}, as = OWNER) =>
  post(world, "/updates/new", { ...FIELDS, intent: "save", ...fields }, as);
const idIn = (answer: Answer) =>
  /\/updates\/(?:drafts|topics)\/([\w-]{22})/.exec(answer.headers.location ?? "")?.[1] ??
  `no id in ${answer.status} ${answer.headers.location}`;
const publish = (world: World, draft: string, fields: Record<string, string> = {}, as = OWNER) =>
  post(
    world,
    `/updates/drafts/${draft}/review`,
    { intent: "publish", revision: "1", ...fields },
    as,
  );
const actions = async (world: World) =>
  (await listAudit(world.services.store.read, await world.orgId("acme"), { page: 1 })).rows
    .map((row) => row.action)
    .filter((action) => action.startsWith("topic"));
const updates = async (world: World) => (await world.ask("/acme/updates")).text;
const rows = (world: World, table: "topicUpdates" | "mailings" | "topicDrafts" | "topics") =>
  world.services.store.read.selectFrom(table).selectAll().orderBy("createdAt").execute();

async function needSecondPerson(world: World): Promise<void> {
  expect((await post(world, "/updates", { needSecondPerson: "on" })).status).toBe(303);
}

async function fresh(): Promise<World> {
  const world = await openWorld();
  const acme = await world.orgId("acme");
  await world.services.store.write(async (trx) => {
    await trx.deleteFrom("topicDrafts").where("orgId", "=", acme).execute();
    await trx.deleteFrom("topics").where("orgId", "=", acme).execute();
    await trx.deleteFrom("mailings").execute();
  });
  return world;
}

describe("the form of an update", () => {
  test("that is refused says so, keeps what was typed, and saves nothing", async () => {
    const world = await fresh();
    const answer = await save(world, {
      subject: "",
      message: "Kept words",
      statusPage: "",
      publishAt: "never",
      emails: "kept@b.example",
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("<title>Error: New update");
    for (const words of [
      "Kept words",
      "kept@b.example",
      "Enter a subject",
      "Choose at least one channel",
      "Enter a date and a time",
    ])
      expect(answer.text).toContain(words);
    expect(await rows(world, "topicDrafts")).toEqual([]);
  });

  test("sent fifty times saves one draft; its publication fifty times is one update, one mailing, one audit row", async () => {
    const world = await fresh();
    const page = await world.ask("/updates/new", { as: OWNER });
    const issued = /name="draft" value="([\w-]{22})"/.exec(page.text)?.[1] ?? "";
    expect(issued).not.toBe("");
    const mail = {
      draft: issued,
      email: "on",
      subscribers: "on",
      source: "listed",
      emails: "a@b.example",
    };
    const saves = await Promise.all(Array.from({ length: 50 }, () => save(world, mail)));
    expect(new Set(saves.map(({ status, headers }) => `${status} ${headers.location}`))).toEqual(
      new Set([`303 /updates/drafts/${issued}`]),
    );
    expect(await rows(world, "topicDrafts")).toHaveLength(1);
    const published = await Promise.all(Array.from({ length: 50 }, () => publish(world, issued)));
    expect(new Set(published.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(published.map(idIn)).size).toBe(1);
    expect([
      (await rows(world, "mailings")).length,
      (await rows(world, "topicDrafts")).length,
    ]).toEqual([1, 0]);
    expect(
      (await actions(world)).filter((action) => action === "topic-update.published"),
    ).toHaveLength(1);
    // The forms that are still open somewhere lead to what they became.
    expect((await save(world, mail)).headers.location).toMatch(/^\/updates\/topics\//);
    expect(
      (
        await post(world, `/updates/drafts/${issued}`, {
          ...FIELDS,
          ...mail,
          intent: "save",
          revision: "1",
        })
      ).headers.location,
    ).toMatch(/^\/updates\/topics\//);
    expect(await rows(world, "mailings")).toHaveLength(1);
  });

  test("publishes at once where nobody gets mail, and shows who gets it where somebody does", async () => {
    const world = await fresh();
    expect((await save(world, { intent: "publish" })).headers.location).toMatch(
      /^\/updates\/topics\//,
    );
    expect(await updates(world)).toContain("Something new");
    const review = await save(world, {
      intent: "publish",
      subject: "By mail",
      email: "on",
      source: "listed",
      emails: "a@b.example, c@d.example",
    });
    expect(review.headers.location).toMatch(/\/review$/);
    const page = await world.ask(review.headers.location ?? "", { as: OWNER });
    expect(page.text).toContain("2 recipients");
    expect(page.text).toContain("By mail · Acme Cloud");
    expect(await updates(world)).not.toContain("By mail");
  });

  test("of somebody who was slower answers 409 with both versions, and then replaces knowingly", async () => {
    const world = await fresh();
    const draft = idIn(await save(world));
    const edit = (message: string, revision: string, as: string) =>
      post(world, `/updates/drafts/${draft}`, { ...FIELDS, intent: "save", message, revision }, as);
    expect((await edit("The editor's words", "1", EDITOR)).status).toBe(303);
    const late = await edit("The owner's words", "1", OWNER);
    expect(late.status).toBe(409);
    for (const words of ["The editor&#x27;s words", "The owner&#x27;s words", "Tomasz Wilk"])
      expect(late.text).toContain(words);
    const revision = /name="revision" value="(\d+)"/.exec(late.text)?.[1] ?? "";
    expect((await edit("The owner's words", revision, OWNER)).status).toBe(303);
    expect((await publish(world, draft, { revision: "1" })).status).toBe(409);
    expect(
      (await rows(world, "topicDrafts")).map((row) => "message" in row && row.message),
    ).toEqual(["The owner's words"]);
  });
});

describe("a planned time that has passed", () => {
  const PAST = "2026-11-19T13:00";
  const SAID = "This time has already passed. Choose a later time, or confirm to publish now.";
  const BOX = /<input[^>]*name="publishNow"[^>]*>/;

  test("is asked about by the form, which keeps what was typed and publishes nothing", async () => {
    const world = await fresh();
    const form = (fields: Record<string, string>) =>
      post(world, "/updates/new", { ...FIELDS, intent: "publish", publishAt: PAST, ...fields });
    expect((await world.ask("/updates/new", { as: OWNER })).text).not.toMatch(BOX);
    const asked = await form({});
    expect([asked.status, asked.text.includes(SAID)]).toEqual([400, true]);
    for (const kept of [BOX, PAST, "Something new", "The **message**"])
      expect(asked.text).toMatch(kept);
    expect((await rows(world, "topicDrafts")).length).toBe(0);
    expect(await updates(world)).not.toContain("Something new");
    // Another fault leaves the tick where it is.
    const faulty = await form({ publishNow: "on", subject: "" });
    expect(BOX.exec(faulty.text)?.[0]).toContain("checked");
    const done = await form({ publishNow: "on" });
    expect([done.status, (await updates(world)).includes("Something new")]).toEqual([303, true]);
    const made = (await rows(world, "topicUpdates")).filter(
      (row) => "message" in row && row.message === FIELDS.message,
    );
    expect(made.map(({ createdAt }) => createdAt)).toEqual([world.time.toISOString()]);
  });

  test("is saved with a draft, and asked about where that is published", async () => {
    const world = await fresh();
    const draft = idIn(
      await save(world, {
        publishAt: "2026-11-20T13:00",
        email: "on",
        source: "listed",
        emails: "a@b.example",
      }),
    );
    const review = () => world.ask(`/updates/drafts/${draft}/review`, { as: OWNER });
    expect((await review()).text).not.toMatch(BOX);
    world.time = new Date(world.time.getTime() + 4 * HOUR_MS);
    const page = (await review()).text;
    expect(page).toMatch(BOX);
    expect(page.replaceAll("<!-- -->", "")).toContain("That time has passed.");
    const refused = await publish(world, draft);
    expect([refused.status, refused.text.includes(SAID)]).toEqual([400, true]);
    expect(await world.services.store.read.selectFrom("mailings").select("id").execute()).toEqual(
      [],
    );
    expect((await publish(world, draft, { publishNow: "on" })).status).toBe(303);
    expect(await updates(world)).toContain("Something new");
  });
});

describe("a published update", () => {
  test("follows the clock: scheduled, then on page, feed and bar, its mail not before", async () => {
    const world = await fresh();
    const draft = idIn(
      await save(world, {
        subject: "Later",
        publishAt: "2026-11-20T13:00",
        email: "on",
        source: "listed",
        emails: "a@b.example",
      }),
    );
    const topic = idIn(await publish(world, draft));
    const faces = async () =>
      Promise.all(
        ["/acme", "/acme/updates", `/acme/updates/${topic}`, "/acme/feed.json"].map(async (path) =>
          (await world.ask(path)).text.includes("Later"),
        ),
      );
    expect(await faces()).toEqual([false, false, false, false]);
    const [mailing] = await world.services.store.read.selectFrom("mailings").selectAll().execute();
    // Acme's zone is an hour ahead of UTC.
    expect(mailing?.notBefore).toBe("2026-11-20T12:00:00.000Z");
    world.time = new Date("2026-11-20T12:00:00.000Z");
    expect(await faces()).toEqual([true, true, true, true]);
    expect((await world.ask("/acme")).text).toContain(`tcuUid=${topic}`);
    world.time = new Date("2026-11-21T12:00:01.000Z");
    expect((await world.ask("/acme")).text).not.toContain(`tcuUid=${topic}`);
  });

  test("that is scheduled can be taken back: no page, no mail; the old form publishes nothing", async () => {
    const world = await fresh();
    const draft = idIn(
      await save(world, {
        publishAt: "2026-11-20T13:00",
        email: "on",
        source: "listed",
        emails: "a@b.example",
      }),
    );
    const topic = idIn(await publish(world, draft));
    const back = await post(world, `/updates/topics/${topic}`, {
      intent: "withdraw",
      updateId: draft,
    });
    expect(back.headers.location).toMatch(/^\/updates\/drafts\//);
    expect([
      (
        await world.services.store.read
          .selectFrom("topicUpdates")
          .select("id")
          .where("id", "=", draft)
          .execute()
      ).length,
      (await rows(world, "topics")).filter((row) => row.id === topic).length,
    ]).toEqual([0, 0]);
    expect(
      (await world.services.store.read.selectFrom("mailings").select("state").execute()).map(
        ({ state }) => state,
      ),
    ).toEqual(["stopped"]);
    expect((await publish(world, draft)).status).toBe(404);
    world.time = new Date(world.time.getTime() + 4 * HOUR_MS);
    expect(await updates(world)).not.toContain("Something new");
  });

  test("that is edited says so and when, keeps the old words for staff alone, and mails nobody", async () => {
    const world = await fresh();
    const topic = idIn(await save(world, { intent: "publish" }));
    const update = (
      await world.services.store.read
        .selectFrom("topicUpdates")
        .select("id")
        .where("topicId", "=", topic)
        .executeTakeFirstOrThrow()
    ).id;
    world.time = new Date(world.time.getTime() + HOUR_MS);
    const edited = await post(world, `/updates/topics/${topic}/${update}`, {
      revision: "1",
      subject: "Something newer",
      category: "compliance",
      message: "Other words",
    });
    expect(edited.status).toBe(303);
    const text = await updates(world);
    expect(text).toMatch(
      /Edited(?:<!-- -->)? <time dateTime="2026-11-20T11:00:00.000Z" title="November 20, 2026, 12:00[^"]*">today</,
    );
    for (const [words, shown] of [
      ["Something newer", true],
      ["Other words", true],
      ["The <strong>message", false],
    ] as const)
      expect([words, text.includes(words)]).toEqual([words, shown]);
    expect((await world.ask(`/updates/topics/${topic}`, { as: OWNER })).text).toContain(
      "Earlier versions",
    );
    expect(await rows(world, "mailings")).toEqual([]);
    const late = await post(world, `/updates/topics/${topic}/${update}`, {
      revision: "1",
      subject: "Too late",
      category: "general",
      message: "Too late",
    });
    expect(late.status).toBe(409);
    expect(late.text).toContain("What is published now");
    expect(JSON.parse((await world.ask("/acme/feed.json")).text).items[0].date_modified).toBe(
      "2026-11-20T11:00:00.000Z",
    );
  });

  test("that is unpublished leaves every face at once, and its mailing stops; twice is once", async () => {
    const world = await fresh();
    const draft = idIn(
      await save(world, {
        subject: "Soon gone",
        email: "on",
        source: "listed",
        emails: "a@b.example",
      }),
    );
    const topic = idIn(await publish(world, draft));
    const faces = async () =>
      Promise.all(
        [
          "/acme",
          "/acme/updates",
          `/acme/updates/${topic}`,
          "/acme/feed.json",
          "/acme/feed.xml",
          "/acme/sitemap.xml",
        ].map(async (path) => {
          const { text } = await world.ask(path);
          return text.includes("Soon gone") || (!path.includes(topic) && text.includes(topic));
        }),
      );
    expect(await faces()).toEqual([true, true, true, true, true, true]);
    for (let i = 0; i < 2; i += 1)
      expect(
        (await post(world, `/updates/topics/${topic}`, { intent: "unpublish", updateId: draft }))
          .status,
      ).toBe(303);
    expect(await faces()).toEqual([false, false, false, false, false, false]);
    expect(
      (await world.services.store.read.selectFrom("mailings").select("state").execute()).map(
        ({ state }) => state,
      ),
    ).toEqual(["stopped"]);
    expect(
      (await actions(world)).filter((action) => action === "topic-update.unpublished"),
    ).toHaveLength(1);
    expect(
      (await post(world, `/updates/topics/${topic}/${draft}`, { revision: "1", ...FIELDS })).status,
    ).toBe(404);
  });

  test("by email alone is on no page; a private one is for accounts", async () => {
    const world = await fresh();
    await publish(
      world,
      idIn(
        await save(world, {
          subject: "Mail alone",
          statusPage: "",
          email: "on",
          source: "listed",
          emails: "a@b.example",
        }),
      ),
    );
    await save(world, { intent: "publish", subject: "For accounts", audience: "private" });
    expect(await updates(world)).not.toMatch(/Mail alone|For accounts/);
    expect((await world.ask("/acme/updates", { as: "riley@customer.example" })).text).toContain(
      "For accounts",
    );
    expect((await world.ask("/acme/updates", { as: "sam@prospect.example" })).text).not.toContain(
      "For accounts",
    );
  });

  test("to listed people, when it is private, needs an explicit word", async () => {
    const world = await fresh();
    const draft = idIn(
      await save(world, {
        audience: "private",
        email: "on",
        source: "listed",
        emails: "a@b.example",
      }),
    );
    const refused = await publish(world, draft);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Confirm that these addresses can receive a private update");
    expect((await publish(world, draft, { confirmListed: "on" })).status).toBe(303);
    const [mailing] = await world.services.store.read.selectFrom("mailings").selectAll().execute();
    expect(JSON.parse(mailing?.recipientsJson ?? "{}")).toMatchObject({
      membersOnly: true,
      audience: { source: "listed", emails: ["a@b.example"] },
    });
  });

  test("to an audience of nobody is refused", async () => {
    const world = await fresh();
    await world.services.store.write((trx) =>
      trx
        .updateTable("members")
        .set({ removedAt: world.time.toISOString(), removedBy: "Test" })
        .execute(),
    );
    const refused = await publish(
      world,
      idIn(await save(world, { email: "on", source: "accounts" })),
    );
    expect([refused.status, refused.text.includes("No one would get this email")]).toEqual([
      400,
      true,
    ]);
  });

  test("of a change of subprocessors shows its terms on page and in the mail, which is complete as text", async () => {
    const world = await fresh();
    const draft = idIn(
      await save(world, {
        category: "subprocessors",
        effectiveOn: "2026-12-24",
        objectionDays: "30",
        message: "A <b>raw</b> [link](javascript:alert(1)) and [another](https://x.example)",
        email: "on",
        source: "listed",
        emails: "a@b.example",
      }),
    );
    await publish(world, draft);
    const page = await updates(world);
    expect(page).toContain("December 24, 2026");
    expect(page).toContain("30 days, until December 20, 2026");
    const [mailing] = await world.services.store.read.selectFrom("mailings").selectAll().execute();
    for (const part of [mailing?.othersText, mailing?.othersHtml, mailing?.text, mailing?.html]) {
      expect(part).toContain("30 days, until December 20, 2026");
      expect(part).toContain("https://x.example");
      expect(part).toMatch(/\/updates\/[\w-]{22}/);
      expect(part).not.toContain("javascript:");
    }
    expect(mailing?.html).not.toContain("<b>raw");
  });

  test("of another category takes no terms, whatever was left in their fields", async () => {
    const world = await fresh();
    const draft = idIn(
      await save(world, { category: "general", effectiveOn: "soon", objectionDays: "30" }),
    );
    const [row] = (await rows(world, "topicDrafts")).filter(({ id }) => id === draft);
    expect(row).toMatchObject({ category: "general", effectiveOn: null, objectionDays: null });
  });
});

describe("where a second person approves", () => {
  test("neither the author nor who sent it publishes; a colleague does, and both stand in the audit", async () => {
    const world = await fresh();
    await needSecondPerson(world);
    const draft = idIn(await save(world, { intent: "publish" }, EDITOR));
    expect(
      await rows(world, "topicUpdates").then((all) => all.filter((row) => row.id === draft)),
    ).toEqual([]);
    expect((await publish(world, draft, {}, OWNER)).status).toBe(409);
    expect(
      (
        await post(
          world,
          `/updates/drafts/${draft}/review`,
          { intent: "submit", revision: "1" },
          EDITOR,
        )
      ).status,
    ).toBe(303);
    expect((await publish(world, draft, {}, EDITOR)).status).toBe(409);
    expect((await world.ask("/updates", { as: OWNER })).text).toMatch(
      /Waiting for approval[^]*Something new[^]*Tomasz Wilk/,
    );
    expect((await publish(world, draft, {}, OWNER)).status).toBe(303);
    expect(await updates(world)).toContain("Something new");
    expect(await actions(world)).toEqual(
      expect.arrayContaining([
        "topic-draft.submitted",
        "topic-update.approved",
        "topic-update.published",
      ]),
    );
  });

  test("approves what was read: words that changed meanwhile are not published, and wait anew", async () => {
    const world = await fresh();
    await needSecondPerson(world);
    const draft = idIn(await save(world, {}, EDITOR));
    await post(
      world,
      `/updates/drafts/${draft}/review`,
      { intent: "submit", revision: "1" },
      EDITOR,
    );
    const [edited, approved] = await Promise.all([
      post(
        world,
        `/updates/drafts/${draft}`,
        { ...FIELDS, message: "Slipped in", intent: "save", revision: "1" },
        EDITOR,
      ),
      publish(world, draft, {}, OWNER),
    ]);
    const text = await updates(world);
    expect(text).not.toContain("Slipped in");
    // Whichever came first, the other was refused or led to what is published.
    if (approved.status === 303) expect(edited.headers.location).toMatch(/^\/updates\/topics\//);
    else expect([approved.status, edited.status]).toEqual([409, 303]);
    expect((await publish(world, draft, { revision: "2" }, EDITOR)).status).not.toBe(200);
    expect(await updates(world)).not.toContain("Slipped in");
  });

  test("gives back with a word, and approves changes of what is published, too", async () => {
    const world = await fresh();
    const topic = idIn(await save(world, { intent: "publish" }, EDITOR));
    await needSecondPerson(world);
    const update = (
      await world.services.store.read
        .selectFrom("topicUpdates")
        .select("id")
        .where("topicId", "=", topic)
        .executeTakeFirstOrThrow()
    ).id;
    await post(
      world,
      `/updates/topics/${topic}/${update}`,
      { revision: "1", subject: "Something new", category: "general", message: "Reworded" },
      EDITOR,
    );
    expect(await updates(world)).not.toContain("Reworded");
    const draft = (
      await world.services.store.read
        .selectFrom("topicDrafts")
        .select("id")
        .where("updateId", "=", update)
        .executeTakeFirstOrThrow()
    ).id;
    await post(
      world,
      `/updates/drafts/${draft}/review`,
      { intent: "return", note: "Say since when", revision: "1" },
      OWNER,
    );
    expect((await world.ask(`/updates/drafts/${draft}/review`, { as: EDITOR })).text).toContain(
      "Say since when",
    );
    await post(
      world,
      `/updates/topics/${topic}/${update}`,
      {
        revision: "1",
        subject: "Something new",
        category: "general",
        message: "Reworded since May",
      },
      EDITOR,
    );
    expect((await publish(world, draft, { revision: "2" }, EDITOR)).status).toBe(409);
    expect((await publish(world, draft, { revision: "2" }, OWNER)).status).toBe(303);
    expect(await updates(world)).toContain("Reworded since May");
  });

  test("fifty approvals at once are one publication", async () => {
    const world = await fresh();
    await needSecondPerson(world);
    const draft = idIn(await save(world, { email: "on", subscribers: "on" }, EDITOR));
    await post(
      world,
      `/updates/drafts/${draft}/review`,
      { intent: "submit", revision: "1" },
      EDITOR,
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 2 === 0 ? publish(world, draft, {}, OWNER) : publish(world, draft, {}, EDITOR),
      ),
    );
    expect(answers.every(({ status }) => status === 303 || status === 409)).toBe(true);
    expect(await rows(world, "mailings")).toHaveLength(1);
    expect(
      (await actions(world)).filter((action) => action === "topic-update.approved"),
    ).toHaveLength(1);
  });

  test("the setting is for those who edit settings", async () => {
    const world = await fresh();
    expect((await post(world, "/updates", { needSecondPerson: "on" }, EDITOR)).status).toBe(403);
    expect((await world.ask("/updates", { as: EDITOR })).text).not.toContain(
      "A second person approves updates",
    );
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      updateCustomization({ trx, orgId: acme, now: world.time }, { updatesNeedSecondPerson: true }),
    );
    expect((await world.ask("/updates/new", { as: OWNER })).text).not.toContain('value="publish"');
  });
});
