import { describe, expect, test } from "vitest";
import { recordFileEvents } from "#tenancy/visitor-events/store/events.server.ts";
import { findAccount, listAccounts } from "#auth/accounts/store/accounts.server.ts";
import { membersByEmail } from "#auth/accounts/store/members.server.ts";
import { grantsInForce } from "#auth/accounts/store/grants.server.ts";
import { newId } from "#db/ids.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { Visitor } from "./access-world.ts";
import { actions } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const REVIEWER = "reviewer@acme.example";
const RILEY = "riley@customer.example";

async function accountNamed(world: World, name: string): Promise<string> {
  return (
    (await listAccounts(world.services.store.read, await world.orgId("acme"))).find(
      (account) => account.name === name,
    )?.id ?? ""
  );
}

function change(
  world: World,
  accountId: string,
  form: Record<string, string>,
  as = REVIEWER,
): Promise<Answer> {
  return world.ask(`/accounts/${accountId}`, { as, form });
}

const membersOf = async (world: World, email: string) =>
  membersByEmail(world.services.store.read, await world.orgId("acme"), email);
const grantsOf = async (world: World, accountId: string) =>
  (await grantsInForce(world.services.store.read, await world.orgId("acme"), accountId, world.time))
    .grants;

describe("the list of accounts", () => {
  test("finds by name and member's address, and by state", async () => {
    const world = await openWorld();
    const list = async (query: string) =>
      (await world.ask(`/accounts${query}`, { as: REVIEWER })).text;
    expect(await list("")).toMatch(/Customer Inc.*Prospect AG/s);
    expect(await list("?q=RILEY%40")).toContain("Customer Inc");
    expect(await list("?q=riley")).not.toContain("Prospect AG");
    expect(await list("?state=expired")).toContain("Expired Ltd");
    expect(await list("?state=expired")).not.toContain("Customer Inc");
    expect(await list("?q=nobody-at-all")).toContain("No accounts match");
  });

  test("says what each may read and who signed, and is sorted and narrowed by its address", async () => {
    const world = await openWorld();
    const names = async (query: string) => {
      const { text } = await world.ask(`/accounts${query}`, { as: REVIEWER });
      return [...text.matchAll(/<th scope="row".*?<a [^>]*>([^<]*)/g)].map(([, name]) => name);
    };
    const byName = await names("");
    expect(byName).toEqual([...byName].sort());
    expect(await names("?sort=-name")).toEqual(byName.toReversed());
    expect((await names("?sort=ends")).slice(0, 2)).toEqual(["Customer Inc", "Unsigned GmbH"]);
    expect(await names("?ends=30")).toEqual([]);
    const orgId = await world.orgId("acme");
    const soon = new Date(world.time.getTime() + 20 * 86_400_000).toISOString();
    const customer = await accountNamed(world, "Customer Inc");
    await world.services.store.write((trx) =>
      trx
        .updateTable("grants")
        .set({ expiresAt: soon })
        .where("orgId", "=", orgId)
        .where("accountId", "=", customer)
        .execute(),
    );
    expect(await names("?ends=30")).toEqual(["Customer Inc"]);
    const { text } = await world.ask("/accounts?ends=30&sort=-name", { as: REVIEWER });
    expect(text).toMatch(/Prospect - core reports.*Acme Platform.*1 of 1 signed/s);
    expect(text).toMatch(/aria-sort="descending"/);
    expect(text).toContain('href="/accounts?ends=30"');
    expect(text).toMatch(/<a [^>]*href="\/accounts"[^>]*>Clear/);
  });
});

