import { describe, expect, test } from "vitest";
import { recordAccessRequest } from "#access/access-requests/store/access-requests.server.ts";
import { mails, Visitor } from "./access-world.ts";
import { actions } from "./staff-journeys.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const REVIEWER = "reviewer@acme.example";
const OWNER = "owner@acme.example";
const HOUR = 3_600_000;
const JO = "jo@newcomer.example";

async function asks(world: World, email = JO, hoursAgo = 0): Promise<string> {
  const org = await world.orgId("acme");
  const productId = await world.productId("acme");
  return world.services.store.write((trx) =>
    recordAccessRequest(
      {
        trx,
        orgId: org,
        by: { actor: "visitor", actorName: "Jo Berg" },
        now: new Date(world.time.getTime() - hoursAgo * HOUR),
      },
      { email, companyName: "Newcomer Ltd", firstName: "Jo", lastName: "Berg", productId },
    ),
  );
}

const main = (text: string) => text.slice(text.indexOf("<main"));
const post = (world: World, id: string, form: Record<string, string>, as = REVIEWER) =>
  world.ask(`/requests/${id}`, { as, form });
const page = async (world: World, id: string, as = REVIEWER) =>
  main((await world.ask(`/requests/${id}`, { as })).text);
const list = async (world: World, query: string, as = REVIEWER) =>
  main((await world.ask(`/requests${query}`, { as })).text);
const staffId = async (world: World, email: string) =>
  (
    await world.services.store.read
      .selectFrom("staff")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).id;
