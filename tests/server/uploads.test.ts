import net from "node:net";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { compound, jpeg, multipart, office, pdf, png, zip, type SentFile } from "./multipart.ts";
import { protectedPdf } from "../pdf-files.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const SLIDES = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml";

function upload(
  world: World,
  files: readonly SentFile[],
  fields: Record<string, string> = {},
  as = EDITOR,
): Promise<Answer> {
  return world.ask("/documents?uploadModal=true", { as, ...multipart(files, fields) });
}

/** Files of the demo, made by other programs than these tests, and which of them ask for a password. */
const DEMO = {
  files: [
    "soc2-type2-2026.pdf",
    "pentest-retest-2026.pdf",
    "dpa-2026.docx",
    "sig-lite-2026.xlsx",
    "network-diagram.png",
  ],
  want: {
    "soc2-type2-2026.pdf": null,
    "pentest-retest-2026.pdf": "password",
    "dpa-2026.docx": null,
    "sig-lite-2026.xlsx": null,
    "network-diagram.png": null,
  },
} as const;

/** How many rows the tables of the library have, in both orgs. */
async function counts(world: World) {
  const { read } = world.services.store;
  const count = async (table: "documents" | "documentVersions" | "blobs" | "audit") =>
    Number(
      (
        await read
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow()
      ).n,
    );
  return {
    documents: await count("documents"),
    versions: await count("documentVersions"),
    blobs: await count("blobs"),
    audit: await count("audit"),
  };
}

async function uploader(world: World): Promise<string> {
  return (
    await world.services.store.read
      .selectFrom("staff")
      .select("name")
      .where("email", "=", EDITOR)
      .executeTakeFirstOrThrow()
  ).name;
}

async function uploaded(world: World) {
  return world.services.store.read
    .selectFrom("documents")
    .selectAll()
    .where("createdBy", "=", await uploader(world))
    .orderBy("originalName")
    .execute();
}

/** What the page says, without markup. */
function words({ text }: Answer): string {
  return text
    .replace(/<!-- -->/g, "")
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}

