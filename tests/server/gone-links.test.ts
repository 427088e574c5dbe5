import { describe, expect, test } from "vitest";
import { saveItem } from "#content/items/store/items.server.ts";
import { testInFive } from "../in-turn.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const RILEY = "riley@customer.example";
const OWNER = "owner@acme.example";
const REVIEWER = "reviewer@acme.example";

/** The notice of a page, its words alone; null where it has none. */
function notice(text: string): string | null {
  const found = /<section[^>]*aria-label="Notice"[^>]*>(.*?)<\/section>/s.exec(text)?.[1];
  return found === undefined
    ? null
    : found
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll(/\s+/g, " ")
        .trim();
}

async function hide(world: World, uid: string): Promise<void> {
  const [orgId, productId] = [await world.orgId("acme"), await world.productId("acme")];
  await world.services.store.write((trx) =>
    saveItem(
      trx,
      orgId,
      productId,
      { uid, kind: "Reports", title: "Hidden from all", hidden: true },
      { by: "Test", on: world.time },
    ),
  );
}

describe("a link to what is not there", () => {
  testInFive(
    "is said on the portal's page, in the same words for a hidden item and for none",
    async () => {
      const world = await openWorld();
      await hide(world, "custom.secret");
      const ask = async (query: string, as?: string) => {
        const answer = await world.ask(`/acme?${query}`, as === undefined ? {} : { as });
        return [answer.status, notice(answer.text)] as const;
      };
      const gone = [
        200,
        "This item isn’t available. It may have been removed or renamed, or it isn’t shared with you. Search the Trust Center or sign in to see what is shared with you.",
      ] as const;
      for (const query of [
        "itemUid=custom.secret",
        "itemUid=custom.never-was",
        "itemName=Hidden+from+all",
        "itemName=No+such+card",
        `itemUid=${"x".repeat(900)}`,
        "itemUid=%3Cscript%3E",
      ])
        expect([query, await ask(query)]).toEqual([query, gone]);
      const [hidden, never] = await Promise.all(
        ["custom.hidden0", "custom.never00"].map(
          async (uid) => (await world.ask(`/acme?itemUid=${uid}`)).text,
        ),
      );
      expect(hidden?.replaceAll("hidden0", "never00")).toBe(never);
      expect((await ask("itemUid=custom.never-was", RILEY))[1]).toBe(
        "This item isn’t available. It may have been removed or renamed, or it isn’t shared with you. Search the Trust Center.",
      );
      expect(await ask("itemUid=custom.secret", RILEY)).toEqual(
        await ask("itemUid=custom.never-was", RILEY),
      );
      expect((await ask(""))[1]).toBeNull();
      expect((await world.ask("/acme?itemUid=Reports.soc2")).status).toBe(302);
    },
  );

  test("leads an update and a product of nothing to a page that says so, kept once for all", async () => {
    const world = await openWorld();
    for (const id of ["no-such-topic", "another"]) {
      const led = await world.ask(`/acme?tcuUid=${id}`);
      expect([led.status, led.headers.location]).toEqual([302, "/acme?notHere=update"]);
    }
    const page = await world.ask("/acme?notHere=update");
    expect([page.status, notice(page.text)?.split(".")[0]]).toEqual([
      200,
      "This update isn’t available",
    ]);
    const product = await world.ask("/acme?productId=no-such-product&source=mail");
    expect(product.headers.location).toBe("/acme?source=mail&notHere=product");
    expect(notice((await world.ask("/acme?notHere=product")).text)).toContain(
      "This product isn’t available.",
    );
    // A kind of nothing is as if it were not there: it makes no page of its own.
    const plain = await world.ask("/acme");
    for (const value of ["x", "item", ""]) {
      const other = await world.ask(`/acme?notHere=${value}`);
      expect([notice(other.text), other.headers.etag]).toEqual([null, plain.headers.etag]);
    }
    // The dialogs over it lead back to the page without the words.
    const dialog = await world.ask("/acme?notHere=update&loginRequest=true");
    expect(dialog.text).not.toContain("notHere");
  });

  test("to a question is said in the dialog, whether somebody reads it or nobody", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const internal = await world.services.store.read
      .selectFrom("faqEntries")
      .select("id")
      .where("orgId", "=", orgId)
      .where("access", "=", "internal")
      .executeTakeFirst();
    const ids = ["no-such-entry", ...(internal === undefined ? [] : [internal.id])];
    expect(ids).toHaveLength(2);
    for (const id of ids) {
      const answer = await world.ask(`/acme?kb=open&kbEntry=${id}`);
      expect([answer.status, answer.text.includes(wording.questionGone)]).toEqual([200, true]);
    }
    expect((await world.ask("/acme?kb=open")).text).not.toContain(wording.questionGone);
  });

  test("of an invitation opens the form, which says that it does not count", async () => {
    const world = await openWorld();
    const led = await world.ask("/acme?inviteToken=junk");
    expect([led.status, led.headers.location]).toEqual([
      302,
      "/acme?inviteToken=junk&requestAccess=true&source=invite",
    ]);
    const page = await world.ask(led.headers.location ?? "");
    expect([page.status, page.text.includes("This invitation is no longer valid.")]).toEqual([
      200,
      true,
    ]);
    expect((await world.ask("/acme?requestAccess=true")).text).not.toContain(
      "This invitation is no longer valid.",
    );
  });
});

