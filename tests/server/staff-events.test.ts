import { describe, expect, test } from "vitest";
import { openWorld, type World } from "./world.ts";

const EDITOR = "editor@acme.example";

const events = (world: World, ...names: string[]) =>
  world.services.store.read
    .selectFrom("events")
    .select(["name", "viewerKind", "itemUid", "memberId", "detailJson"])
    .where("name", "in", names)
    .orderBy("at")
    .orderBy("id")
    .execute();

async function patch(world: World, uid: string, body: object): Promise<number> {
  const productId = await world.productId("acme");
  const answer = await world.ask(`/api/trust-center/products/${productId}/items/${uid}`, {
    as: EDITOR,
    method: "PATCH",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  return answer.status;
}

describe("what staff and visitors do is noted by the names of the specifications", () => {
  test("an item that others see than before; one that is saved as it was is not noted", async () => {
    const world = await openWorld();
    const { uid } = await world.services.store.read
      .selectFrom("items")
      .select("uid")
      .where("productId", "=", await world.productId("acme"))
      .where("publicAccess", "=", 1)
      .where("kind", "=", "Reports")
      .executeTakeFirstOrThrow();
    for (const access of ["restricted", "restricted", "hidden", "restricted", "public"]) {
      expect(await patch(world, uid, { access })).toBe(200);
      world.time = new Date(world.time.getTime() + 1_000);
    }
    const noted = await events(
      world,
      "item access level changed",
      "restricted access level changed",
    );
    expect(noted.map(({ name, itemUid, detailJson }) => [name, itemUid, detailJson])).toEqual([
      ["item access level changed", uid, JSON.stringify({ from: "public", to: "restricted" })],
      [
        "restricted access level changed",
        uid,
        JSON.stringify({ from: "restricted", to: "hidden" }),
      ],
      [
        "restricted access level changed",
        uid,
        JSON.stringify({ from: "hidden", to: "restricted" }),
      ],
      ["item access level changed", uid, JSON.stringify({ from: "restricted", to: "public" })],
    ]);
    expect(new Set(noted.map(({ viewerKind }) => viewerKind))).toEqual(new Set(["main"]));
  });

  test("a company that was picked for the customers; a name that was typed is not", async () => {
    const world = await openWorld();
    for (const [company, companyRef] of [
      ["Stripe", "addendum:stripe"],
      ["Typed Ltd", ""],
      ["Just Used", "custom"],
    ] as const)
      expect(
        (
          await world.ask("/acme/edit/trusted-by/new", {
            as: EDITOR,
            form: { company, companyRef, href: "" },
          })
        ).status,
      ).toBe(303);
    expect(
      (await events(world, "trusted-by company picked")).map(({ detailJson }) => detailJson),
    ).toEqual([JSON.stringify({ source: "addendum" })]);
  });

  test("a file that was asked for, once its request is taken", async () => {
    const world = await openWorld();
    const productId = await world.productId("acme");
    const { uid } = await world.services.store.read
      .selectFrom("items")
      .select("uid")
      .where("productId", "=", productId)
      .where("publicAccess", "=", 0)
      .where("hiddenAt", "is", null)
      .executeTakeFirstOrThrow();
    const send = (email: string) =>
      world.ask(`/api/share/acme/request`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          firstName: "Jo",
          lastName: "Reader",
          email,
          companyName: "Reader Ltd",
          agree: true,
          customCheckbox: true,
          jobTitleTextField: "Auditor",
          pointOfContactField: "sales@acme.example",
          relationshipDropdown: "prospective customer",
          countriesDropdown: "DE",
          accountMemberRequestProducts: [productId],
          productId,
          itemUid: uid,
        }),
      });
    expect((await send("nobody")).status).toBe(400);
    expect((await send("jo@reader.example")).status).toBe(200);
    expect(await events(world, "file requested")).toEqual([
      {
        name: "file requested",
        viewerKind: "public",
        itemUid: uid,
        memberId: null,
        detailJson: null,
      },
    ]);
  });
});
