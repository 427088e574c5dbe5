import { expect } from "vitest";
import { stringify, parse } from "yaml";
import { contentIds } from "#operations/exchange/content-ids.ts";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import { editedArchive } from "./edited-archive.ts";
import { testInTurn } from "../in-turn.ts";
import { multipart } from "./multipart.ts";
import { openWorld, type World } from "./world.ts";

const OWNER = "owner@acme.example";
const SUBJECT = "SOC 2 Type II report 2026 is available";
const HOUR_MS = 3_600_000;

interface TopicsYaml {
  topics: {
    uid: string;
    subject: string;
    updates: { uid: string; message: string; audience?: string; at: string }[];
  }[];
}

async function exported(world: World): Promise<Buffer> {
  return (await world.ask("/settings/content/export.zip", { as: OWNER, form: {} })).body;
}

/** An archive whose updates somebody changed by hand. */
function rewritten(zip: Buffer, change: (yaml: TopicsYaml) => void): Promise<Buffer> {
  return editedArchive(zip, (name, text) => {
    if (name !== "topics.yaml") return text;
    const yaml = parse(text) as TopicsYaml;
    change(yaml);
    return stringify(yaml);
  });
}

/** The topic's first update; its others by their place. */
function updateIn(yaml: TopicsYaml, place = 0) {
  const found = topicIn(yaml).updates[place];
  if (found === undefined) throw new Error(`no update ${place}`);
  return found;
}

function topicIn(yaml: TopicsYaml) {
  const found = yaml.topics.find(({ subject }) => subject === SUBJECT);
  if (found === undefined) throw new Error("no topic");
  return found;
}

/** What the page says of an archive, and how to import it. */
async function looked(world: World, zip: Buffer, replace = false) {
  const sent = await world.ask("/settings/content", {
    as: OWNER,
    ...multipart([{ name: "content.zip", bytes: zip }]),
  });
  const place = sent.headers.location ?? "";
  const page = await world.ask(`${place}${replace ? "?replace=yes" : ""}`, { as: OWNER });
  const stamp = /name="stamp" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  return {
    text: page.text.replaceAll("<!-- -->", ""),
    bring: async () => {
      const answer = await world.ask(place, {
        as: OWNER,
        form: { stamp, replace: replace ? "yes" : "no" },
      });
      expect(answer.status).toBe(303);
    },
  };
}

/** The first update of the topic as it is stored, with what it said before and what waits. */
async function stored(world: World) {
  const { read } = world.services.store;
  const orgId = await world.orgId("acme");
  const rowId = contentIds(world.services.key, orgId)("topic-update", "soc2-2026-available-1");
  const update = await read
    .selectFrom("topicUpdates")
    .selectAll()
    .where("id", "=", rowId)
    .executeTakeFirstOrThrow();
  const versions = await read
    .selectFrom("topicUpdateVersions")
    .selectAll()
    .where("updateId", "=", rowId)
    .orderBy("replacedAt")
    .execute();
  const drafts = await read
    .selectFrom("topicDrafts")
    .selectAll()
    .where("updateId", "=", rowId)
    .execute();
  return { update, versions, drafts };
}

const record = async (world: World) =>
  (await listAudit(world.services.store.read, await world.orgId("acme"), { page: 1 })).rows;

testInTurn(
  "a published update that an import changes keeps its words as a version, shows that it was edited, and has its rows in the audit",
  async () => {
    const world = await openWorld();
    const before = await stored(world);
    const zip = await rewritten(await exported(world), (yaml) => {
      updateIn(yaml).message = "REWRITTEN: it has not been issued";
      topicIn(yaml).subject = "No SOC 2 report";
    });
    const page = await looked(world, zip);
    expect(page.text).toContain("Visitors see that the changed updates were edited.");
    await page.bring();
    const after = await stored(world);
    expect(after.update).toMatchObject({
      message: "REWRITTEN: it has not been issued",
      editedAt: world.time.toISOString(),
      editedBy: "Ingrid Sommer",
      createdBy: before.update.createdBy,
      createdAt: before.update.createdAt,
    });
    expect(after.versions.map(({ message }) => message)).toEqual([
      ...before.versions.map(({ message }) => message),
      before.update.message,
    ]);
    const rows = await record(world);
    expect(
      rows.filter(
        ({ action, at }) => action === "topic-update.edited" && at === world.time.toISOString(),
      ),
    ).toMatchObject([{ subject: "No SOC 2 report", actorName: "Ingrid Sommer" }]);
    // The demo came in by an import, too.
    const imports = rows.filter(({ action }) => action === "content.imported");
    expect(imports.map(({ detail }) => detail).join("\n")).toContain(
      "changed topic-update soc2-2026-available-1 (message)",
    );
    expect((await world.ask("/acme/updates")).text).toMatch(/No SOC 2 report[^]*[Ee]dited/);
    // The same archive again changes nothing.
    expect((await looked(world, zip)).text).toContain("Nothing would change");
  },
);

