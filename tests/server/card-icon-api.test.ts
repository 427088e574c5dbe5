import { describe, expect, test } from "vitest";
import { switchFeature } from "#company/settings/store/customizations.server.ts";
import { multipart } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";

const EDITOR = "editor@acme.example";
const SVG = (fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="${fill}"/></svg>`,
  );

interface Icon {
  assetId: string;
  fileName: string;
}

async function call(
  world: World,
  method: string,
  options: { path?: string; body?: unknown; icon?: Buffer; assetId?: string; as?: string } = {},
) {
  const { path = "Reports", as = EDITOR } = options;
  const target = `/api/trust-center/products/${await world.productId("acme")}/cards/${path}/icon`;
  const sent =
    options.icon === undefined
      ? options.body === undefined
        ? {}
        : {
            body: JSON.stringify(options.body),
            headers: { "content-type": "application/json" },
          }
      : multipart(
          [{ name: "icon.svg", bytes: options.icon, type: "image/svg+xml" }],
          options.assetId === undefined ? {} : { assetId: options.assetId },
        );
  const answer = await world.ask(target, { method, as, ...(sent as { body?: Buffer }) });
  const json = JSON.parse(answer.text) as {
    icon?: Icon | null;
    title?: string;
    changeId?: string;
  };
  return { status: answer.status, json };
}

describe("the icon of a card by the API", () => {
  test("is uploaded, replaced by whoever names it, and removed", async () => {
    const world = await openWorld();
    expect((await call(world, "GET")).json.icon).toBeNull();
    const first = await call(world, "POST", { icon: SVG("red") });
    expect([first.status, first.json.icon]).toEqual([
      201,
      {
        assetId: expect.any(String),
        fileId: expect.any(String),
        productId: await world.productId("acme"),
        isGlobal: false,
        type: "icon",
        relation: { type: "card", kind: "Reports" },
        fileName: "icon.svg",
        contentType: "image/svg+xml",
      },
    ]);
    const { assetId = "" } = first.json.icon ?? {};
    expect((await world.ask("/acme")).text).toContain(`assets/${assetId}`);
    expect((await call(world, "POST", { icon: SVG("blue") })).status).toBe(409);
    const second = await call(world, "POST", { icon: SVG("blue"), assetId });
    expect([second.status, second.json.icon?.assetId === assetId]).toEqual([200, false]);
    expect((await call(world, "DELETE", { body: { assetId } })).status).toBe(409);
    const removed = await call(world, "DELETE", {
      body: { assetId: second.json.icon?.assetId },
    });
    expect([removed.status, removed.json.icon]).toEqual([200, null]);
    expect(removed.json.changeId).toEqual(expect.any(String));
    expect((await call(world, "GET")).json.icon).toBeNull();
  });

  test("is a picture of the kinds that the form takes, for cards that have one", async () => {
    const world = await openWorld();
    expect((await call(world, "POST", { icon: Buffer.from("no picture") })).status).toBe(400);
    expect((await call(world, "POST", { icon: Buffer.alloc(1024 * 1024 + 1) })).status).toBe(413);
    expect((await call(world, "POST", { body: { icon: "x" } })).status).toBe(415);
    for (const path of ["Documents", "NoSuchCard"])
      expect((await call(world, "GET", { path })).status).toBe(404);
    expect((await call(world, "DELETE", { body: {} })).status).toBe(400);
    expect((await call(world, "DELETE", { body: { assetId: "x", other: 1 } })).status).toBe(400);
  });

  test("needs the right to pictures, and the plan's feature", async () => {
    const world = await openWorld();
    expect(
      (await call(world, "POST", { icon: SVG("red"), as: "viewer@acme.example" })).status,
    ).toBe(403);
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      switchFeature({ trx, orgId, now: world.time }, "cardIcons", false),
    );
    expect((await call(world, "GET")).status).toBe(403);
  });
});
