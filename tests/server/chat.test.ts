import { describe, expect, test } from "vitest";
import { CHAT_FACTS } from "#model/webhooks.ts";
import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { wording } from "../wording.ts";
import { Visitor } from "./access-world.ts";
import { hookIn, hookWorld, tellHooks } from "./webhook-receiver.ts";

const OWNER = "owner@acme.example";
const PAGE = "/settings/chat";
const WAITING = { types: Object.keys(CHAT_FACTS) };

describe("a channel", () => {
  test.each(["slack", "teams"] as const)(
    "of %s reads of a request with a link to it, without names unless it may, unsigned",
    async (kind) => {
      const { world, receiver } = await hookWorld();
      await hookIn(world, receiver, { ...WAITING, kind });
      await hookIn(world, receiver, { ...WAITING, kind, details: true });
      await new Visitor(world).request({
        email: "nina@newcomer.example",
        firstName: "Nina",
        lastName: "Novak",
        companyName: "Newcomer",
      });
      await tellHooks(world);
      const texts = receiver.calls.map(({ text }) => text).toSorted((a, b) => a.length - b.length);
      expect(texts).toHaveLength(2);
      const [request] = await world.services.store.read
        .selectFrom("accessRequests")
        .select("id")
        .where("email", "=", "nina@newcomer.example")
        .execute();
      for (const text of texts) {
        expect(text).toContain("Newcomer");
        expect(text).toContain(`http://localhost:3000/requests/${request?.id}`);
      }
      expect(texts.map((text) => text.includes("Nina"))).toEqual([false, true]);
      expect(texts.join("")).not.toContain("nina@newcomer.example");
      expect(receiver.calls.flatMap(({ headers }) => headers["webhook-signature"] ?? [])).toEqual(
        [],
      );
    },
  );

  test("reads that a document expires, and not which one", async () => {
    const { world, receiver } = await hookWorld();
    await hookIn(world, receiver, { ...WAITING, kind: "slack", details: true });
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      announce(
        { trx, orgId, now: world.time },
        {
          type: "document.expiring",
          subjectId: "d",
          path: "/documents/d",
          facts: { name: "secret-pentest.pdf", expiresOn: "2026-12-01", daysLeft: 7 },
        },
      ),
    );
    await tellHooks(world);
    expect(receiver.calls[0]?.text).toContain("It expires in 7 days.");
    const rows = await world.services.store.read
      .selectFrom("webhookDeliveries")
      .selectAll()
      .execute();
    expect(JSON.stringify([rows, receiver.calls])).not.toContain("pentest");
  });

  test("is added on its page, tested, changed and removed, and has no secret to renew", async () => {
    const { world, receiver } = await hookWorld();
    const form = {
      name: "#trust",
      kind: "teams",
      url: receiver.service.url("/channel"),
      types: "request.received",
    };
    const added = await world.ask(PAGE, { as: OWNER, form });
    expect(added.status).toBe(303);
    const at = added.headers.location ?? "";
    const page = await world.ask(at, { as: OWNER });
    expect(page.text).not.toContain("whsec_");
    expect(page.text).not.toContain("Generate a new secret");
    expect((await world.ask(`${at}/test`, { as: OWNER, form: {} })).status).toBe(303);
    expect(receiver.calls[0]?.text).toContain("AdaptiveCard");
    expect((await world.ask(`${at}/secret`, { as: OWNER, form: {} })).status).toBe(404);
    const saved = await world.ask(at, {
      as: OWNER,
      form: { name: "#trust", url: "", types: "nda.signed" },
    });
    expect([saved.status, saved.text.includes(wording.chooseFromList)]).toEqual([400, true]);
    const removed = await world.ask(`${at}/remove`, { as: OWNER, form: {} });
    expect([removed.status, removed.headers.location]).toEqual([303, PAGE]);
  });

  test.each([
    ["another kind", { kind: "webhook" }, "Choose Slack or Microsoft Teams"],
    ["what channels can’t hear", { types: "member.signed_in" }, wording.chooseFromList],
    ["http", { url: "http://hooks.example" }, wording.beginsWithHttps],
    ["an inner address", { url: "https://10.0.0.7/x" }, wording.isNotPublic("10.0.0.7")],
  ])("is refused at its field with %s", async (_what, wrong, words) => {
    const { world } = await hookWorld();
    const form = {
      name: "Kept name",
      kind: "slack",
      url: "https://hooks.example/x",
      types: "request.received",
      ...wrong,
    };
    const refused = await world.ask(PAGE, { as: OWNER, form });
    expect([refused.status, refused.text.includes(words)]).toEqual([400, true]);
    expect(refused.text).toContain('value="Kept name"');
  });
});
