import { expect, test } from "vitest";
import { purgeAssets } from "#platform/files/store/assets.server.ts";
import {
  cardOf,
  changesOf,
  EDITOR,
  follow,
  hidden,
  messageOf,
  post,
  postFile,
} from "./edit-world.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";
import { testInFive } from "../in-turn.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 56 56"><path d="M0 0h56v56z"/></svg>`;
const words = ({ text }: Answer) =>
  text
    .replaceAll("<!-- -->", "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
const companyOf = (world: World, id: string) =>
  world.services.store.read
    .selectFrom("companies")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** A company that acme trusts and that works for it, without a logo. */
async function namedTwice(world: World) {
  expect((await post(world, "/acme/edit/trusted-by/new", { company: "Twice Named" })).status).toBe(
    303,
  );
  expect(
    (
      await post(world, "/acme/edit/subprocessors/new", {
        company: "Twice Named",
        purpose: "Tests",
      })
    ).status,
  ).toBe(303);
  const { store } = world.services;
  const { id } = await store.read
    .selectFrom("companies")
    .select("id")
    .where("name", "=", "Twice Named")
    .executeTakeFirstOrThrow();
  const trusted = await store.read
    .selectFrom("trustedCompanies")
    .select("id")
    .where("companyId", "=", id)
    .executeTakeFirstOrThrow();
  const subprocessor = await store.read
    .selectFrom("subprocessors")
    .select("id")
    .where("companyId", "=", id)
    .executeTakeFirstOrThrow();
  return {
    id,
    at: `/acme/edit/companies/${id}`,
    trusted: trusted.id,
    subprocessor: subprocessor.id,
  };
}

const png = { name: "mark.png", type: "image/png", bytes: PNG };

testInFive(
  "a company gets name, domain and logo, which stand wherever it is named; Undo takes them back",
  async () => {
    const world = await openWorld();
    const { id, at, trusted, subprocessor } = await namedTwice(world);
    expect((await world.ask(`/acme/edit/trusted-by/${trusted}`, { as: EDITOR })).text).toContain(
      `href="${at}"`,
    );
    expect(
      (await world.ask(`/acme/edit/subprocessors/${subprocessor}`, { as: EDITOR })).text,
    ).toContain(`href="${at}?list=subprocessors"`);
    const page = await world.ask(at, { as: EDITOR });
    expect(words(page)).toContain(
      "Used wherever the company appears: under Trusted By and Subprocessors, in every product.",
    );
    const saved = await postFile(
      world,
      at,
      { base: hidden(page, "base"), name: "Named Once", domain: "Named.example" },
      png,
    );
    expect([saved.status, saved.headers.location]).toEqual([303, "/acme/edit/trusted-by"]);
    const shown = await follow(world, saved);
    expect(messageOf(shown).text).toContain("Named Once saved");
    const row = await companyOf(world, id);
    expect(row).toMatchObject({
      name: "Named Once",
      domain: "named.example",
      logoAssetId: expect.any(String),
    });
    for (const where of ["/acme", "/acme/subprocessors"]) {
      const seen = await world.ask(where);
      expect([
        where,
        seen.text.includes("Named Once"),
        seen.text.includes(`/assets/${row.logoAssetId}?v=1`),
      ]).toEqual([where, true, true]);
    }
    expect(
      (await world.ask(`/api/share/acme/assets/${row.logoAssetId}?v=1`)).body.equals(PNG),
    ).toBe(true);
    expect((await changesOf(world)).at(-1)).toMatchObject({
      subject: "company",
      title: "Company Named Once",
      summary:
        "Name: “Twice Named” → “Named Once”\nDomain: none → “named.example”\nLogo: none → own",
    });
    expect(
      (
        await world.services.store.read
          .selectFrom("audit")
          .select("subject")
          .where("action", "=", "company.changed")
          .execute()
      ).map(({ subject }) => subject),
    ).toEqual(["Company Named Once"]);
    expect((await post(world, messageOf(shown).undo, {})).status).toBe(303);
    expect(await companyOf(world, id)).toMatchObject({
      name: "Twice Named",
      domain: null,
      logoAssetId: null,
    });
    expect((await world.ask("/acme/subprocessors")).text).not.toContain(row.logoAssetId ?? "");
  },
);

test("the logo stays without a file, is written anew where it is drawn, and is taken off", async () => {
  const world = await openWorld();
  const { id, at } = await namedTwice(world);
  const form = { name: "Twice Named", domain: "" };
  const drawn = {
    name: "mark.svg",
    type: "image/svg+xml",
    bytes: SVG.replace("<path", "<script>alert(1)</script><path"),
  };
  expect((await postFile(world, `${at}?list=subprocessors`, form, drawn)).headers.location).toBe(
    "/acme/edit/subprocessors",
  );
  const { logoAssetId } = await companyOf(world, id);
  expect((await world.ask(`/api/share/acme/assets/${logoAssetId}`)).text).toBe(SVG);
  const kept = await postFile(world, at, form, null);
  expect(messageOf(await follow(world, kept)).text).toContain("No changes to save for Twice Named");
  expect((await companyOf(world, id)).logoAssetId).toBe(logoAssetId);
  expect((await post(world, at, { ...form, removeLogo: "on" })).status).toBe(303);
  expect((await companyOf(world, id)).logoAssetId).toBeNull();
});

test("what is wrong is said at its field, two editors hear of each other, and it is nobody else's", async () => {
  const world = await openWorld();
  const { id, at } = await namedTwice(world);
  const wrong = await postFile(world, at, { name: "X", domain: "https://named.example" }, png);
  expect(wrong.status).toBe(400);
  for (const said of [
    wording.atLeast2Characters,
    "Use format &quot;example.com&quot;, without www. or http/s",
  ])
    expect(wrong.text).toContain(said);
  expect(wrong.text).toContain('value="https://named.example"');
  const bmp = await postFile(
    world,
    at,
    { name: "Typed name", domain: "" },
    { name: "mark.bmp", type: "image/bmp", bytes: "BM" },
  );
  expect([
    bmp.status,
    words(bmp).includes("Accepted file types: png, jpeg, svg, webp, gif"),
    bmp.text.includes('value="Typed name"'),
  ]).toEqual([400, true, true]);
  const large = await postFile(
    world,
    at,
    { name: "Typed name", domain: "" },
    { name: "mark.png", type: "image/png", bytes: Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]) },
  );
  expect([large.status, large.text.includes('value="Typed name"')]).toEqual([413, true]);

  const base = hidden(await world.ask(at, { as: EDITOR }), "base");
  expect(
    (await post(world, at, { base, name: "The owner's name", domain: "" }, "owner@acme.example"))
      .status,
  ).toBe(303);
  const late = await post(world, at, { base, name: "The editor's name", domain: "" });
  expect([
    late.status,
    words(late).includes("The owner's name"),
    words(late).includes("The editor's name"),
  ]).toEqual([409, true, true]);
  for (const [as, where, status] of [
    ["viewer@acme.example", at, 404],
    ["owner@globex.example", at, 404],
    ["owner@globex.example", `/globex/edit/companies/${id}`, 404],
    [EDITOR, "/acme/edit/companies/no-such-company", 404],
  ] as const) {
    expect([
      as,
      where,
      (await post(world, where, { name: "Mine", domain: "" }, as)).status,
    ]).toEqual([as, where, status]);
  }
  expect((await companyOf(world, id)).name).toBe("The owner's name");
});

test("a picture is public while something names it, kept while history knows it, and gone after that", async () => {
  const world = await openWorld();
  const { store } = world.services;
  const icon = "/acme/edit/cards/Reports/icon";
  const save = async (mode: string, file: typeof png | null) =>
    expect((await postFile(world, icon, { mode }, file)).status).toBe(303);
  const asset = async () => (await cardOf(world, "Reports")).iconAssetId ?? "";
  const status = async (id: string, as?: string) =>
    (await world.ask(`/api/share/acme/assets/${id}?v=1`, as === undefined ? {} : { as })).status;
  await save("custom", png);
  const first = await asset();
  expect(await status(first)).toBe(200);
  await save("custom", {
    ...png,
    name: "second.svg",
    type: "image/svg+xml",
    bytes: Buffer.from(SVG),
  });
  const second = await asset();
  expect([
    await status(first),
    await status(first, "owner@acme.example"),
    await status(second),
  ]).toEqual([404, 404, 200]);

  // History still brings it back, however long ago it was.
  const later = new Date(world.time.getTime() + 40 * 24 * 3_600_000);
  expect(await store.write((trx) => purgeAssets(trx, later))).toBe(0);
  const [change] = (await changesOf(world)).toReversed();
  expect((await post(world, `/acme/edit/changes/${change?.id}/undo`, {}, EDITOR)).status).toBe(303);
  expect([await asset(), await status(first), await status(second)]).toEqual([first, 200, 404]);

  // What history forgets and nothing names is forgotten, after a day; what is named stays.
  const ids = async () =>
    (await store.read.selectFrom("assets").select("id").execute()).map(({ id }) => id);
  const before = await ids();
  await store.write((trx) => trx.deleteFrom("changes").execute());
  expect(await store.write((trx) => purgeAssets(trx, world.time))).toBe(0);
  expect(await store.write((trx) => purgeAssets(trx, later))).toBeGreaterThan(0);
  const left = await ids();
  expect([left.includes(first), left.includes(second)]).toEqual([true, false]);
  expect(before.length).toBeGreaterThan(left.length);
  expect((await world.ask("/acme")).text).toContain(`/assets/${first}?v=1`);
  for (const [, id] of (await world.ask("/acme")).text.matchAll(/\/assets\/([\w-]+)\?v=/g))
    expect([id, await status(id ?? "")]).toEqual([id, 200]);
});
