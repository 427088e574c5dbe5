import { describe, expect, test } from "vitest";
import { readMissedTexts } from "#content/documents/texts/stored-texts.ts";
import { testInFive, testInTurn } from "../in-turn.ts";
import { multipart, pdf, type SentFile } from "./multipart.ts";
import { changed, formOf } from "./page-form.ts";
import { openWorld, type World } from "./world.ts";

const EDITOR = "editor@acme.example";

/** Uploads files as the form without scripts does. @returns the page that asks where they belong */
async function upload(world: World, files: readonly SentFile[]): Promise<string> {
  const sent = { as: EDITOR, ...multipart(files, {}) };
  const answer = await world.ask("/documents?uploadModal=true", sent);
  expect(answer.status).toBe(303);
  return answer.headers.location ?? "";
}

const file = (name: string, text = name): SentFile => ({ name, bytes: text });

async function linked(world: World, name: string) {
  return world.services.store.read
    .selectFrom("documents as d")
    .innerJoin("itemDocuments as l", "l.documentId", "d.id")
    .innerJoin("items as i", (join) =>
      join.onRef("i.uid", "=", "l.itemUid").onRef("i.productId", "=", "l.productId"),
    )
    .select(["d.type", "i.uid", "i.kind", "i.title", "i.enabledState", "i.publicAccess"])
    .where("d.originalName", "=", name)
    .execute();
}

const place = async (
  world: World,
  page: string,
  changes: Readonly<Record<string, string | null>> = {},
) => {
  const form = formOf(await world.ask(page, { as: EDITOR }), "rows[0]");
  return world.ask(page, { as: EDITOR, form: changed(form, changes) });
};

describe("where visitors find what was uploaded", () => {
  testInFive(
    "is proposed from the name, and one save gives types, enables the items and links",
    async () => {
      const world = await openWorld();
      const page = await upload(world, [file("baa.txt"), file("CAIQ lite.txt")]);
      const answer = await place(world, page, { "rows[1].access": "public" });
      expect([answer.status, answer.headers.location]).toEqual([303, "/documents"]);
      expect(await linked(world, "baa.txt")).toMatchObject([
        { type: "Legal", uid: "Legal.baa", enabledState: "Enabled", publicAccess: 0 },
      ]);
      expect(await linked(world, "CAIQ lite.txt")).toMatchObject([
        { type: "Questionnaire", uid: "Questionnaires.caiqLite", publicAccess: 1 },
      ]);
    },
  );

  testInTurn("is proposed from the first page where the name says nothing", async () => {
    const world = await openWorld();
    const page = await upload(world, [file("scan0001.txt", "Backup Policy\nOwner: the CTO")]);
    // Its text is read at the upload, or a moment later where that takes long.
    await world.services.store.write((trx) => trx.deleteFrom("documentTexts").execute());
    expect((await world.ask(page, { as: EDITOR })).text).toContain("still reading some files");
    await readMissedTexts(world.services);
    const read = await world.ask(page, { as: EDITOR });
    expect(read.text).toContain("Suggested from its first page");
    await place(world, page);
    expect(await linked(world, "scan0001.txt")).toMatchObject([
      { type: "Policy", uid: "Policies.backup" },
    ]);
  });

  testInFive(
    "takes auditor, period and validity from the first page where that is ticked",
    async () => {
      const world = await openWorld();
      const text = "Backup Policy\nAuditor: Meridian Assurance\nValid until July 14, 2028.";
      const page = await upload(world, [
        file("scan0002.txt", text),
        file("scan0003.txt", `${text} Page 1.`),
      ]);
      await readMissedTexts(world.services);
      const seen = await world.ask(page, { as: EDITOR });
      expect(seen.text.replaceAll("<!-- -->", "")).toContain("“Valid until July 14, 2028.”");
      const names = /name="(rows\[\d\])\.id" value="([\w-]+)"/g;
      const [first] = [...seen.text.matchAll(names)];
      await place(world, page, { [`${first?.[1]}.facts`]: "on" });
      const stored = await world.services.store.read
        .selectFrom("documents")
        .select(["id", "expiresOn", "auditor"])
        .where("originalName", "in", ["scan0002.txt", "scan0003.txt"])
        .execute();
      expect(new Map(stored.map(({ id, ...facts }) => [id === first?.[2], facts]))).toEqual(
        new Map([
          [true, { expiresOn: "2028-07-14", auditor: "Meridian Assurance" }],
          [false, { expiresOn: null, auditor: null }],
        ]),
      );
    },
  );

  testInFive("can be an item of its own, or nowhere yet", async () => {
    const world = await openWorld();
    const page = await upload(world, [file("our_story.txt"), file("draft.txt")]);
    const answer = await place(world, page, { "rows[0].item": "new", "rows[1].type": "Policy" });
    expect(answer.status).toBe(303);
    expect(await linked(world, "our_story.txt")).toMatchObject([
      { kind: "Documents", title: "our story", enabledState: "Enabled" },
    ]);
    expect(await linked(world, "draft.txt")).toEqual([]);
  });

  testInFive("leaves who reads an item that is on the portal already", async () => {
    const world = await openWorld();
    const before = await world.services.store.read
      .selectFrom("items")
      .selectAll()
      .where("uid", "=", "Reports.soc2")
      .where("enabledState", "=", "Enabled")
      .executeTakeFirstOrThrow();
    const other = before.publicAccess === 1 ? "restricted" : "public";
    const page = await upload(world, [{ name: "soc2-2031.pdf", bytes: pdf("2031") }]);
    expect((await place(world, page, { "rows[0].access": other })).status).toBe(303);
    expect(await linked(world, "soc2-2031.pdf")).toMatchObject([
      { uid: "Reports.soc2", publicAccess: before.publicAccess },
    ]);
  });

  test("keeps what was sent and says what is wrong; nothing is saved then", async () => {
    const world = await openWorld();
    const page = await upload(world, [file("dora.txt")]);
    const wrong = await place(world, page, { "rows[0].type": "Poem", "rows[0].access": "public" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("Type is required");
    expect(wrong.text).toMatch(/<option value="public" selected="">Public/);
    const strange = await place(world, page, { "rows[0].item": "Reports.nothing" });
    expect([strange.status, strange.text.includes("Nothing was saved.")]).toEqual([409, true]);
    const list = await place(world, page, { "rows[0].item": "TrustedBy.companies" });
    expect([list.status, list.text.includes("can’t have documents")]).toEqual([409, true]);
    expect(await linked(world, "dora.txt")).toEqual([]);
  });

  test("is not asked of another company's documents, nor of who may not edit the portal", async () => {
    const world = await openWorld();
    const page = await upload(world, [file("mine.txt")]);
    const theirs = await world.ask(page, { as: "owner@globex.example" });
    expect(theirs.text).not.toContain("mine.txt");
    expect((await world.ask(page, { as: "viewer@acme.example" })).status).toBe(403);
  });
});