describe("with edit=true", () => {
  test("an item's address leads editors to its form, and nobody else", async () => {
    const world = await openWorld();
    const to = async (path: string, as?: string) =>
      (await world.ask(path, as === undefined ? {} : { as })).headers.location;
    const form = "/acme/edit/cards/Reports/items/Reports.soc2";
    expect(await to("/acme?itemUid=Reports.soc2&edit=true", OWNER)).toBe(form);
    const page = await world.ask(form, { as: OWNER });
    expect([page.status, page.text.match(/<input/g)?.length ?? 0]).toEqual([
      200,
      expect.any(Number),
    ]);
    expect(page.text).toContain('name="explanation"');
    expect(await to("/acme?itemUid=Reports.soc2&edit=true", REVIEWER)).toMatch(
      /^\/acme\/product\/Acme\+Platform\/[^/?]+\?edit=true$/,
    );
    expect(await to("/acme?itemUid=Reports.soc2&edit=true", RILEY)).toMatch(
      /^\/acme\/product\/|loginRequest=true/,
    );
    expect(await to("/acme/product/Acme+Data+Lake?itemUid=Reports.soc1&edit=true", OWNER)).toBe(
      "/acme/product/Acme+Data+Lake/edit/cards/Reports/items/Reports.soc1",
    );
  });

  test("an item's own address is the form, too", async () => {
    const world = await openWorld();
    const read = (await world.ask("/acme?itemUid=Reports.soc2", { as: OWNER })).headers.location;
    const led = await world.ask(`${read}?edit=true`, { as: OWNER });
    expect([led.status, led.headers.location]).toEqual([
      302,
      "/acme/edit/cards/Reports/items/Reports.soc2",
    ]);
    expect((await world.ask(`${read}?edit=true`, { as: REVIEWER })).status).toBe(200);
  });

  test("a card's kind selects the card by either parameter", async () => {
    const world = await openWorld();
    for (const name of ["itemUid", "itemName"]) {
      const to = async (query: string, as?: string) =>
        (await world.ask(`/acme?${name}=${query}`, as === undefined ? {} : { as })).headers
          .location;
      expect(await to("Reports")).toBe("/acme/card/Reports");
      expect(await to("Reports&edit=true")).toBe("/acme/card/Reports?edit=true");
      expect(await to("Reports&edit=true", OWNER)).toBe("/acme/card/Reports?edit=true");
      expect(await to("Subprocessors")).toBe("/acme/subprocessors");
      expect(await to("Subprocessors&edit=true", OWNER)).toBe("/acme/edit/subprocessors");
    }
  });
});
