import { describe, expect } from "vitest";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { ARCHIVES } from "../limits.ts";
import { everything, sample } from "../sample.ts";
import { onePage, stream } from "../pdf-files.ts";
import { editedArchive } from "./edited-archive.ts";
import { testInTurn } from "../in-turn.ts";
import { multipart, zip } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";

async function exported(
  world: World,
  as = OWNER,
  form: Record<string, string> = { files: "yes" },
): Promise<Buffer> {
  const answer = await world.ask("/settings/content/export.zip", { as, form });
  expect([answer.status, answer.headers["content-type"], answer.headers["cache-control"]]).toEqual([
    200,
    "application/zip",
    "private, no-store",
  ]);
  // Its length is known at its end alone: the last chunk says that it is whole.
  expect(answer.headers["transfer-encoding"]).toBe("chunked");
  return answer.body;
}

async function uploaded(world: World, bytes: Buffer, as = OWNER): Promise<string> {
  const answer = await world.ask("/settings/content", {
    as,
    ...multipart([{ name: "content.zip", bytes }]),
  });
  expect(answer.status).toBe(303);
  return answer.headers.location ?? "";
}

/** So many of the documents the short run has in an archive: each is looked into in a process of its own. */
const DOCUMENTS = 8;

/** The named world; in the short run with some of its documents, by the seed, and items of the first products alone: all is read six times. */
async function worldOfFiles(): Promise<World> {
  const world = await openWorld();
  const documents = await world.services.store.read
    .selectFrom("documents")
    .select("id")
    .where("orgId", "=", await world.orgId("acme"))
    .orderBy("originalName")
    .orderBy("createdAt")
    .execute();
  const kept = sample(documents, DOCUMENTS, "documents of an archive").map(({ id }) => id);
  if (!everything)
    await world.services.store.write(async (trx) => {
      await trx.deleteFrom("documents").where("id", "not in", kept).execute();
      const others = trx.selectFrom("products").select("id").where("isDefault", "=", 0);
      for (const table of ["profileItems", "items"] as const)
        await trx.deleteFrom(table).where("productId", "in", others).execute();
    });
  return world;
}

