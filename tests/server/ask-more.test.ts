import { describe, expect, test } from "vitest";
import { RILEY, Visitor } from "./access-world.ts";
import { openWorld, type World } from "./world.ts";

const WISH = "The SOC 1 report for our auditors, by December 10.";
const UID = "Reports.soc1";
const PLACE = `requestAccess=true&itemUid=${UID}`;

const requestOf = (world: World, email: string) =>
  world.services.store.read
    .selectFrom("accessRequests")
    .selectAll()
    .where("email", "=", email)
    .where("status", "=", "pending")
    .execute();

async function more(world: World, as: string | null, fields: Record<string, string> = {}) {
  return world.ask(`/acme/get-access?${PLACE}`, {
    ...(as === null ? {} : { as }),
    form: {
      intent: "ask-more",
      productId: await world.productId("acme"),
      itemUid: UID,
      ...fields,
    },
  });
}

describe("a member who asks for one more item", () => {
  test("has one field to fill in, and is told what is asked for", async () => {
    const world = await openWorld();
    const page = await world.ask(`/acme?${PLACE}`, { as: RILEY });
    const begins = page.text.indexOf('role="dialog"');
    const dialog = page.text.slice(begins, page.text.indexOf("</form>", begins));
    expect(dialog).toContain("What do you need, by when?");
    expect(dialog).toContain("You are asking for");
    expect(dialog).toContain(RILEY);
    for (const name of ["firstName", "companyName", "countriesDropdown", "agree"])
      expect(dialog).not.toContain(`name="${name}"`);
  });

  test("is asked for by their session, and staff read what they need", async () => {
    const world = await openWorld();
    const answer = await more(world, RILEY, { note: `  ${WISH} ` });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringContaining("accessStatus=request-sent"),
    ]);
    const [row] = await requestOf(world, RILEY);
    expect(row).toMatchObject({
      companyName: "Customer Inc",
      itemUid: UID,
      note: WISH,
      notedAt: null,
      agreed: 1,
      memberId: expect.any(String) as string,
    });
    const page = await world.ask(`/requests/${row?.id}`, { as: "owner@acme.example" });
    expect(page.text).toContain(WISH);
  });

  test("may leave the field empty", async () => {
    const world = await openWorld();
    expect((await more(world, RILEY, { note: "  " })).status).toBe(303);
    expect((await requestOf(world, RILEY))[0]?.note).toBeNull();
  });

  test("keeps a text that is too long, and nothing is recorded", async () => {
    const world = await openWorld();
    const answer = await more(world, RILEY, { note: "a".repeat(1_001) });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Use at most 1000 characters");
    expect(answer.text).toContain("a".repeat(1_001));
    expect(await requestOf(world, RILEY)).toEqual([]);
  });

  test.each([
    ["a stranger", null],
    ["staff of another company", "owner@globex.example"],
  ])("is nobody else, who is led to the login: %s", async (_name, as) => {
    const world = await openWorld();
    const before = await world.services.store.read
      .selectFrom("accessRequests")
      .select("id")
      .execute();
    const answer = await more(world, as, { note: WISH });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringContaining("loginRequest=true"),
    ]);
    const after = await world.services.store.read
      .selectFrom("accessRequests")
      .select("id")
      .execute();
    expect(after).toHaveLength(before.length);
  });
});

test("a stranger's form asks what they need, and staff read it", async () => {
  const world = await openWorld();
  const visitor = new Visitor(world);
  expect((await visitor.ask("/acme?requestAccess=true")).text).toContain(
    "What do you need, by when?",
  );
  await visitor.request({ note: WISH });
  expect((await requestOf(world, "jane@corp.example"))[0]?.note).toBe(WISH);
});