describe("an upload", () => {
  testInFive(
    "becomes document, version, blob and audit row; type, access and expiry as chosen",
    async () => {
      const world = await openWorld();
      const before = await counts(world);
      const bytes = pdf("Report");
      const answer = await upload(world, [{ name: "Report 2026.pdf", bytes }], {
        type: "SOC 2 report",
        accessType: "view-only",
        expiresOn: "2027-01-31",
      });
      expect(answer.status).toBe(303);
      expect(answer.headers.location).toMatch(/^\/documents\/place\?select=/);
      const [row] = await uploaded(world);
      expect(row).toMatchObject({
        originalName: "Report 2026.pdf",
        contentType: "application/pdf",
        size: bytes.length,
        type: "SOC 2 report",
        accessType: "view-only",
        encryptedType: null,
        expiresOn: "2027-01-31",
      });
      expect(await counts(world)).toEqual({
        documents: before.documents + 1,
        versions: before.versions + 1,
        blobs: before.blobs + 1,
        audit: before.audit + 1,
      });
      const stored = await world.services.blobs.readAll(
        row?.orgId ?? "",
        row?.blobHash ?? "",
        10_000,
      );
      expect(stored.equals(bytes)).toBe(true);
      const download = await world.ask(`/documents/${row?.id}/download`, { as: EDITOR });
      expect([
        download.status,
        download.body.equals(bytes),
        download.headers["content-disposition"],
      ]).toEqual([200, true, 'attachment; filename="Report 2026.pdf"']);
      const audit = await world.services.store.read
        .selectFrom("audit")
        .selectAll()
        .where("action", "=", "document.uploaded")
        .execute();
      expect(audit).toMatchObject([
        { orgId: row?.orgId, actorName: await uploader(world), subject: "Report 2026.pdf" },
      ]);
    },
  );

  testInFive(
    "takes every accepted kind by content and name, and says what is protected",
    async () => {
      const world = await openWorld();
      const locked = await protectedPdf("Locked", { userPassword: "x", ownerPassword: "y" });
      const files: [SentFile, string, string | null][] = [
        [{ name: "a.pdf", bytes: pdf() }, "application/pdf", null],
        [{ name: "b.pdf", bytes: locked }, "application/pdf", "password"],
        [
          { name: "c.docx", bytes: office(WORD) },
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          null,
        ],
        [
          { name: "d.xlsx", bytes: office(EXCEL) },
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
          null,
        ],
        [
          { name: "e.pptx", bytes: office(SLIDES) },
          "application/vnd.openxmlformats-officedocument.presentationml.presentation",
          null,
        ],
        [
          { name: "f.docx", bytes: compound(true) },
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          "password",
        ],
        [{ name: "g.csv", bytes: "a;b\n1;ü\n" }, "text/csv", null],
        [
          {
            name: "h.txt",
            bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("wide text", "utf16le")]),
          },
          "text/plain",
          null,
        ],
        [{ name: "i.md", bytes: "# x" }, "text/markdown", null],
        [{ name: "j.png", bytes: png(10, 10) }, "image/png", null],
        [{ name: "k.JPG", bytes: jpeg(10, 10) }, "image/jpeg", null],
        [{ name: "l.zip", bytes: zip([{ name: "x", text: "x" }]) }, "application/zip", null],
        [
          { name: "m.zip", bytes: zip([{ name: "x", text: "x", encrypted: true }]) },
          "application/zip",
          "password",
        ],
      ];
      const answer = await upload(
        world,
        files.map(([file]) => file),
      );
      expect(answer.status, words(answer)).toBe(303);
      expect(
        (await uploaded(world)).map((row) => [
          row.originalName,
          row.contentType,
          row.encryptedType,
        ]),
      ).toEqual(
        files.map(([file, contentType, encryptedType]) => [file.name, contentType, encryptedType]),
      );
    },
  );

  testInTurn("takes the demo's own files as what they are", async () => {
    const world = await openWorld();
    const { files, want } = DEMO;
    const answer = await upload(
      world,
      files.map((name) => ({ name, bytes: readFileSync(`demo/acme/files/${name}`) })),
      { same: "add" },
    );
    expect(answer.status, words(answer)).toBe(303);
    expect(
      Object.fromEntries(
        (await uploaded(world)).map((row) => [row.originalName, row.encryptedType]),
      ),
    ).toEqual(want);
  });

  const REFUSED: readonly [string, SentFile, number, RegExp][] = [
    ["an empty file", { name: "empty.pdf", bytes: "" }, 400, /empty\.pdf: This file is empty\./],
    [
      "a kind that is not accepted",
      { name: "tool.exe", bytes: "MZ" },
      400,
      /tool\.exe: This kind of file is not accepted\. Accepted are PDF, DOCX/,
    ],
    [
      "a name without an ending",
      { name: "report", bytes: pdf() },
      400,
      /report: This kind of file is not accepted/,
    ],
    [
      "a page under a PDF's name",
      { name: "page.pdf", bytes: "<html><script>alert(1)</script></html>" },
      400,
      /This file isn’t a valid PDF\./,
    ],
    [
      "a PDF under a picture's name",
      { name: "x.png", bytes: pdf() },
      400,
      /The file name says PNG image, but the content is a PDF\./,
    ],
    [
      "a PDF under a text's name",
      { name: "x.txt", bytes: pdf() },
      400,
      /The file name says text, but the content is a PDF\./,
    ],
    [
      "an archive under a document's name",
      { name: "x.docx", bytes: zip([{ name: "a", text: "b" }]) },
      400,
      /This file isn’t a valid Word document \(DOCX\)\./,
    ],
    [
      "a workbook under a document's name",
      { name: "x.docx", bytes: office(EXCEL) },
      400,
      /isn’t a valid Word document/,
    ],
    [
      "a document with macros",
      { name: "x.docx", bytes: office("application/vnd.ms-word.document.macroEnabled.main+xml") },
      400,
      /Documents with macros are not accepted/,
    ],
    [
      "an old document",
      { name: "x.docx", bytes: compound(false) },
      400,
      /the content is an older Office document/,
    ],
    [
      "an archive that is cut",
      { name: "x.zip", bytes: zip([{ name: "a", text: "b" }]).subarray(0, 40) },
      400,
      /isn’t a valid ZIP file/,
    ],
    [
      "text that is none",
      { name: "x.csv", bytes: Buffer.from([0x61, 0xe4, 0x01, 0x0a]) },
      400,
      /isn’t UTF-8 or UTF-16 text/,
    ],
    [
      "text that breaks off inside a letter",
      { name: "x.md", bytes: Buffer.from([0x61, 0x61, 0xc3]) },
      400,
      /isn’t UTF-8 or UTF-16 text/,
    ],
    ["text with NULs", { name: "x.txt", bytes: "a\u0000b" }, 400, /isn’t a text file/],
    [
      "a picture of too many pixels",
      { name: "x.png", bytes: png(60_000, 60_000) },
      400,
      /3600 megapixels. At most 100 are accepted/,
    ],
    [
      "a JPEG of too many pixels",
      { name: "x.jpg", bytes: jpeg(65_000, 65_000) },
      400,
      /4225 megapixels/,
    ],
    [
      "a picture without a size",
      { name: "x.png", bytes: png(0, 10) },
      400,
      /isn’t a valid PNG image/,
    ],
    ["a name of nothing", { name: "../..", bytes: pdf() }, 400, /has no usable name/],
  ];
  test.each(REFUSED)(
    "refuses %s with a message, and the file beside it is added",
    async (_what, file, status, message) => {
      const world = await openWorld();
      const before = await counts(world);
      const answer = await upload(world, [file, { name: "good.pdf", bytes: pdf("good") }], {
        type: "Policy",
      });
      expect(answer.status).toBe(status);
      expect(words(answer)).toMatch(message);
      expect(answer.text).toMatch(/<title>Error: Documents/);
      expect(words(answer)).toContain("1 document has been added");
      expect((await uploaded(world)).map((row) => row.originalName)).toEqual(["good.pdf"]);
      expect((await counts(world)).documents).toBe(before.documents + 1);
    },
  );

  test("keeps hostile names harmless", async () => {
    const world = await openWorld();
    const sent = [
      "../../etc/passwd.txt",
      "C:\\Users\\me\\plan.txt",
      "invoice\u202efdp.txt",
      "tab\tand\u0007bell.txt",
      ".hidden.txt",
      `${"ü".repeat(200)}.txt`,
      "  spaced   out  .txt",
      "quote%22 name.txt",
    ];
    const answer = await upload(
      world,
      sent.map((name, i) => ({ name, bytes: `text ${i}` })),
    );
    expect(answer.status, words(answer)).toBe(303);
    const names = (await uploaded(world)).map((row) => row.originalName);
    expect(new Set(names)).toEqual(
      new Set([
        "passwd.txt",
        "plan.txt",
        "invoicefdp.txt",
        "tab andbell.txt",
        "hidden.txt",
        `${"ü".repeat(125)}.txt`,
        "spaced out .txt",
        'quote" name.txt',
      ]),
    );
    for (const { id, originalName } of await uploaded(world)) {
      const { headers } = await world.ask(`/documents/${id}/download`, { as: EDITOR });
      expect(headers["content-disposition"], originalName).toMatch(
        /^attachment; filename=[\x20-\x7e]+$/,
      );
      expect([headers["x-content-type-options"], headers["content-security-policy"]]).toEqual([
        "nosniff",
        expect.stringContaining("sandbox"),
      ]);
    }
  });

  testInFive(
    "of what the library has already is said by name and added only when asked for; fifty at once add one",
    async () => {
      const world = await openWorld();
      const bytes = pdf("same");
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => upload(world, [{ name: `same-${i}.pdf`, bytes }])),
      );
      expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
      const others = answers.filter(({ status }) => status === 409);
      expect(others).toHaveLength(49);
      const [{ originalName = "", id = "" } = {}] = await uploaded(world);
      for (const answer of others)
        expect(words(answer)).toContain(
          `This file is already in the library as “${originalName}”, so we didn’t add it again.`,
        );
      expect(others[0]?.text).toContain(`href="/documents/${id}"`);
      expect(await uploaded(world)).toHaveLength(1);
      expect((await upload(world, [{ name: "again.pdf", bytes }], { same: "add" })).status).toBe(
        303,
      );
      expect(await uploaded(world)).toHaveLength(2);
    },
  );

  test("with a field that is not right takes no file and keeps what was typed", async () => {
    const world = await openWorld();
    const before = await counts(world);
    const answer = await upload(world, [{ name: "a.pdf", bytes: pdf() }], {
      type: "Nonsense",
      expiresOn: "2026-02-30",
      accessType: "view-only",
    });
    expect(answer.status).toBe(400);
    expect(words(answer)).toContain("Type is required");
    expect(words(answer)).toContain("Invalid expiration date");
    expect(answer.text).toMatch(/<option value="view-only" selected=""/);
    expect(await counts(world)).toEqual(before);
    const none = await upload(world, [{ name: "", bytes: "" }]);
    expect([none.status, words(none).includes(wording.chooseFile)]).toEqual([400, true]);
  });

  test("is refused without files:edit, before anything is read or stored", async () => {
    const world = await openWorld();
    const before = await counts(world);
    for (const as of ["viewer@acme.example", "reviewer@acme.example"])
      expect((await upload(world, [{ name: "a.pdf", bytes: pdf() }], {}, as)).status).toBe(403);
    const { body, headers } = multipart([{ name: "a.pdf", bytes: pdf() }]);
    expect((await world.ask("/documents", { body, headers })).status).toBe(303);
    expect((await world.ask("/api/documents", { body, headers })).status).toBe(401);
    expect(
      (await world.ask("/api/documents", { body, headers, as: "viewer@acme.example" })).status,
    ).toBe(403);
    expect(
      (
        await world.ask("/documents", {
          body,
          headers: { ...headers, origin: "https://evil.example" },
          as: EDITOR,
        })
      ).status,
    ).toBe(403);
    expect(await counts(world)).toEqual(before);
  });
});