describe("the page of content", () => {
  testInTurn(
    "gives an archive that changes nothing here and makes another org the same",
    ARCHIVES,
    async () => {
      const world = await worldOfFiles();
      const acme = await exported(world);
      expect((await world.ask(await uploaded(world, acme), { as: OWNER })).text).toContain(
        "Nothing would change",
      );

      const globex = "owner@globex.example";
      const place = await uploaded(world, acme, globex);
      expect((await world.ask(place, { as: OWNER })).status).toBe(404);
      const page = await world.ask(place, { as: globex });
      const stamp = /name="stamp" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
      expect(
        (await world.ask(place, { as: globex, form: { stamp: "other", replace: "no" } })).status,
      ).toBe(409);
      // The long run brings every file of the demo.
      const form = { stamp, replace: "no" };
      const done = await world.ask(place, { as: globex, form, within: ARCHIVES.timeout });
      expect([done.status, done.headers.location]).toEqual([303, "/settings/content"]);
      expect((await world.ask(place, { as: globex, form: { stamp, replace: "no" } })).status).toBe(
        404,
      );
      expect((await world.ask("/globex/faq", { as: globex })).text).toContain(
        "Where is our data stored?",
      );
      expect((await exported(world)).equals(acme)).toBe(true);
      const { rows } = await listAudit(world.services.store.read, await world.orgId("globex"), {
        page: 1,
      });
      expect(
        rows.some(
          ({ action, detail }) =>
            action === "content.imported" && detail?.includes("replace: false"),
        ),
      ).toBe(true);
      const own = await listAudit(world.services.store.read, await world.orgId("acme"), {
        page: 1,
      });
      expect(own.rows.filter(({ action }) => action === "content.exported")).toHaveLength(2);
    },
  );

  testInTurn("names what is wrong by file and line, and what is no archive at all", async () => {
    const world = await openWorld();
    const place = await uploaded(
      world,
      zip([
        { name: "org.yaml", text: "name: Acme\nnmae: Twice\n" },
        { name: "products.yaml", text: "products: []\n" },
      ]),
    );
    const page = await world.ask(place, { as: OWNER });
    const text = page.text.replace(/<!-- -->/g, "");
    expect([
      page.status,
      text.includes("is not a known key"),
      text.includes("products.yaml"),
      text.includes("<title>Error: "),
    ]).toEqual([400, true, true, true]);
    expect((await world.ask(place, { as: OWNER, form: { stamp: "", replace: "no" } })).status).toBe(
      400,
    );
    const none = await world.ask(await uploaded(world, Buffer.from("no archive")), { as: OWNER });
    expect([none.status, none.text.includes(wording.invalidZip)]).toEqual([400, true]);
    const escape = await world.ask(
      await uploaded(world, zip([{ name: "../org.yaml", text: "x" }])),
      { as: OWNER },
    );
    expect([escape.status, escape.text.includes("unsafe file path")]).toEqual([400, true]);
    expect(
      (
        await world.ask("/settings/content", {
          as: OWNER,
          ...multipart([{ name: "x.zip", bytes: "" }]),
        })
      ).status,
    ).toBe(400);
    for (const as of ["editor@acme.example", "reviewer@acme.example"]) {
      expect(
        (await world.ask("/settings/content/export.zip", { as, form: { files: "yes" } })).status,
      ).toBe(403);
      expect(
        (
          await world.ask("/settings/content", {
            as,
            ...multipart([{ name: "x.zip", bytes: "x" }]),
          })
        ).status,
      ).toBe(403);
    }
  });

  testInTurn("keeps people, signatures and the audit at home", async () => {
    const world = await worldOfFiles();
    const archive = await exported(world);
    const texts = [archive.toString("latin1")];
    await editedArchive(archive, (name, text) => (texts.push(name, text), text));
    const bytes = texts.join("\n");
    for (const word of [
      "riley@customer.example",
      "owner@acme.example",
      "Customer Inc",
      "passwordHash",
      "nda.signed",
    ])
      expect(bytes.includes(word), word).toBe(false);
    expect(bytes).toContain("Where is our data stored?");
  });
});