testInTurn(
  "where a second person approves updates, an import's change waits for one, and a new update is not brought in",
  async () => {
    const world = await openWorld();
    await world.ask("/updates", { as: OWNER, form: { needSecondPerson: "on" } });
    const before = await stored(world);
    const zip = await rewritten(await exported(world), (yaml) => {
      updateIn(yaml).message = "REWRITTEN: it has not been issued";
      topicIn(yaml).updates.push({ uid: "brand-new", message: "Smuggled in", at: "2026-11-19" });
      yaml.topics.push({
        ...topicIn(yaml),
        uid: "brand-new-topic",
        subject: "A topic alone",
        updates: [{ uid: "brand-new-too", message: "Smuggled in, too", at: "2026-11-19" }],
      });
    });
    const page = await looked(world, zip);
    expect(page.text).toContain("wait for a second person");
    expect(page.text).toContain("New updates aren’t imported");
    await page.bring();
    const after = await stored(world);
    expect([after.update, after.versions]).toEqual([before.update, before.versions]);
    expect(after.drafts).toMatchObject([
      { message: "REWRITTEN: it has not been issued", submittedBy: "Ingrid Sommer" },
    ]);
    const portal = (await world.ask("/acme/updates")).text;
    for (const word of ["REWRITTEN", "Smuggled", "A topic alone"])
      expect(portal, word).not.toContain(word);
    expect((await record(world)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["topic-draft.submitted", "content.imported"]),
    );

    // Brought in again it is one draft still, and who sent it can't approve it.
    const again = await looked(world, zip);
    expect(again.text).toContain("Nothing would change");
    expect(again.text).toContain("is already waiting under Updates");
    const [draft] = after.drafts;
    const approve = (as: string) =>
      world.ask(`/updates/drafts/${draft?.id}/review`, {
        as,
        form: { intent: "publish", revision: String(draft?.revision) },
      });
    expect((await approve(OWNER)).status).not.toBe(303);
    expect((await stored(world)).update).toEqual(before.update);
    expect((await approve("editor@acme.example")).status).toBe(303);
    expect(await stored(world)).toMatchObject({
      update: { message: "REWRITTEN: it has not been issued", editedBy: expect.any(String) },
      drafts: [],
    });
  },
);

testInTurn("an update that was taken back stays so when an older archive is imported", async () => {
  const world = await openWorld();
  const zip = await exported(world);
  const { update } = await stored(world);
  const taken = await world.ask(`/updates/topics/${update.topicId}`, {
    as: OWNER,
    form: { intent: "unpublish", updateId: update.id },
  });
  expect(taken.status).toBe(303);
  const before = await stored(world);
  expect(before.update.unpublishedAt).not.toBeNull();
  const page = await looked(world, zip);
  expect(page.text).toContain("Unpublished updates stay unpublished");
  expect(page.text).toContain("[soc2-2026-available-1]");
  expect(page.text).toContain("Nothing would change");
  const changed = await rewritten(zip, (yaml) => {
    updateIn(yaml).message = "REWRITTEN";
    updateIn(yaml, 1).message = "Other words";
  });
  await (await looked(world, changed)).bring();
  expect(await stored(world)).toEqual(before);
});

testInTurn(
  "who reads a published update, when it was published and a scheduled one are not an import's to change",
  async () => {
    const world = await openWorld();
    const zip = await exported(world);
    const before = await stored(world);
    const page = await looked(
      world,
      await rewritten(zip, (yaml) => {
        updateIn(yaml).audience = "private";
        updateIn(yaml).at = "2026-01-01";
      }),
    );
    expect(page.text).toContain("Only the words of a published update can change");
    expect(page.text).toContain("Nothing would change");

    const scheduled = await world.services.store.read
      .selectFrom("topicUpdates")
      .selectAll()
      .where("orgId", "=", await world.orgId("acme"))
      .where("createdAt", ">", world.time.toISOString())
      .executeTakeFirst();
    expect(scheduled).toBeDefined();
    const other = await looked(
      world,
      await rewritten(zip, (yaml) => {
        const own = yaml.topics.flatMap(({ updates }) => updates);
        const late = own.find(({ uid }) => uid === `row.${scheduled?.id}`);
        if (late !== undefined) late.message = "REWRITTEN";
      }),
    );
    expect(other.text).toContain("Scheduled updates stay as they are");
    expect(other.text).toContain("Nothing would change");
    expect(await stored(world)).toEqual(before);
  },
);

testInTurn("replacing takes updates back that the archive lacks, and deletes none", async () => {
  const world = await openWorld();
  const before = await stored(world);
  world.time = new Date(world.time.getTime() + HOUR_MS);
  const page = await looked(
    world,
    await rewritten(await exported(world), (yaml) => {
      yaml.topics = yaml.topics.filter(({ subject }) => subject !== SUBJECT);
    }),
    true,
  );
  expect(page.text).toContain("are unpublished, not deleted");
  await page.bring();
  expect(await stored(world)).toMatchObject({
    update: {
      message: before.update.message,
      unpublishedAt: world.time.toISOString(),
      unpublishedBy: "Ingrid Sommer",
    },
    versions: before.versions,
  });
  expect((await record(world)).map(({ action }) => action)).toContain("topic-update.unpublished");
  expect((await world.ask("/acme/updates")).text).not.toContain("SOC 2 Type II report 2026 is");
  expect((await world.ask(`/updates/topics/${before.update.topicId}`, { as: OWNER })).status).toBe(
    200,
  );
});
