import { describe, expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { openWorld, type World } from "./world.ts";

const PATH = "/api/trust-center/updates";
const PAYLOAD = {
  subject: "By the API",
  category: "general",
  message: "A message",
  approve: true,
  spAudience: "public",
  channelSp: true,
};

const send = (
  world: World,
  payload: unknown,
  {
    as = "owner@acme.example",
    headers = {},
  }: { as?: string | null; headers?: Record<string, string> } = {},
) =>
  world.ask(PATH, {
    method: "POST",
    body: JSON.stringify(payload),
    headers: { "content-type": "application/json", ...headers },
    ...(as === null ? {} : { as }),
  });

const count = async (world: World, table: "topicUpdates" | "topicDrafts" | "mailings") =>
  (await world.services.store.read.selectFrom(table).select("id").execute()).length;

describe("POST /api/trust-center/updates", () => {
  test("publishes with the verb of the form", async () => {
    const world = await openWorld();
    const mails = await count(world, "mailings");
    const answer = await send(world, {
      ...PAYLOAD,
      channelEmail: { subscribers: true, audience: { source: "listed", emails: ["a@b.example"] } },
    });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      201,
      {
        topicId: expect.any(String),
        updateId: expect.any(String),
        publishAt: "2026-11-20T10:00:00.000Z",
        state: "published",
      },
    ]);
    expect((await world.ask("/acme/updates")).text).toContain("By the API");
    expect(await count(world, "mailings")).toBe(mails + 1);
    const followUp = await send(world, {
      topicId: JSON.parse(answer.text).topicId,
      message: "And then",
      approve: true,
      channelSp: true,
    });
    expect(followUp.status).toBe(201);
    expect((await world.ask("/acme/updates")).text).toContain("And then");
  });

  test("fifty times at once has one effect, with a key and without", async () => {
    const world = await openWorld();
    for (const headers of [{}, { "idempotency-key": "one" }] as Record<string, string>[]) {
      const [before, mails] = [await count(world, "topicUpdates"), await count(world, "mailings")];
      const payload = {
        ...PAYLOAD,
        subject: `Once ${JSON.stringify(headers)}`,
        channelEmail: { subscribers: true },
      };
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => send(world, payload, { headers })),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect([await count(world, "topicUpdates"), await count(world, "mailings")]).toEqual([
        before + 1,
        mails + 1,
      ]);
    }
    const later = await openWorld();
    await send(later, PAYLOAD);
    later.time = new Date(later.time.getTime() + 11 * 60_000);
    const before = await count(later, "topicUpdates");
    await send(later, PAYLOAD);
    expect(await count(later, "topicUpdates")).toBe(before + 1);
  });

  test("a key that comes again with another body is refused, whatever became of the first", async () => {
    const world = await openWorld();
    const headers = { "idempotency-key": "mine" };
    for (const approve of [true, false]) {
      const own = { headers: { "idempotency-key": `mine ${String(approve)}` } };
      const first = await send(world, { ...PAYLOAD, approve, subject: "First" }, own);
      const before = [await count(world, "topicUpdates"), await count(world, "topicDrafts")];
      // The order of the names is nothing, a word is.
      const body = { ...PAYLOAD, subject: "First", approve };
      const again = await send(world, Object.fromEntries(Object.entries(body).toReversed()), own);
      const other = await send(world, { ...PAYLOAD, approve, subject: "Second" }, own);
      const same = await send(world, body, own);
      for (const answer of [again, same])
        expect([answer.status, answer.text]).toEqual([first.status, first.text]);
      expect(JSON.parse(other.text)).toEqual({
        type: "about:blank",
        title:
          "This Idempotency-Key came with another body before. Use a new key for a new update.",
        status: 422,
        code: "idempotency_key_reused",
      });
      expect(other.headers["content-type"]).toBe("application/problem+json");
      expect([await count(world, "topicUpdates"), await count(world, "topicDrafts")]).toEqual(
        before,
      );
    }
    // Another person's key is another key, and so is the same one a day later.
    expect((await send(world, PAYLOAD, { headers })).status).toBe(201);
    const editor = { headers, as: "editor@acme.example" };
    expect((await send(world, { ...PAYLOAD, subject: "Mine" }, editor)).status).toBe(201);
    const later = { ...PAYLOAD, subject: "Later" };
    const aged = (ms: number) =>
      world.services.store.write((trx) =>
        trx
          .updateTable("topicUpdates")
          .set({ createdAt: new Date(world.time.getTime() - ms).toISOString() })
          .where("requestKey", "is not", null)
          .execute(),
      );
    await aged(23 * 3_600_000);
    expect((await send(world, later, { headers })).status).toBe(422);
    await aged(25 * 3_600_000);
    expect((await send(world, later, { headers })).status).toBe(201);
  });

  test("a time that has passed is refused until it is said to be now; a minute is nothing", async () => {
    const world = await openWorld();
    const at = (seconds: number) => new Date(world.time.getTime() + seconds * 1_000).toISOString();
    const before = await count(world, "topicUpdates");
    for (const approve of [true, false]) {
      const refused = await send(world, { ...PAYLOAD, approve, publishAt: at(-61) });
      expect(JSON.parse(refused.text)).toMatchObject({
        status: 400,
        code: "publish_at_passed",
        errors: { publishAt: [expect.stringContaining("publishNow") as string] },
      });
    }
    expect([await count(world, "topicUpdates"), before]).toEqual([before, before]);
    const late = await send(world, { ...PAYLOAD, publishAt: at(-59) });
    expect([late.status, JSON.parse(late.text)]).toEqual([
      201,
      expect.objectContaining({ state: "published", publishAt: at(0) }) as object,
    ]);
    const wanted = await send(world, { ...PAYLOAD, publishAt: at(-86_400), publishNow: true });
    expect([wanted.status, (JSON.parse(wanted.text) as { state: string }).state]).toEqual([
      201,
      "published",
    ]);
    // What was scheduled in time is answered again after its time, by its key.
    const headers = { "idempotency-key": "scheduled" };
    const soon = { ...PAYLOAD, subject: "Soon", publishAt: at(3_600) };
    expect((await send(world, soon, { headers })).status).toBe(201);
    world.time = new Date(world.time.getTime() + 2 * 3_600_000);
    expect((await send(world, soon, { headers })).status).toBe(201);
  });

  test("without approval waits; with it too, where a second person is wanted", async () => {
    const world = await openWorld();
    expect((await send(world, { ...PAYLOAD, approve: false, subject: "One" })).status).toBe(202);
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      updateCustomization({ trx, orgId: acme, now: world.time }, { updatesNeedSecondPerson: true }),
    );
    const answer = await send(world, { ...PAYLOAD, subject: "Two" });
    expect([answer.status, JSON.parse(answer.text).state]).toEqual([202, "waiting"]);
    expect((await world.ask("/acme/updates")).text).not.toMatch(/>(?:One|Two)</);
  });

  test("pins a topic by isPinned, and refuses names that it does not know", async () => {
    const world = await openWorld();
    const answer = await send(world, { ...PAYLOAD, isPinned: true });
    const { topicId } = JSON.parse(answer.text) as { topicId: string };
    const topics = JSON.parse((await world.ask("/api/share/acme/compliance-update")).text) as {
      id: string;
      isPinned: boolean;
    }[];
    expect(topics.find(({ id }) => id === topicId)?.isPinned).toBe(true);
    const before = await count(world, "topicUpdates");
    for (const [wrong, name] of [
      [{ pinned: true }, "pinned"],
      [{ channelEmail: { subscribers: true, everybody: true } }, "everybody"],
      [
        { channelEmail: { audience: { source: "listed", emails: ["a@b.example"], bcc: [] } } },
        "bcc",
      ],
    ] as const) {
      const refused = await send(world, { ...PAYLOAD, message: name, ...wrong });
      expect([refused.status, refused.text]).toEqual([
        400,
        expect.stringContaining(name) as string,
      ]);
    }
    expect(await count(world, "topicUpdates")).toBe(before);
  });

  test("refuses as problem documents: faults by field, foreign things, and who may not", async () => {
    const world = await openWorld();
    const globex = (
      await world.services.store.read
        .selectFrom("topics")
        .select("id")
        .where("orgId", "=", await world.orgId("globex"))
        .limit(1)
        .executeTakeFirstOrThrow()
    ).id;
    const cases: [unknown, Parameters<typeof send>[2], number, string?][] = [
      [{ ...PAYLOAD, subject: "" }, {}, 400, "subject"],
      [{ ...PAYLOAD, category: "weather" }, {}, 400, "category"],
      [{ ...PAYLOAD, channelSp: false }, {}, 400, "channelSp"],
      [{ ...PAYLOAD, channelEmail: { subscribers: false } }, {}, 400, "channelEmail.subscribers"],
      [
        {
          ...PAYLOAD,
          spAudience: "private",
          channelEmail: { audience: { source: "listed", emails: ["a@b.example"] } },
        },
        {},
        400,
        "confirmListed",
      ],
      [{ ...PAYLOAD, topicId: globex }, {}, 400, "topicId"],
      [{ ...PAYLOAD, products: [await world.productId("globex")] }, {}, 400, "topicId"],
      [[], {}, 400],
      [PAYLOAD, { as: null }, 401],
      [PAYLOAD, { as: "riley@customer.example" }, 401],
      [PAYLOAD, { as: "viewer@acme.example" }, 403],
      [PAYLOAD, { as: "reviewer@acme.example" }, 403],
      [PAYLOAD, { headers: { origin: "https://evil.example" } }, 403],
      [PAYLOAD, { headers: { "content-type": "text/plain" } }, 415],
    ];
    const before = [await count(world, "topicUpdates"), await count(world, "topicDrafts")];
    for (const [payload, options, status, field] of cases) {
      const answer = await send(world, payload, options);
      expect([status, answer.headers["content-type"], field], answer.text).toEqual([
        answer.status,
        "application/problem+json",
        field,
      ]);
      if (field !== undefined) expect(Object.keys(JSON.parse(answer.text).errors)).toContain(field);
    }
    expect([await count(world, "topicUpdates"), await count(world, "topicDrafts")]).toEqual(before);
  });
});