describe("an archive whose YAML is made to take the server's memory", () => {
  const line = "- x\n";
  const products = (folders: readonly string[]) =>
    `products:\n${folders.map((folder, i) => `  - uid: p${i}\n    name: Product ${i}\n    folder: ${folder}\n`).join("")}`;

  async function sent(world: World, entries: Parameters<typeof zip>[0]) {
    return world.ask("/settings/content", {
      as: OWNER,
      ...multipart([{ name: "content.zip", bytes: zip(entries) }]),
    });
  }

  testInTurn(
    "is refused by its size, or by what it takes, before anything waits",
    ARCHIVES,
    async () => {
      const world = await openWorld();
      const head = [
        { name: "org.yaml", text: "name: Acme\n" },
        { name: "products.yaml", text: products(["products/a"]) },
      ];
      const large = await sent(world, [...head, { name: "faq.yaml", text: line.repeat(700_000) }]);
      const page = await world.ask(large.headers.location ?? "", { as: OWNER });
      expect([page.status, page.text.includes("faq.yaml is larger than 2 MB")]).toEqual([
        400,
        true,
      ]);
      const many = await sent(world, [
        ...head,
        ...Array.from({ length: 5 }, (_, i) => ({
          name: `products/a/cards/${i}.yaml`,
          text: " ".repeat(1_900_000),
        })),
      ]);
      expect((await world.ask(many.headers.location ?? "", { as: OWNER })).text).toContain(
        "YAML comes to more than 8 MB",
      );
      // Within those sizes, and yet more than fits into the memory that reading may take.
      const heap = process.memoryUsage().heapUsed;
      const dense = await sent(world, [
        ...head,
        ...Array.from({ length: 4 }, (_, i) => ({
          name: `products/a/cards/${i}.yaml`,
          text: line.repeat(480_000),
        })),
      ]);
      expect([dense.status, dense.text.includes("too large to import here")]).toEqual([413, true]);
      expect((process.memoryUsage().heapUsed - heap) / 1e6).toBeLessThan(200);
      expect(
        await world.services.store.read
          .selectFrom("stagedFiles")
          .select("fileName")
          .where("orgId", "=", await world.orgId("acme"))
          .execute(),
      ).toHaveLength(1);
      expect((await world.ask("/settings/content", { as: OWNER })).status).toBe(200);
    },
  );

  testInTurn(
    "names the first of its faults and how many there are, and reads a folder once however often it is listed",
    async () => {
      const world = await openWorld();
      const answer = await sent(world, [
        { name: "org.yaml", text: "name: Acme\n" },
        {
          name: "products.yaml",
          text: products(Array.from({ length: 3_000 }, () => "products/a")),
        },
        {
          name: "products/a/cards/reports.yaml",
          text: `kind: Reports\nitems:\n${"  - 7\n".repeat(2_000)}`,
        },
      ]);
      expect(answer.status).toBe(303);
      const page = await world.ask(answer.headers.location ?? "", { as: OWNER });
      const text = page.text.replace(/<!-- -->/g, "");
      expect([page.status, text.includes("more errors"), text.split("<tr").length]).toEqual([
        400,
        true,
        503,
      ]);
      const few = await sent(world, [
        { name: "org.yaml", text: "name: Acme\n" },
        { name: "products.yaml", text: products(["products/a", "products/a"]) },
        {
          name: "products/a/cards/reports.yaml",
          text: `kind: Reports\nitems:\n${"  - 7\n".repeat(3)}`,
        },
      ]);
      const once = (await world.ask(few.headers.location ?? "", { as: OWNER })).text.replace(
        /<!-- -->/g,
        "",
      );
      expect(once).toContain("products/a is there twice");
      expect(once.match(/>items\[0\]</g)).toHaveLength(1);
    },
  );
});

describe("what waits to be imported", () => {
  const archive = (name: string) =>
    zip([
      { name: "org.yaml", text: `name: ${name}\n` },
      { name: "products.yaml", text: "products:\n  - { uid: a, name: Aa, folder: products/a }\n" },
      { name: "products/a/cards/Reports.yaml", text: "kind: Reports\nitems: []\n" },
    ]);

  testInTurn(
    "is one archive an organisation: a new one takes the old one's place, and nobody else's",
    async () => {
      const world = await openWorld();
      const first = await uploaded(world, archive("First"));
      const other = await uploaded(world, archive("Other"), "owner@globex.example");
      world.time = new Date(world.time.getTime() + 1_000);
      const second = await uploaded(world, archive("Second"));
      expect((await world.ask(first, { as: OWNER })).status).toBe(404);
      expect((await world.ask(second, { as: OWNER })).status).not.toBe(404);
      expect((await world.ask(other, { as: "owner@globex.example" })).status).not.toBe(404);
    },
  );

  testInTurn("is a handful of tables, and so many megabytes a day", async () => {
    const world = await openWorld();
    const paste = () =>
      world.ask("/knowledge-base/import", {
        as: OWNER,
        form: { csv: "question,answer\nWhere is it kept?,In the vault." },
      });
    const places: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      world.time = new Date(world.time.getTime() + 1_000);
      places.push((await paste()).headers.location ?? "");
    }
    const statuses = await Promise.all(
      places.map(async (place) => (await world.ask(place, { as: OWNER })).status),
    );
    expect(statuses).toEqual([404, 200, 200, 200, 200, 200]);
    await world.services.limits.consume("import-megabytes", await world.orgId("acme"), 8_186);
    expect((await paste()).status).toBe(429);
    const refused = await world.ask("/settings/content", {
      as: OWNER,
      ...multipart([{ name: "content.zip", bytes: archive("Late") }]),
    });
    expect([
      refused.status,
      refused.text.includes("Too many attempts"),
      Number(refused.headers["retry-after"]) > 0,
    ]).toEqual([429, true, true]);
    await uploaded(world, archive("Other"), "owner@globex.example");
  });
});