/** Staff's question to whoever sent a request, and the link of its mail. */
async function asked(world: World, id: string, question = "Which product?"): Promise<string> {
  expect((await post(world, id, { intent: "ask", question })).status).toBe(303);
  const mail = (await mails(world, "request-question")).at(-1);
  const link = new URL(/https?:\/\/\S+requestToken=\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  return link.searchParams.get("requestToken") ?? "";
}
const answers = (world: World, requestToken: string, answer: string) =>
  new Visitor(world).ask(`/acme/get-access?requestToken=${requestToken}`, {
    form: { intent: "answer", requestToken, answer },
  });

describe("who looks at a request", () => {
  test("is taken with one press, shown in the list and the filters, and nobody is told of their own", async () => {
    const world = await openWorld();
    const [mine, other] = [await asks(world), await asks(world, "pia@other.example")];
    const me = await staffId(world, REVIEWER);
    expect((await post(world, mine, { intent: "assign", assignee: me })).status).toBe(303);
    expect(await page(world, mine)).toMatch(/Assigned to.{0,60}you/);
    expect(await mails(world, "staff-request-assigned")).toEqual([]);
    for (const [query, as, there] of [
      ["?assigned=me", REVIEWER, [mine]],
      ["?assigned=me", OWNER, []],
      ["?assigned=nobody", REVIEWER, [other]],
      [`?assigned=${me}`, OWNER, [mine]],
    ] as const) {
      const text = await list(world, query, as);
      expect([query, as, [mine, other].filter((id) => text.includes(id))]).toEqual([
        query,
        as,
        [...there],
      ]);
    }
    expect(await list(world, "")).toContain("Priya Raman");
    await post(world, mine, { intent: "assign", assignee: "nobody" });
    expect(await list(world, "?assigned=me")).not.toContain(mine);
    expect(await actions(world, "acme")).toEqual(
      expect.arrayContaining(["access-request.assigned", "access-request.unassigned"]),
    );
  });

  test("is told by one mail of many at once, unless they want none", async () => {
    const world = await openWorld();
    const ids = [await asks(world), await asks(world, "pia@other.example")];
    const priya = await staffId(world, REVIEWER);
    const many = (as: string) =>
      world.ask("/requests", {
        as,
        form: new URLSearchParams([
          ["intent", "assign"],
          ["assignee", priya],
          ...ids.map((id): [string, string] => ["requestIds", id]),
        ]),
      });
    expect((await many(OWNER)).status).toBe(303);
    const sent = await mails(world, "staff-request-assigned");
    expect(sent.map(({ toEmail }) => toEmail)).toEqual([REVIEWER]);
    for (const words of [JO, "pia@other.example", "/requests?assigned=me"])
      expect(sent[0]?.text).toContain(words);
    // What was theirs already is no news.
    await many(OWNER);
    expect(await mails(world, "staff-request-assigned")).toHaveLength(1);
    await post(world, ids[0] ?? "", { intent: "assign", assignee: "nobody" });
    await world.ask("/account", {
      as: REVIEWER,
      form: { intent: "choose-notifications", wanted: "access-request" },
    });
    await many(OWNER);
    expect(await mails(world, "staff-request-assigned")).toHaveLength(1);
  });

  test("is somebody who may review, and nobody once they can't or the request is decided", async () => {
    const world = await openWorld();
    const id = await asks(world);
    const [editor, priya] = [
      await staffId(world, "editor@acme.example"),
      await staffId(world, REVIEWER),
    ];
    const globex = await staffId(world, "owner@globex.example");
    for (const assignee of [editor, globex, "x"]) {
      await post(world, id, { intent: "assign", assignee });
      expect(await list(world, "?assigned=nobody")).toContain(id);
    }
    await post(world, id, { intent: "assign", assignee: priya }, OWNER);
    await world.ask(`/team/${priya}/change-role`, { as: OWNER, form: { role: "viewer" } });
    expect(await list(world, "?assigned=nobody", OWNER)).toContain(id);
    await post(world, id, { intent: "decline" }, OWNER);
    await post(world, id, { intent: "assign", assignee: await staffId(world, OWNER) }, OWNER);
    expect(await page(world, id, OWNER)).toMatch(/Unassigned/);
  });
});

describe("notes on a request", () => {
  test("are for staff alone, in order, and the audit has none of their words", async () => {
    const world = await openWorld();
    const id = await asks(world);
    const token = await asked(world, id);
    for (const note of ["First thought", "Second thought"])
      expect((await post(world, id, { intent: "note", note })).status).toBe(303);
    const text = await page(world, id, OWNER);
    expect(text.indexOf("First thought")).toBeLessThan(text.indexOf("Second thought"));
    const { store } = world.services;
    const rows = await store.read.selectFrom("audit").selectAll().execute();
    expect(rows.map(({ action }) => action)).toContain("access-request.internal-note");
    expect(JSON.stringify(rows)).not.toContain("thought");
    const seen = await new Visitor(world).ask(`/acme?requestToken=${token}`);
    expect(seen.text).toContain("Which product?");
    expect(seen.text).not.toContain("thought");
    const outbox = await store.read.selectFrom("outbox").selectAll().execute();
    expect(JSON.stringify(outbox)).not.toContain("thought");
    for (const as of ["editor@acme.example", "owner@globex.example"])
      expect((await world.ask(`/requests/${id}`, { as })).text).not.toContain("thought");
  });

  test.each([
    ["nothing", "  ", "Write a note first"],
    ["too much", "x".repeat(2_001), wording.atMost2000Characters],
  ])("%s is refused with what was written", async (_what, note, words) => {
    const world = await openWorld();
    const id = await asks(world);
    const refused = await post(world, id, { intent: "note", note });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(words);
    expect(refused.text).toContain(note.trim());
  });
});

describe("asking the requester", () => {
  test("puts the request into a folder of its own, out of the counts and never late, until they answer", async () => {
    const world = await openWorld();
    const id = await asks(world, JO, 72);
    const badge = async () =>
      Number(
        /href="\/requests"[^>]*>Requests <span[^>]*>(\d+)/.exec(
          (await world.ask("/inbox", { as: REVIEWER })).text,
        )?.[1],
      );
    const before = await badge();
    expect(await list(world, "?late=yes")).toContain(id);
    const token = await asked(world, id);
    const [mail] = await mails(world, "request-question");
    expect([mail?.toEmail, mail?.text.includes("Which product?")]).toEqual([JO, true]);
    expect(await badge()).toBe(before - 1);
    for (const query of ["", "?late=yes", "?folder=asked&late=yes"])
      expect([query, (await list(world, query)).includes(id)]).toEqual([query, false]);
    expect(await list(world, "?folder=asked")).toContain(id);
    expect(main((await world.ask("/inbox", { as: REVIEWER })).text)).not.toContain(id);
    expect(await page(world, id)).toContain("Waiting for requester");

    const sent = await answers(world, token, "The Platform.\nFor 40 people.");
    expect(sent.status).toBe(303);
    expect(await badge()).toBe(before);
    expect(await page(world, id)).toContain("The Platform.\nFor 40 people.");
    // It is late again only after it has waited for staff once more.
    expect(await list(world, "?late=yes")).not.toContain(id);
    const told = (await mails(world, "staff-access-request")).filter(({ subject }) =>
      subject.startsWith("Answer from"),
    );
    expect(told.map(({ toEmail }) => toEmail).sort()).toEqual([OWNER, REVIEWER]);
    expect(told[0]?.text).toContain("The Platform. For 40 people.");
    const again = await new Visitor(world).ask(`/acme?requestToken=${token}`);
    expect(again.text).toContain("Questions you answered");
  });

  test("an answer needs the link of the mail: another browser, another request's or another company's token is nothing", async () => {
    const world = await openWorld();
    const visitor = new Visitor(world);
    await visitor.request({ email: JO });
    const { id } = await world.services.store.read
      .selectFrom("accessRequests")
      .select("id")
      .where("email", "=", JO)
      .executeTakeFirstOrThrow();
    const token = await asked(world, id, "Who are you really?");
    // The browser that sent the form may be anybody's.
    const sender = await visitor.ask("/acme?accessStatus=pending-request");
    expect(sender.text).toContain("Add a note");
    expect(sender.text).not.toContain("Who are you really?");
    for (const [portal, requestToken] of [
      ["/acme", ""],
      ["/acme", `${id}.forged`],
      ["/globex", token],
    ] as const) {
      const refused = await visitor.ask(
        `${portal}/get-access?accessStatus=pending-request&requestToken=${requestToken}`,
        { form: { intent: "answer", requestToken, answer: "It is me" } },
      );
      expect([portal, requestToken, refused.status]).toEqual([portal, requestToken, 400]);
    }
    expect(await page(world, id)).not.toContain("It is me");
  });

  test.each([
    ["decided", { intent: "decline" }],
    ["withdrawn", null],
  ])("a request that was %s refuses an answer and says so", async (_state, decision) => {
    const world = await openWorld();
    const id = await asks(world);
    const token = await asked(world, id);
    if (decision === null)
      await new Visitor(world).ask(`/acme/get-access?requestToken=${token}`, {
        form: { intent: "withdraw", requestToken: token },
      });
    else await post(world, id, decision);
    const refused = await answers(world, token, "Too late");
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(
      "This request was already decided or withdrawn, so your answer was not sent.",
    );
    expect(refused.text).toContain("Too late");
    expect(await page(world, id)).not.toContain("Too late");
    const asking = await post(world, id, { intent: "ask", question: "One more?" });
    expect(asking.status).toBe(409);
    expect(await mails(world, "request-question")).toHaveLength(1);
  });

  test("asks one thing at a time, and staff can stop waiting", async () => {
    const world = await openWorld();
    const id = await asks(world);
    const token = await asked(world, id);
    expect((await post(world, id, { intent: "ask", question: "And?" })).status).toBe(409);
    expect((await post(world, id, { intent: "stop-asking" })).status).toBe(303);
    expect(await list(world, "")).toContain(id);
    const refused = await answers(world, token, "Sorry, I was away");
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("This question is no longer open");
    expect(refused.text).toMatch(/<textarea[^>]*name="note"[^>]*>\s*Sorry, I was away/);
    await asked(world, id, "Still interested?");
    expect((await answers(world, token, "Yes")).status).toBe(303);
    expect(await page(world, id)).toContain("Not answered");
  });

  test("a declined request that is opened again waits for staff", async () => {
    const world = await openWorld();
    const id = await asks(world);
    const token = await asked(world, id);
    await post(world, id, { intent: "decline" });
    world.time = new Date(world.time.getTime() + HOUR);
    expect((await post(world, id, { intent: "reopen" })).status).toBe(303);
    expect(await list(world, "")).toContain(id);
    expect((await answers(world, token, "Hello?")).status).toBe(400);
  });
});

describe("saved views", () => {
  const save = (world: World, query: string, name: string, as = REVIEWER) =>
    world.ask(`/requests${query}`, { as, form: { intent: "save-view", name } });

  test("keep the filters of a list under a name for one person, as a link that can be removed", async () => {
    const world = await openWorld();
    const query = "?q=corp&assigned=me&late=yes&sort=company";
    expect((await save(world, `${query}&page=3`, "My late ones")).headers.location).toContain(
      "/requests?",
    );
    const text = await list(world, "");
    expect(text).toContain("My late ones");
    expect(text.replaceAll("&amp;", "&")).toContain(`href="/requests${query}"`);
    for (const as of [OWNER, "owner@globex.example"])
      expect(await list(world, "", as)).not.toContain("My late ones");
    // The same name is the same view.
    await save(world, "?free=yes", "My late ones");
    expect(await list(world, "")).toContain('href="/requests?free=yes"');
    const { id } = await world.services.store.read
      .selectFrom("inboxViews")
      .select("id")
      .executeTakeFirstOrThrow();
    const remove = (as: string) =>
      world.ask("/requests", { as, form: { intent: "remove-view", viewId: id } });
    expect((await remove(OWNER)).status).toBe(404);
    expect((await remove(REVIEWER)).status).toBe(303);
    expect(await list(world, "")).not.toContain('href="/requests?free=yes"');
  });

  test("are twelve at most, and need a name", async () => {
    const world = await openWorld();
    for (let i = 1; i <= 12; i += 1)
      expect((await save(world, "?free=yes", `View ${i}`)).status).toBe(303);
    const refused = await save(world, "?free=yes", "View 13");
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("You have 12 saved views. Delete one first.");
    expect(refused.text).toContain('value="View 13"');
    expect((await save(world, "?late=yes", "View 12")).status).toBe(303);
    expect((await save(world, "?free=yes", " ")).status).toBe(400);
  });

  test("end with their owner's place on the team", async () => {
    const world = await openWorld();
    await save(world, "?free=yes", "Free ones");
    const priya = await staffId(world, REVIEWER);
    await world.ask(`/team/${priya}/remove`, { as: OWNER, form: {} });
    expect(await world.services.store.read.selectFrom("inboxViews").select("id").execute()).toEqual(
      [],
    );
  });
});