describe("the limit of an upload", () => {
  async function limited(megabytes: number): Promise<World> {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) =>
      updateCustomization({ trx, orgId, now: new Date() }, { maxUploadMegabytes: megabytes }),
    );
    return world;
  }

  /** Sends a body piece by piece until an answer comes. @returns its status and how many bytes were sent */
  async function trickle(
    world: World,
    head: string,
    piece: Buffer,
    max: number,
  ): Promise<{ status: number; sent: number; text: string }> {
    const socket = net.connect(world.port, "127.0.0.1");
    const answer = { text: "" };
    socket.setEncoding("utf8").on("data", (data: string) => (answer.text += data));
    socket.on("error", () => undefined);
    socket.write(head);
    let sent = 0;
    while (sent < max && answer.text === "" && !socket.destroyed) {
      if (!socket.write(piece))
        await Promise.race([
          new Promise((resolve) => socket.once("drain", resolve)),
          new Promise((resolve) => socket.once("close", resolve)),
        ]);
      sent += piece.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (let i = 0; answer.text === "" && i < 200; i += 1)
      await new Promise((resolve) => setTimeout(resolve, 25));
    socket.destroy();
    return {
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer.text)?.[1] ?? 0),
      sent,
      text: answer.text,
    };
  }

  const BOUNDARY = "----limit";
  const partHead = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="big.txt"\r\n\r\n`;
  const requestHead = async (world: World, target: string, length: string) =>
    `POST ${target} HTTP/1.1\r\nHost: ${world.host}\r\nCookie: ${await world.cookieOf(EDITOR, world.host)}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n${length}\r\n\r\n`;

  test("is met by the length that is announced: 413 before a byte of it is sent", async () => {
    const world = await limited(1);
    for (const [target, length] of [
      ["/api/documents", 3_000_000],
      ["/documents", 60_000_000],
    ] as const) {
      const { status, sent, text } = await trickle(
        world,
        await requestHead(world, target, `Content-Length: ${length}`),
        Buffer.alloc(0),
        0,
      );
      expect([target, status, sent]).toEqual([target, 413, 0]);
      expect([
        target,
        text.includes(
          target === "/documents" ? "This is more than 50 MB" : "application/problem+json",
        ),
      ]).toEqual([target, true]);
    }
  });

  test("is met by the byte that is too much where no length is announced", async () => {
    const world = await limited(1);
    const chunk = Buffer.alloc(16_384, "a");
    const framed = Buffer.concat([
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from("\r\n"),
    ]);
    const head = `${await requestHead(world, "/documents", "Transfer-Encoding: chunked")}${Buffer.byteLength(partHead).toString(16)}\r\n${partHead}\r\n`;
    const { status, sent, text } = await trickle(world, head, framed, 100_000_000);
    expect(status).toBe(413);
    expect(text).toContain("larger than 1 MB");
    expect(sent).toBeLessThan(30_000_000);
    expect(await uploaded(world)).toEqual([]);
  });

  test("leaves the files before one that is too large, and those after it when they are near", async () => {
    const world = await limited(1);
    const answer = await upload(world, [
      { name: "a.txt", bytes: "a" },
      { name: "big.txt", bytes: Buffer.alloc(1_100_000, "b") },
      { name: "c.txt", bytes: "c" },
    ]);
    expect(answer.status).toBe(413);
    expect(words(answer)).toContain(
      "big.txt: This file is larger than 1 MB, the most that is accepted.",
    );
    expect((await uploaded(world)).map((row) => row.originalName)).toEqual(["a.txt", "c.txt"]);
  });

  test("is set in the page's settings by those who may, from 1 MB on", async () => {
    const world = await openWorld();
    const form = {
      intent: "settings",
      maxUploadMegabytes: "3",
      expiredDocuments: "hidden",
      documentAccessType: "view-only",
      earlierVersions: "none",
    };
    expect((await world.ask("/documents?settings=true", { as: EDITOR, form })).status).toBe(403);
    const wrong = await world.ask("/documents?settings=true", {
      as: "owner@acme.example",
      form: { ...form, maxUploadMegabytes: "0" },
    });
    expect([wrong.status, words(wrong).includes("Enter 1 or more")]).toEqual([400, true]);
    expect(
      (await world.ask("/documents?settings=true", { as: "owner@acme.example", form })).status,
    ).toBe(303);
    const page = await world.ask("/documents?uploadModal=true", { as: EDITOR });
    expect(words(page)).toContain("at most 3 MB each");
    expect(words(page)).toContain("Default (View only)");
  });
});

describe("a connection that breaks off", () => {
  test("leaves no row, no audit and no temporary file; so does a body that ends in the middle", async () => {
    const world = await openWorld();
    const before = await counts(world);
    const { body, headers } = multipart([
      { name: "whole.txt", bytes: "whole" },
      { name: "half.txt", bytes: Buffer.alloc(300_000, "h") },
    ]);
    const head = `POST /documents HTTP/1.1\r\nHost: ${world.host}\r\nCookie: ${await world.cookieOf(EDITOR, world.host)}\r\nContent-Type: ${headers["content-type"]}\r\nContent-Length: ${body.length}\r\n\r\n`;
    for (let i = 0; i < 5; i += 1) {
      const socket = net.connect(world.port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(head);
      await new Promise((resolve) => socket.write(body.subarray(0, 200_000), resolve));
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.destroy();
    }
    const cut = await world.ask("/documents?uploadModal=true", {
      as: EDITOR,
      body: body.subarray(0, 200_000),
      headers,
    });
    expect([cut.status, words(cut).includes("The upload was incomplete.")]).toEqual([400, true]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await counts(world)).toEqual(before);
    expect(world.logged).toEqual([]);
  });

  test("or a form that is none at all is 4xx, whatever it says it is", async () => {
    const world = await openWorld();
    const bodies: [string, string][] = [
      ["multipart/form-data", "no boundary"],
      ["multipart/form-data; boundary=", "x"],
      ["multipart/form-data; boundary=x", "no part at all"],
      ["multipart/form-data; boundary=x", "--x\r\n\r\n--x--\r\n"],
      [
        "multipart/form-data; boundary=x",
        `--x\r\nContent-Disposition: form-data; name="${"n".repeat(100_000)}"\r\n\r\nv\r\n--x--\r\n`,
      ],
      ["multipart/form-data; boundary=x", `--x\r\n${"A: b\r\n".repeat(5_000)}\r\nv\r\n--x--\r\n`],
      ["multipart/mixed; boundary=x", "--x--"],
      ["text/plain", "x"],
    ];
    for (const [type, body] of bodies) {
      for (const target of ["/documents", "/api/documents"]) {
        const { status } = await world.ask(target, {
          as: EDITOR,
          body,
          headers: { "content-type": type },
        });
        expect(
          [type, body.slice(0, 20), status >= 400 && status < 500],
          `${target} ${status}`,
        ).toEqual([type, body.slice(0, 20), true]);
      }
    }
    expect(world.logged).toEqual([]);
  });
});