testInTurn("files that an archive brings are looked into as uploads are", async () => {
  const world = await openWorld();
  const archive = (file: string, bytes: string) =>
    zip(
      [
        { name: "org.yaml", text: "name: Acme\nlogo: assets/logo.png\n" },
        {
          name: "products.yaml",
          text: "products:\n  - { uid: a, name: Aa, folder: products/a }\n",
        },
        { name: "products/a/cards/Reports.yaml", text: "kind: Reports\nitems: []\n" },
        {
          name: "documents.yaml",
          text: "documents:\n  - { uid: d, file: files/report.pdf, name: Report.pdf, type: SOC 2 report, createdAt: 2026-11-01 }\n",
        },
        { name: "assets/logo.png", text: "<html>no picture</html>" },
        { name: "files/report.pdf", text: "%PDF-1.4 a page" },
      ].map((entry) => (entry.name === file ? { ...entry, text: bytes } : entry)),
    );
  const blobs = async () =>
    (
      await world.services.store.read
        .selectFrom("blobs")
        .select("hash")
        .where("orgId", "=", await world.orgId("acme"))
        .execute()
    ).length;
  const before = await blobs();
  for (const [bytes, told] of [
    [archive("", ""), "assets/logo.png: This file isn’t a valid PNG."],
    [
      archive("files/report.pdf", "<html>no document at all</html>"),
      "files/report.pdf: This file isn’t a valid PDF.",
    ],
  ] as const) {
    const page = await world.ask(await uploaded(world, bytes), { as: OWNER });
    expect([page.status, page.text.includes(told)], told).toEqual([400, true]);
    const refused = await world.ask(await uploaded(world, bytes), {
      as: OWNER,
      form: { stamp: "x", replace: "no" },
    });
    expect([refused.status, refused.text.includes(told)], told).toEqual([400, true]);
  }
  // The archive itself, which waits.
  expect(await blobs()).toBeLessThanOrEqual(before + 2);
});

testInTurn("what an upload says of a file, an import says of a file that it brought", async () => {
  const world = await openWorld();
  const form = onePage({
    words: "Placeholder",
    catalog: "/NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 6 0 R] >>",
    more: [stream("<xdp/>")],
  }).toString("latin1");
  const bytes = zip([
    { name: "org.yaml", text: "name: Acme\n" },
    { name: "products.yaml", text: "products:\n  - { uid: a, name: Aa, folder: products/a }\n" },
    { name: "products/a/cards/Reports.yaml", text: "kind: Reports\nitems: []\n" },
    {
      name: "documents.yaml",
      text: "documents:\n  - { uid: d, file: files/form.pdf, name: Form.pdf, type: SOC 2 report, createdAt: 2026-11-01 }\n",
    },
    { name: "files/form.pdf", text: form },
  ]);
  const place = await uploaded(world, bytes);
  const page = await world.ask(place, { as: OWNER });
  const stamp = /name="stamp" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const done = await world.ask(place, { as: OWNER, form: { stamp, replace: "no" } });
  expect(done.status).toBe(303);
  const cookie = done.headers["set-cookie"]?.find((one) => one.startsWith("otc_flash=")) ?? "";
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const { text } = await world.ask("/settings/content", { as: OWNER, headers });
  expect(text).toContain("“Form.pdf”: Only Adobe Acrobat and Reader can show this form");
});