describe("an account's page", () => {
  test("marks the members whom a rule approved, and them alone", async () => {
    const world = await openWorld();
    await new Visitor(world).request({ email: "pat@partner.example" });
    const accountId = (await membersOf(world, "pat@partner.example"))[0]?.accountId ?? "";
    await change(world, accountId, {
      intent: "add-member",
      email: "toni@partner.example",
      firstName: "Toni",
      lastName: "Vale",
    });
    const { text } = await world.ask(`/accounts/${accountId}`, { as: REVIEWER });
    const rowOf = (email: string) =>
      [...text.matchAll(/<tr>.*?<\/tr>/gs)].find(([row]) => row.includes(email))?.[0];
    expect(rowOf("pat@partner.example")).toContain("Approved by a rule");
    expect(rowOf("toni@partner.example")).toBeDefined();
    expect(rowOf("toni@partner.example")).not.toContain("Approved by a rule");
  });

  test("adds a member by hand, and refuses one who is there, with the values kept", async () => {
    const world = await openWorld();
    const id = await accountNamed(world, "Customer Inc");
    const toni = {
      intent: "add-member",
      email: "Toni@Customer.example",
      firstName: "Toni",
      lastName: "Vale",
    };
    expect((await change(world, id, toni)).status).toBe(303);
    expect((await membersOf(world, "toni@customer.example"))[0]).toMatchObject({
      accountId: id,
      firstName: "Toni",
    });
    const again = await change(world, id, toni);
    expect(again.status).toBe(409);
    expect(again.text).toContain("is already a member of this account");
    expect(again.text).toContain('value="Vale"');
    for (const [form, message] of [
      [{ email: "x" }, wording.invalidEmail],
      [{ email: "a@b.example", firstName: "" }, wording.firstNameRequired],
    ] as const) {
      const refused = await change(world, id, { ...toni, ...form });
      expect([refused.status, refused.text.includes(message)]).toEqual([400, true]);
    }
  });

  test("removes a member, whose session ends with the next request", async () => {
    const world = await openWorld();
    const id = await accountNamed(world, "Customer Inc");
    expect((await world.ask("/acme", { as: RILEY })).text).toContain("Riley");
    const [riley] = await membersOf(world, RILEY);
    expect(
      (await change(world, id, { intent: "remove-member", memberId: riley?.id ?? "" })).status,
    ).toBe(303);
    expect((await world.ask("/acme", { as: RILEY })).text).not.toContain("Riley");
    expect(
      (await change(world, id, { intent: "remove-member", memberId: riley?.id ?? "" })).status,
    ).toBe(409);
  });

  test("extends what has expired, and ends what was given", async () => {
    const world = await openWorld();
    const id = await accountNamed(world, "Expired Ltd");
    const product = await world.productId("acme");
    const profile =
      (await listProfiles(world.services.store.read, await world.orgId("acme")))[0]?.id ?? "";
    expect(await grantsOf(world, id)).toEqual([]);
    expect(
      (
        await change(world, id, {
          intent: "give",
          profileId: profile,
          productIds: product,
          expires: "days",
          expiresIn: "30",
          nda: "waived",
        })
      ).status,
    ).toBe(303);
    expect(await grantsOf(world, id)).toMatchObject([{ productId: product, ndaRequired: false }]);
    const grant = await world.services.store.read
      .selectFrom("grants")
      .select("id")
      .where("accountId", "=", id)
      .where("revokedAt", "is", null)
      .orderBy("grantedAt", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const other = await accountNamed(world, "Customer Inc");
    expect((await change(world, other, { intent: "end-grant", grantId: grant.id })).status).toBe(
      409,
    );
    expect((await change(world, id, { intent: "end-grant", grantId: grant.id })).status).toBe(303);
    expect(await grantsOf(world, id)).toEqual([]);
  });

  test("revokes everything at once: the member's next request is the public's", async () => {
    const world = await openWorld();
    const id = await accountNamed(world, "Customer Inc");
    await world.ask("/acme", { as: RILEY });
    expect((await change(world, id, { intent: "revoke" })).status).toBe(303);
    expect(await grantsOf(world, id)).toEqual([]);
    expect((await world.ask("/acme", { as: RILEY })).text).not.toContain("Riley");
    expect(await actions(world, "acme")).toContain("account.revoked");
  });

  test("merges two accounts: people, signatures, history and what only one of them could read", async () => {
    const world = await openWorld();
    const [from, into] = [
      await accountNamed(world, "Unsigned GmbH"),
      await accountNamed(world, "Prospect AG"),
    ];
    await change(world, into, {
      intent: "add-member",
      email: "noor@unsigned.example",
      firstName: "Noor",
      lastName: "H",
    });
    await change(world, from, { intent: "note", note: "From the fair in Basel" });
    const answer = await change(world, from, { intent: "merge", into });
    expect([answer.status, answer.headers.location]).toEqual([303, `/accounts/${into}`]);
    expect(
      await findAccount(world.services.store.read, await world.orgId("acme"), from),
    ).toBeNull();
    expect(
      (await membersOf(world, "noor@unsigned.example")).map((member) => member.accountId),
    ).toEqual([into]);
    expect(await grantsOf(world, into)).toHaveLength(1);
    expect((await world.ask(`/accounts/${into}`, { as: REVIEWER })).text).toContain(
      "From the fair in Basel",
    );
    expect((await world.ask(`/accounts/${from}`, { as: REVIEWER })).status).toBe(404);
    expect((await change(world, into, { intent: "merge", into })).text).toContain(
      "Choose another account.",
    );
  });

  test("shows what its people did, and exports it without formulas", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    const id = await accountNamed(world, "Customer Inc");
    const [riley] = await membersOf(world, RILEY);
    const viewer = {
      mode: "accountExternal" as const,
      account: { id, name: "", reviewStatus: "approved" as const, expired: false },
      member: {
        id: riley?.id ?? "",
        email: RILEY,
        firstName: "",
        lastName: "",
        isAutoApprovedAccountMember: false,
      },
      grants: [],
    };
    const document = await world.services.store.read
      .selectFrom("documents")
      .select(["id", "originalName"])
      .where("orgId", "=", org)
      .limit(1)
      .executeTakeFirstOrThrow();
    const event = {
      name: "file engaged" as const,
      access: "download" as const,
      viewer,
      productId: await world.productId("acme"),
      itemUid: null,
      documentId: document.id,
      source: "=cmd()",
      bytes: 17,
    };
    await world.services.store.write((trx) =>
      recordFileEvents({ trx, orgId: org, now: world.time }, [event]),
    );
    expect((await world.ask(`/accounts/${id}`, { as: REVIEWER })).text).toContain(
      `Downloaded ${document.originalName}`,
    );
    const csv = await world.ask(`/accounts/${id}/activity.csv`, { as: REVIEWER, form: {} });
    expect(csv.headers["content-type"]).toContain("text/csv");
    expect(csv.text).toContain(`download,${RILEY}`);
    expect(csv.text).toContain("'=cmd()");
    expect(await actions(world, "acme")).toContain("account.log-exported");
  });

  test("keeps notes and takes a new name", async () => {
    const world = await openWorld();
    const id = await accountNamed(world, "Customer Inc");
    expect((await change(world, id, { intent: "note", note: " " })).text).toContain("Write a note");
    await change(world, id, { intent: "note", note: "Renews in spring" });
    await change(world, id, { intent: "rename", accountName: "Customer Group" });
    const page = await world.ask(`/accounts/${id}`, { as: REVIEWER });
    expect(page.text).toContain("Renews in spring");
    expect(page.text).toContain("Customer Group");
    expect((await change(world, id, { intent: "rename", accountName: "<x>" })).status).toBe(400);
  });

  test("is nobody's but the reviewers' of its org, whatever the form", async () => {
    const world = await openWorld();
    const id = await accountNamed(world, "Customer Inc");
    for (const form of [
      { intent: "revoke" },
      { intent: "note", note: "x" },
      { intent: "merge", into: newId() },
    ] as Record<string, string>[]) {
      expect((await change(world, id, form, "editor@acme.example")).status).toBe(403);
      expect((await change(world, id, form, "owner@globex.example")).status).toBe(404);
    }
    expect(
      (await world.ask(`/accounts/${id}/activity.csv`, { as: "owner@globex.example", form: {} }))
        .status,
    ).toBe(404);
    expect(await grantsOf(world, id)).not.toEqual([]);
  });
});
