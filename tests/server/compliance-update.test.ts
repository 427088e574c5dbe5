import { describe, expect, test } from "vitest";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { hideTopic, pinTopic } from "#updates/updates/store/topics.server.ts";
import { emptyContent } from "./bare-world.ts";
import { say } from "./feed-world.ts";
import { openWorld, type Ask, type World } from "./world.ts";
import { wording } from "../wording.ts";

interface Topic {
  id: string;
  subject: string;
  category: string;
  hidden: boolean;
  isPinned: boolean;
  updates: {
    id: string;
    createdAt: string;
    message: string;
    spAudience: string;
    channel: string;
  }[];
}

const SHARE = "/api/share/acme/compliance-update";
const STAFF = "/api/trust-center/compliance-update";

async function accountId(world: World, email: string): Promise<string> {
  return (
    await world.services.store.read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).accountId;
}

async function topics(world: World, path: string, ask: Ask = {}): Promise<Topic[]> {
  const answer = await world.ask(path, ask);
  expect([path, answer.status, answer.headers["content-type"]]).toEqual([
    path,
    200,
    "application/json",
  ]);
  return JSON.parse(answer.text) as Topic[];
}

const subjects = async (world: World, path: string, ask?: Ask) =>
  (await topics(world, path, ask)).map((topic) => topic.subject);

/** Topics of every kind. */
async function plant(world: World) {
  await emptyContent(world);
  const orgId = await world.orgId("acme");
  const both = await say(world, { subject: "Public", category: "incidents", after: -3_000 });
  await say(world, {
    topic: both.topicId,
    audience: "private",
    message: "For accounts",
    after: -2_000,
  });
  await say(world, { subject: "Private", audience: "private", after: -4_000 });
  await say(world, { subject: "Scheduled", after: 3_600_000 });
  const hidden = await say(world, { subject: "Hidden", after: -5_000 });
  await say(world, {
    subject: "Of the lake",
    products: [await world.productId("acme", "Acme Data Lake")],
  });
  await world.services.store.write(async (trx) => {
    const write = { trx, orgId, by: SYSTEM, now: world.time };
    await hideTopic(write, hidden.topicId);
    await pinTopic(write, both.topicId);
  });
}

describe("the list of topics", () => {
  test("has the fields of the specification", async () => {
    const world = await openWorld();
    await plant(world);
    const [topic] = await topics(world, SHARE);
    expect(topic).toEqual({
      id: expect.any(String),
      subject: "Public",
      category: "incidents",
      hidden: false,
      isPinned: true,
      updates: [
        {
          id: expect.any(String),
          createdAt: new Date(world.time.getTime() - 3_000).toISOString(),
          message: "A message",
          spAudience: "public",
          channel: "status_page",
        },
      ],
    });
  });

  test("is the public's at the public base, whoever asks", async () => {
    const world = await openWorld();
    await plant(world);
    const lake = await world.productId("acme", "Acme Data Lake");
    for (const as of [undefined, "riley@customer.example", "owner@acme.example"]) {
      const who = as === undefined ? {} : { as };
      expect([as, await subjects(world, SHARE, who)]).toEqual([as, ["Public"]]);
      expect(await subjects(world, `${SHARE}?productId=${lake}`, who)).toEqual([
        "Public",
        "Of the lake",
      ]);
      expect(await subjects(world, SHARE, { ...who, host: "trust.acme.example" })).toEqual([
        "Public",
      ]);
    }
    for (const productId of ["no-such", await world.productId("globex")]) {
      const answer = await world.ask(`${SHARE}?productId=${productId}`);
      expect([answer.status, answer.headers["content-type"]]).toEqual([
        404,
        "application/problem+json",
      ]);
    }
  });

  test("is the members' own for members of that account, and nothing for others", async () => {
    const world = await openWorld();
    await plant(world);
    const own = `/api/statuspage/share/${await accountId(world, "riley@customer.example")}/external/compliance-update`;
    expect(await subjects(world, own, { as: "riley@customer.example" })).toEqual([
      "Public",
      "Private",
    ]);
    const [both] = await topics(world, own, { as: "riley@customer.example" });
    expect(both?.updates.map((update) => update.spAudience)).toEqual(["private", "public"]);
    const pending = `/api/statuspage/share/${await accountId(world, "sam@prospect.example")}/external/compliance-update`;
    expect(await subjects(world, pending, { as: "sam@prospect.example" })).toEqual(["Public"]);
    for (const as of [
      "sam@prospect.example",
      "kim@expired.example",
      "alex@clinic.example",
      "owner@acme.example",
      undefined,
    ]) {
      expect([as, (await world.ask(own, as === undefined ? {} : { as })).status]).toEqual([
        as,
        404,
      ]);
    }
    const cookie = await world.cookieOf("riley@customer.example", world.host);
    expect((await world.ask(own, { host: "trust.acme.example", headers: { cookie } })).status).toBe(
      404,
    );
  });

  test("is narrowed by its scope to what is for everybody, or for accounts alone", async () => {
    const world = await openWorld();
    await plant(world);
    const riley = "riley@customer.example";
    const own = `/api/statuspage/share/${await accountId(world, riley)}/external/compliance-update`;
    const said = async (scope: string) =>
      (await topics(world, `${own}?scope=${scope}`, { as: riley })).map(({ subject, updates }) => [
        subject,
        ...updates.map(({ spAudience }) => spAudience),
      ]);
    expect(await said("public")).toEqual([["Public", "public"]]);
    expect(await said("private")).toEqual([
      ["Public", "private"],
      ["Private", "private"],
    ]);
    expect(await subjects(world, `${SHARE}?scope=private`)).toEqual([]);
    const unknown = await world.ask(`${SHARE}?scope=everything`);
    expect([unknown.status, unknown.text.includes(wording.scopeIsPublicOrPrivate)]).toEqual([
      400,
      true,
    ]);
  });

  test("is everything for staff in Main, and what the viewer of their preview sees in Preview", async () => {
    const world = await openWorld();
    await plant(world);
    const as = "owner@acme.example";
    expect(await subjects(world, STAFF, { as })).toEqual(["Public", "Private", "Hidden"]);
    expect(await subjects(world, `${STAFF}?view=public`, { as })).toEqual(["Public"]);
    expect(
      await subjects(
        world,
        `${STAFF}?accountId=${await accountId(world, "riley@customer.example")}`,
        { as },
      ),
    ).toEqual(["Public", "Private"]);
    expect((await world.ask(`${STAFF}?accountId=nobody`, { as })).status).toBe(404);
    expect(await subjects(world, STAFF, { as: "owner@globex.example" })).not.toContain("Public");
    for (const who of [undefined, "riley@customer.example"])
      expect((await world.ask(STAFF, who === undefined ? {} : { as: who })).status).toBe(401);
  });
});
