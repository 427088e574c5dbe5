import { describe, expect, test } from "vitest";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { multipart, png } from "./multipart.ts";
import { OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="alert(1)"><script>alert(2)</script><rect width="8" height="8"/></svg>';

const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const WEBP = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64");
/** One PNG of a pixel. */
const ICO = Buffer.concat([
  Buffer.from([0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 32, 0, PNG.length, 0, 0, 0, 22, 0, 0, 0]),
  PNG,
]);

const acme = (world: World) => findOrg(world.services.store.read, "acme");

function upload(
  world: World,
  picture: string,
  name: string,
  content: Buffer | string,
  as = OWNER,
): Promise<Answer> {
  return world.ask(`/settings/look/${picture}`, { as, ...multipart([{ name, bytes: content }]) });
}

describe("a picture of the portal", () => {
  const places = [
    ["logo", "logo"],
    ["logo-dark", "logoDark"],
    ["favicon", "favicon"],
    ["banner", "banner"],
  ] as const;
  test.each(places)("%s is shown with the next request, and taken off again", async (path, key) => {
    const world = await openWorld();
    const before = (await acme(world))?.[key];
    const answer = await upload(world, path, "New picture.png", PNG);
    expect([answer.status, answer.headers.location]).toEqual([303, "/settings/look"]);
    const asset = (await acme(world))?.[key];
    expect(asset?.id).not.toBe(before?.id);
    const page = await world.ask("/acme");
    expect(page.text).toContain(`/assets/${asset?.id}?v=1`);
    const served = await world.ask(`/api/share/acme/assets/${asset?.id}?v=1`);
    expect([served.headers["content-type"], served.body.equals(PNG)]).toEqual(["image/png", true]);
    expect(
      (await world.ask(`/settings/look/${path}`, { as: OWNER, form: { intent: "remove" } })).status,
    ).toBe(303);
    expect((await acme(world))?.[key]).toBeNull();
    expect((await world.ask("/acme")).text).not.toContain(`/assets/${asset?.id}`);
    const changes = await world.services.store.read
      .selectFrom("changes")
      .select("summary")
      .orderBy("number")
      .execute();
    expect(changes.map(({ summary }) => summary).join()).toMatch(/changed,.* removed/);
  });

  test("as the logo is loaded by the org's id: for ever while its version names it, else asked again", async () => {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const before = (await acme(world))?.logo;
    await upload(world, "logo", "logo.png", PNG);
    const logo = (await acme(world))?.logo;
    const address = `/api/share/${orgId}/logo?v=${logo?.id}.${logo?.revision}`;
    expect((await world.ask("/acme")).text).toContain(`src="${address}"`);
    for (const [asked, kept] of [
      [address, "public, max-age=31536000, immutable"],
      [`/api/share/${orgId}/logo`, "private, no-cache"],
      [`/api/share/${orgId}/logo?v=${before?.id}.1`, "private, no-cache"],
    ] as const) {
      const served = await world.ask(asked);
      expect([served.status, served.body.equals(PNG), served.headers["cache-control"]]).toEqual([
        200,
        true,
        kept,
      ]);
    }
    await world.ask("/settings/look/logo", { as: OWNER, form: { intent: "remove" } });
    expect((await world.ask(address)).status).toBe(404);
  });

  test("in SVG draws what it drew and does nothing else", async () => {
    const world = await openWorld();
    await upload(world, "logo", "logo.svg", SVG);
    const served = await world.ask(`/api/share/acme/assets/${(await acme(world))?.logo?.id}`);
    expect(served.headers["content-type"]).toBe("image/svg+xml");
    expect(served.text).toContain("<rect");
    expect(served.text).not.toMatch(/script|onload|alert/);
  });

  test("is one of the kinds that browsers show, as it was sent", async () => {
    const world = await openWorld();
    for (const [path, name, bytes, type] of [
      ["logo", "logo.webp", WEBP, "image/webp"],
      ["logo-dark", "logo.gif", GIF, "image/gif"],
      ["favicon", "favicon.ico", ICO, "image/x-icon"],
    ] as const) {
      expect([name, (await upload(world, path, name, bytes)).status]).toEqual([name, 303]);
      const org = await acme(world);
      const asset = path === "logo" ? org?.logo : path === "favicon" ? org?.favicon : org?.logoDark;
      const served = await world.ask(`/api/share/acme/assets/${asset?.id}`);
      expect([served.headers["content-type"], served.body.equals(bytes)]).toEqual([type, true]);
    }
    expect((await world.ask("/settings/look/favicon", { as: OWNER })).text).toContain(
      'accept=".png,.jpg,.jpeg,.svg,.webp,.gif,.ico"',
    );
  });

  const faults: [string, string, Buffer | string, number, string][] = [
    [
      "another kind of file",
      "logo.bmp",
      "BM",
      400,
      "Accepted file types: png, jpeg, svg, webp, gif",
    ],
    ["an icon file", "logo.ico", ICO, 400, "Accepted file types: png, jpeg, svg, webp, gif"],
    ["a GIF that is none", "logo.gif", "GIF89a", 400, "This file isn’t a valid GIF."],
    [
      "a drawing that would lose its picture",
      "logo.svg",
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://a.example/b.png"/></svg>',
      400,
      "This SVG has an image that isn’t in the file, which can’t be kept. Export it again without that, or upload it as PNG.",
    ],
    [
      "a page that is called a picture",
      "logo.png",
      "<html><script>alert(1)</script></html>",
      400,
      "This file isn’t a valid PNG.",
    ],
    ["a PNG that is called a JPEG", "logo.jpg", PNG, 400, "This file isn’t a valid JPEG."],
    ["a text that is called SVG", "logo.svg", "hello", 400, "This file isn’t a valid SVG"],
    [
      "a page that is called SVG",
      "logo.svg",
      "<html xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></html>",
      400,
      "This file isn’t a valid SVG",
    ],
    [
      "too many bytes",
      "logo.png",
      Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]),
      413,
      "The limit is 1 MB",
    ],
    ["too many pixels", "logo.png", png(10_000, 10_000), 400, "megapixels"],
    ["nothing", "", "", 400, "Choose a file."],
  ];
  test.each(faults)("is refused: %s", async (_, name, content, status, message) => {
    const world = await openWorld();
    const before = await acme(world);
    const answer = await upload(world, "logo", name, content);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(message);
    expect(answer.text).toContain("<title>Error: Logo");
    expect(await acme(world)).toEqual(before);
  });

  test("is changed by those with the right to settings alone, and there are no others", async () => {
    const world = await openWorld();
    const before = await acme(world);
    for (const as of ["editor@acme.example", "reviewer@acme.example"])
      expect((await upload(world, "logo", "a.png", PNG, as)).status).toBe(403);
    expect((await upload(world, "mascot", "a.png", PNG)).status).toBe(404);
    expect(await acme(world)).toEqual(before);
  });
});
