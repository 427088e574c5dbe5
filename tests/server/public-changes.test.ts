import { describe, expect, test } from "vitest";
import { SYSTEM, type Write } from "#tenancy/audit/store/audit.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { retentionJob } from "#company/privacy/mail/retention-job.ts";
import { CHANGES_KEPT_DAYS } from "#model/changes.ts";
import { deleteCustomItem, editItem } from "#content/items/store/item-edits.server.ts";
import { itemSubject } from "#content/items/store/item-history.server.ts";
import type { ItemValues } from "#content/items/store/items.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import { deleteDocument, uploadVersion } from "#content/documents/store/library.server.ts";
import { faqSubject } from "#content/knowledge-base/store/entry-history.server.ts";
import {
  addFaqEntry,
  removeFaqEntry,
  updateFaqEntry,
} from "#content/knowledge-base/store/faq.server.ts";
import { controlSubject } from "#content/controls/store/subject.server.ts";
import { addControl, updateControl } from "#content/controls/store/controls.server.ts";
import { subprocessorSubject } from "#content/subprocessors/store/subprocessor-history.server.ts";
import {
  addSubprocessor,
  removeSubprocessor,
} from "#content/subprocessors/store/subprocessors.server.ts";
import { addCompany } from "#content/companies/store/companies.server.ts";
import { publishOrg, unpublishOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { createTopics } from "#updates/updates/store/topics.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { undoChange } from "#web/history/store/undo.server.ts";
import { SUBJECTS } from "#server/history/store/subjects.server.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import { openWorld, type Ask, type World } from "./world.ts";

const DAY_MS = 86_400_000;
const MEMBER: Ask = { as: "riley@customer.example" };
const OWNER: Ask = { as: "owner@acme.example" };

interface Told {
  what: string;
  title: string;
  day: string;
  url: string;
  fields: { label: string; before: string; after: string }[];
}

class Company {
  readonly world: World;
  readonly orgId: string;
  readonly productId: string;

  constructor(world: World, orgId: string, productId: string) {
    this.world = world;
    this.orgId = orgId;
    this.productId = productId;
  }

  static async open(): Promise<Company> {
    const world = await openWorld();
    const orgId = await world.orgId("acme");
    const { id } = await world.services.store.read
      .selectFrom("products")
      .select("id")
      .where("orgId", "=", orgId)
      .where("isDefault", "=", 1)
      .executeTakeFirstOrThrow();
    return new Company(world, orgId, id);
  }

  write<T>(work: (write: Write) => Promise<T>): Promise<T> {
    const { store } = this.world.services;
    return store.write((trx) => work({ trx, orgId: this.orgId, by: SYSTEM, now: this.world.time }));
  }

  item(uid: string, values: Partial<ItemValues> & Pick<ItemValues, "kind">, link: string[] = []) {
    return this.write((write) => {
      const { kind, ...rest } = values;
      const edit = { values: rest, link, unlink: [], documentTypes: {} };
      return editItem(write, this.productId, { uid, kind }, edit);
    });
  }

  faq(id: string, verb: (write: Write) => Promise<unknown>) {
    return this.write((write) =>
      recordChange(
        write.trx,
        {
          orgId: this.orgId,
          productId: null,
          subject: faqSubject,
          subjectId: id,
          by: write.by,
          now: write.now,
        },
        () => verb(write),
      ),
    );
  }

  question(
    id: string,
    question: string,
    answer: string,
    access: "public" | "accounts" | "internal",
  ) {
    const values = { question, answer, comment: null, topic: null, access, productIds: [] };
    return this.faq(id, async ({ trx, orgId, now }) => {
      const there = await trx
        .selectFrom("faqEntries")
        .select("id")
        .where("orgId", "=", orgId)
        .where("id", "=", id)
        .executeTakeFirst();
      return there === undefined
        ? addFaqEntry(trx, orgId, { ...values, id }, now)
        : updateFaqEntry(trx, orgId, id, values, now);
    });
  }

  async told(ask: Ask = {}, query = ""): Promise<Told[]> {
    const { status, text } = await this.world.ask(`/acme/changes.json${query}`, ask);
    expect(status).toBe(200);
    return (JSON.parse(text) as { changes: Told[] }).changes;
  }

  async titles(ask: Ask = {}, query = ""): Promise<string[]> {
    return (await this.told(ask, query)).map(({ what, title }) => `${what}: ${title}`);
  }

  blob() {
    return this.world.services.store.read
      .selectFrom("blobs")
      .select(["hash", "size"])
      .where("orgId", "=", this.orgId)
      .orderBy("hash")
      .limit(2)
      .execute();
  }
}

describe("what changed", () => {
  test("is told of certifications that came, were renewed and went", async () => {
    const acme = await Company.open();
    const cert = { kind: "Certifications", title: "ISO 99", publicAccess: true } as const;
    await acme.item("custom.cert", { ...cert, expiry: "2027-01-31" });
    await acme.item("custom.cert", { ...cert, expiry: "2028-01-31" });
    expect((await acme.titles()).slice(0, 2)).toEqual([
      "Certification renewed: ISO 99",
      "Certification added: ISO 99",
    ]);
    const [renewed] = await acme.told();
    expect(renewed?.fields).toEqual([
      { label: "Valid until", before: "2027-01-31", after: "2028-01-31" },
    ]);
    await acme.item("custom.cert", { ...cert, title: "A secret plan", enabledState: "NotEnabled" });
    const gone = await acme.titles();
    expect(gone[0]).toBe("Certification removed: ISO 99");
    expect(gone.join()).not.toContain("secret plan");
  });

  test("says a certification’s end when its day came, and a subprocessor’s when it takes effect", async () => {
    const acme = await Company.open();
    const cert = { kind: "Certifications", title: "ISO 98", publicAccess: true } as const;
    const today = acme.world.time.toISOString().slice(0, 10);
    await acme.item("custom.ends", { ...cert, expiry: today });
    await acme.write(({ trx, orgId, now }) =>
      createTopics(
        trx,
        orgId,
        [
          {
            subject: "A new host",
            category: "subprocessors",
            productIds: [],
            effectiveOn: new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10),
            createdAt: now,
            updates: [
              {
                message: "We change hosts.",
                audience: "public",
                channelStatusPage: true,
                channelEmail: false,
                publishAt: now,
              },
            ],
          },
          {
            subject: "A new report",
            category: "compliance",
            productIds: [],
            createdAt: now,
            updates: ["It is here.", "The letter is attached, too."].map((message, hours) => ({
              message,
              audience: "public",
              channelStatusPage: true,
              channelEmail: false,
              publishAt: new Date(now.getTime() + hours * 3_600_000),
            })),
          },
        ],
        "Owner",
      ),
    );
    expect((await acme.titles()).filter((title) => title.endsWith(": A new report"))).toEqual([
      "Update published: A new report",
    ]);
    expect(await acme.titles()).not.toContain("Certification expired: ISO 98");
    expect(await acme.titles()).toContain("Subprocessor change announced: A new host");
    expect(await acme.titles()).not.toContain("Subprocessor change in effect: A new host");
    acme.world.time = new Date(acme.world.time.getTime() + 2 * DAY_MS);
    expect(await acme.titles()).toContain("Certification expired: ISO 98");
    expect(await acme.titles()).toContain("Subprocessor change in effect: A new host");
    // What follows up a topic is not the same news once more.
    const report = (await acme.titles()).filter((title) => title.endsWith(": A new report"));
    expect(report.sort()).toEqual([
      "Follow-up published: A new report",
      "Update published: A new report",
    ]);
  });

  test("names the item of a document that came, got a version and went, and no file", async () => {
    const acme = await Company.open();
    const [first, second] = await acme.blob();
    if (first === undefined || second === undefined) throw new Error("no files to place");
    const file = (blob: typeof first) => ({
      originalName: "canary-file.pdf",
      contentType: "application/pdf",
      size: blob.size,
      blobHash: blob.hash,
      type: "Other" as const,
    });
    const id = await acme.write((write) => addDocument(write, file(first)));
    const item = { kind: "Reports", title: "Yearly report", publicAccess: false } as const;
    await acme.item("custom.report", item, [id]);
    await acme.write((write) =>
      uploadVersion(write, id, {
        fileName: "canary-file.pdf",
        contentType: "application/pdf",
        blob: second,
        encryptedType: null,
      }),
    );
    const expected = [
      "Document replaced by a new version: Yearly report",
      "Document added: Yearly report",
    ];
    expect((await acme.titles()).slice(0, 2)).toEqual(expected);
    expect((await acme.titles(MEMBER)).slice(0, 2)).toEqual(expected);
    expect(JSON.stringify(await acme.told(MEMBER))).not.toContain("canary-file");
    await acme.write((write) => deleteDocument(write, id));
    expect((await acme.titles())[0]).toBe("Document removed: Yearly report");
    // At Minimal, of a locked item the title alone is told.
    await acme.write((write) => updateCustomization(write, { publicAccessLevel: "Minimal" }));
    expect((await acme.titles()).join()).not.toContain("Document");
  });

  test("tells words to who could read them before and after, and no one else", async () => {
    const acme = await Company.open();
    await acme.question("q1", "How long?", "Kept for 30 days", "public");
    await acme.question("q1", "How long?", "Kept for 90 days", "public");
    const [changed] = await acme.told();
    expect(changed).toMatchObject({
      what: "FAQ entry changed",
      title: "How long?",
      fields: [{ label: "Answer", before: "Kept for 30 days", after: "Kept for 90 days" }],
    });
    const page = (await acme.world.ask("/acme/changes")).text;
    expect(page).toContain("<del");
    expect(page).toMatch(/<ins[^>]*>90<\/ins>/);

    // Restricted, changed, and opened again: what was said meanwhile stays with members.
    await acme.question("q1", "How long?", "Kept in a secret vault", "accounts");
    await acme.question("q1", "How long?", "Kept for 60 days", "public");
    const answers = async (ask: Ask) => JSON.stringify(await acme.told(ask));
    expect(await answers({})).not.toContain("secret");
    expect(await answers(MEMBER)).toContain("Kept in a secret vault");
    expect(await answers({ as: "kim@expired.example" })).not.toContain("secret");
    expect((await acme.world.ask("/acme/changes")).text).not.toContain("secret");
    expect((await acme.world.ask("/acme/changes.xml")).text).not.toContain("secret");
    expect((await acme.world.ask("/acme/changes.md")).text).not.toContain("secret");

    // Kept from all: nobody but the team hears of any of it.
    await acme.question("q1", "How long?", "Kept for 60 days", "internal");
    expect(await acme.titles(MEMBER)).not.toContain("FAQ entry changed: How long?");
    expect(await acme.titles(OWNER)).toContain("FAQ entry changed: How long?");
  });

  test("of what is gone reaches those who saw it go, by the name that it had", async () => {
    const acme = await Company.open();
    await acme.question("q2", "For members?", "Yes", "accounts");
    await acme.faq("q2", ({ trx, orgId }) => removeFaqEntry(trx, orgId, "q2"));
    await acme.question("q3", "For everyone?", "Yes", "public");
    await acme.question("q3", "A secret question", "No", "internal");
    await acme.faq("q3", ({ trx, orgId }) => removeFaqEntry(trx, orgId, "q3"));
    expect(await acme.titles()).not.toContain("FAQ entry removed: For members?");
    expect(await acme.titles(MEMBER)).toContain("FAQ entry removed: For members?");
    expect((await acme.titles(MEMBER)).join()).not.toMatch(/secret|For everyone/);
    // What nobody but the team could see is told to nobody, the team has its history.
    expect((await acme.titles(OWNER)).join()).not.toContain("secret");
  });

  test("of hidden items reaches the profiles that include them", async () => {
    const acme = await Company.open();
    const hidden = { kind: "Reports", title: "Hidden report", hidden: true } as const;
    await acme.item("custom.hidden", { ...hidden, explanation: "Old words" });
    await acme.item("custom.hidden", { ...hidden, explanation: "New words" });
    expect((await acme.titles()).join()).not.toContain("Hidden report");
    const all = await acme.told(MEMBER);
    const profile = await acme.world.services.store.read
      .selectFrom("members as m")
      .innerJoin("grants as g", "g.accountId", "m.accountId")
      .innerJoin("permissionProfiles as p", "p.id", "g.profileId")
      .select("p.allItems")
      .where("m.email", "=", "riley@customer.example")
      .where("g.productId", "=", acme.productId)
      .executeTakeFirstOrThrow();
    expect(all.filter(({ title }) => title === "Hidden report").length > 0).toBe(
      profile.allItems === 1,
    );
    await acme.write((write) => deleteCustomItem(write, acme.productId, "custom.hidden"));
    expect((await acme.titles()).join()).not.toContain("Hidden report");
    // Opened: it begins for the public as something new, without its words.
    await acme.item("custom.opened", { ...hidden, title: "Opened", explanation: "Secret words" });
    await acme.item("custom.opened", { ...hidden, title: "Opened", explanation: "Open words" });
    await acme.item("custom.opened", {
      kind: "Reports",
      title: "Opened",
      explanation: "Open words",
      hidden: false,
      publicAccess: true,
    });
    const opened = (await acme.told()).filter(({ title }) => title === "Opened");
    expect(opened.map(({ what, fields }) => [what, fields])).toEqual([["Item added", []]]);
  });

  test("is told of controls and subprocessors, each with the day and where it leads", async () => {
    const acme = await Company.open();
    const key = { orgId: acme.orgId, by: SYSTEM };
    const control = {
      reference: "ZZ-9",
      title: "Backups",
      requirements: [],
      access: "public" as const,
      productIds: [],
    };
    await acme.write(async ({ trx, orgId, now }) => {
      const edit = { ...key, productId: null, subject: controlSubject, subjectId: "c9", now };
      await recordChange(trx, edit, () => addControl(trx, orgId, { ...control, id: "c9" }, now));
      await recordChange(trx, edit, () =>
        updateControl(trx, orgId, "c9", { ...control, title: "Tested backups" }, now),
      );
      const companyId = await addCompany(trx, orgId, { name: "Hosting Inc" });
      const { productId } = acme;
      const list = { ...key, productId, subject: subprocessorSubject, subjectId: "s9", now };
      await recordChange(trx, list, () =>
        addSubprocessor(trx, orgId, productId, { id: "s9", companyId, purpose: "Hosting" }, now),
      );
      await recordChange(trx, list, () => removeSubprocessor(trx, orgId, productId, "s9"));
    });
    const told = await acme.told();
    expect(told.slice(0, 3).map(({ what, title }) => `${what}: ${title}`)).toEqual([
      "Subprocessor removed: Hosting Inc",
      "Control changed: ZZ-9 Tested backups",
      "Control added: ZZ-9 Tested backups",
    ]);
    expect(told[1]?.url).toContain("/controls?q=ZZ-9#control-c9");
    expect(told[1]?.day).toBe(acme.world.time.toISOString().slice(0, 10));
  });

  test("is kept of no portal that is not before the public, nor of another company", async () => {
    const acme = await Company.open();
    await acme.write(unpublishOrg);
    await acme.question("q4", "While it was away", "Yes", "public");
    await acme.write(publishOrg);
    expect((await acme.titles()).join()).not.toContain("While it was away");
    await acme.question("q5", "Of Acme alone", "Yes", "public");
    expect((await acme.titles()).join()).toContain("Of Acme alone");
    const other = await acme.world.ask("/globex/changes.json", { as: "owner@globex.example" });
    expect(other.text).not.toContain("Of Acme alone");
  });

  test("begins on the day that was asked for, and shows at once", async () => {
    const acme = await Company.open();
    await acme.question("q6", "Early", "Yes", "public");
    acme.world.time = new Date(acme.world.time.getTime() + 10 * DAY_MS);
    const kept = await acme.world.ask("/acme/changes");
    expect(kept.headers.etag).toBeDefined();
    await acme.question("q7", "Late", "Yes", "public");
    const later = await acme.world.ask("/acme/changes");
    expect(later.text).toContain("Late");
    const today = acme.world.time.toISOString().slice(0, 10);
    const since = await acme.titles({}, `?since=${today}`);
    expect(since).toEqual(["FAQ entry added: Late"]);
    for (const odd of ["?since=2026-02-30", "?since=yesterday", "?since=", "?since=9999-01-01"]) {
      const { status } = await acme.world.ask(`/acme/changes${odd}`);
      expect([odd, status]).toEqual([odd, 200]);
    }
    const page = await acme.world.ask(`/acme/changes?since=${today}`);
    expect(page.text).toContain(`value="${today}"`);
    expect(page.text).not.toContain("Early");
  });

  test("is deleted by the housekeeping after two years", async () => {
    const acme = await Company.open();
    await acme.question("q8", "Long ago", "Yes", "public");
    const count = async () =>
      (await acme.world.services.store.read.selectFrom("publicChanges").select("id").execute())
        .length;
    expect(await count()).toBeGreaterThan(0);
    acme.world.time = new Date(acme.world.time.getTime() + (CHANGES_KEPT_DAYS + 2) * DAY_MS);
    const services = { ...acme.world.services, now: () => acme.world.time };
    const until = acme.world.time;
    await retentionJob.work(services, { orgId: acme.orgId, since: null, until });
    expect(await count()).toBe(0);
  });
});

describe("a member’s last visit", () => {
  const home = async (world: World) => (await world.ask("/acme", MEMBER)).text;
  /** Visits are noted beside the answer. */
  const settled = (world: World) => world.services.store.write(async () => {}, false);

  test("is the day before the one on which they came again, and what changed since stands on their home", async () => {
    const acme = await Company.open();
    const { world } = acme;
    world.time = new Date("2026-12-01T10:00:00Z");
    expect(await home(world)).not.toContain("Since your last visit");
    await settled(world);
    expect(await home(world)).not.toContain("Since your last visit");
    world.time = new Date("2026-12-05T10:00:00Z");
    await acme.question("q9", "New since then", "Yes", "public");
    for (let visit = 0; visit < 2; visit += 1) {
      const text = await home(world);
      expect(text).toMatch(/Since your last visit, <time[^>]*>December 1</);
      expect(text).toContain("New since then");
      await settled(world);
    }
    const account = await world.ask("/acme/my-account", MEMBER);
    expect(account.text).toMatch(/Since your last visit, (?:<!-- -->)?December 1</);
    expect(account.text).toContain("/changes?since=2026-12-01");
    // Another member's, another product's and a stranger's visits are their own.
    expect((await world.ask("/acme")).text).not.toContain("Since your last visit");
    const other = await world.ask("/acme", { as: "noor@unsigned.example" });
    expect(other.text).not.toContain("Since your last visit");
    world.time = new Date("2026-12-09T10:00:00Z");
    expect(await home(world)).toMatch(/Since your last visit, <time[^>]*>December 5</);
  });

  test("is noted by no preview and no key, and goes with the member", async () => {
    const acme = await Company.open();
    const { world } = acme;
    const rows = () => world.services.store.read.selectFrom("memberVisits").selectAll().execute();
    await world.ask("/acme?view=public", OWNER);
    await world.ask("/acme", { ...MEMBER, method: "HEAD" });
    await settled(world);
    expect(await rows()).toEqual([]);
    await world.ask("/acme/changes", MEMBER);
    await settled(world);
    expect(await rows()).toHaveLength(1);
  });
});

test("a change that is undone is told as another one, and its words stay right", async () => {
  const acme = await Company.open();
  const item = { kind: "Reports", title: "Told twice", publicAccess: true } as const;
  await acme.item("custom.twice", { ...item, explanation: "One" });
  await acme.item("custom.twice", { ...item, explanation: "Two" });
  await acme.write((write) =>
    recordChange(
      write.trx,
      {
        orgId: acme.orgId,
        productId: acme.productId,
        subject: itemSubject,
        subjectId: "custom.twice",
        by: write.by,
        now: write.now,
      },
      () =>
        itemSubject.write(
          write.trx,
          { orgId: acme.orgId, productId: acme.productId, subjectId: "custom.twice" },
          null,
          { by: "Owner", now: write.now },
        ),
    ),
  );
  expect((await acme.titles()).filter((title) => title.includes("Told twice"))).toEqual([
    "Item removed: Told twice",
  ]);
});

describe("what is undone", () => {
  const HOUR_MS = 3_600_000;

  /** Undoes the last change of history, so long after it. */
  async function undo(acme: Company, hours = 0) {
    const { world } = acme;
    world.time = new Date(world.time.getTime() + hours * HOUR_MS);
    const { id } = await world.services.store.read
      .selectFrom("changes")
      .select("id")
      .where("orgId", "=", acme.orgId)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    await acme.write(({ trx, orgId, by, now }) =>
      undoChange(trx, orgId, id, {
        subjects: SUBJECTS,
        permissions: permissionsOf("owner"),
        by,
        now,
      }),
    );
  }

  /** What is told of one entry. */
  const toldOf = async (acme: Company, name: string, ask: Ask = {}) =>
    (await acme.titles(ask)).filter((title) => title.endsWith(name));

  /** As if emails about all of it had left. */
  const mailed = (acme: Company) =>
    acme.write(({ trx, orgId, now }) =>
      trx
        .insertInto("turns")
        .values({ orgId, job: "follow-mails", doneUntil: now.toISOString() })
        .execute(),
    );

  test("before anybody was mailed of it is told no more, on no face", async () => {
    const acme = await Company.open();
    await acme.question("u1", "Undone one", "Kept for 30 days", "public");
    await acme.question("u1", "Undone one", "Kept for 7 canaryundone", "public");
    expect((await acme.world.ask("/acme/changes")).text).toContain("canaryundone");
    await undo(acme, 1);
    expect(await toldOf(acme, "Undone one")).toEqual(["FAQ entry added: Undone one"]);
    for (const face of ["changes", "changes.json", "changes.md", "changes.xml"])
      expect([face, (await acme.world.ask(`/acme/${face}`)).text]).not.toEqual([
        face,
        expect.stringContaining("canaryundone"),
      ]);
    // Taking the undoing back is a change again.
    await undo(acme, 1);
    expect(await toldOf(acme, "Undone one")).toEqual([
      "FAQ entry changed: Undone one",
      "FAQ entry added: Undone one",
    ]);
  });

  test("while the portal is taken off is told no more when it comes back", async () => {
    const acme = await Company.open();
    await acme.question("u5", "Taken off", "Kept for 30 days", "public");
    await acme.question("u5", "Taken off", "Kept for 7 canaryundone", "public");
    await acme.write((write) => unpublishOrg(write));
    await undo(acme, 1);
    await acme.write((write) => publishOrg(write));
    expect(await toldOf(acme, "Taken off")).toEqual(["FAQ entry added: Taken off"]);
    for (const face of ["changes", "changes.json", "changes.md", "changes.xml"])
      expect([face, (await acme.world.ask(`/acme/${face}`)).text]).not.toEqual([
        face,
        expect.stringContaining("canaryundone"),
      ]);
  });

  test("of an entry that was added, deleted or hidden leaves nothing to tell", async () => {
    const acme = await Company.open();
    await acme.question("u2", "Added by mistake", "Yes", "public");
    await undo(acme);
    expect(await toldOf(acme, "Added by mistake")).toEqual([]);
    await acme.question("u3", "Hidden by mistake", "Yes", "public");
    await acme.question("u3", "Hidden by mistake", "Yes", "internal");
    expect(await toldOf(acme, "Hidden by mistake")).toEqual([]);
    await undo(acme);
    expect(await toldOf(acme, "Hidden by mistake")).toEqual(["FAQ entry added: Hidden by mistake"]);
    await acme.faq("u3", ({ trx, orgId }) => removeFaqEntry(trx, orgId, "u3"));
    expect(await toldOf(acme, "Hidden by mistake")).toEqual([
      "FAQ entry removed: Hidden by mistake",
    ]);
    await undo(acme);
    expect(await toldOf(acme, "Hidden by mistake")).toEqual(["FAQ entry added: Hidden by mistake"]);
  });

  test("after emails about it left reads as undone, and a day later as another change", async () => {
    const acme = await Company.open();
    await acme.question("u4", "Mailed one", "Kept for 30 days", "public");
    await acme.question("u4", "Mailed one", "Kept for 90 days", "public");
    await mailed(acme);
    await undo(acme, 1);
    expect(await toldOf(acme, "Mailed one")).toEqual([
      "FAQ entry change undone: Mailed one",
      "FAQ entry added: Mailed one",
    ]);
    const [undone] = await acme.told();
    expect(undone?.fields).toEqual([
      { label: "Answer", before: "Kept for 90 days", after: "Kept for 30 days" },
    ]);
    await acme.question("u4", "Mailed one", "Kept for 60 days", "public");
    await undo(acme, 25);
    expect(await toldOf(acme, "Mailed one")).toEqual([
      "FAQ entry changed: Mailed one",
      "FAQ entry changed: Mailed one",
      "FAQ entry change undone: Mailed one",
      "FAQ entry added: Mailed one",
    ]);
  });
});

test("a long list comes in parts, of which each change is in one", async () => {
  const acme = await Company.open();
  const { world, orgId, productId } = acme;
  const readers = JSON.stringify({ everyone: true, accounts: true, profiles: [] });
  const seen = `{"sees":${readers},"reads":${readers}}`;
  await acme.question("p1", "In parts", "Yes", "public");
  const count = 1_100;
  await acme.write(async ({ trx, now }) => {
    for (let place = 0; place < count; place += 1)
      await trx
        .insertInto("publicChanges")
        .values({
          orgId,
          id: `part${String(place).padStart(5, "0")}`,
          productId,
          // Several at one moment.
          at: new Date(now.getTime() - 60_000 - Math.floor(place / 7)).toISOString(),
          kind: "question",
          thingId: "p1",
          partId: null,
          action: "changed",
          title: "In parts",
          wordsJson: JSON.stringify([
            { name: "Answer", words: [{ said: "after", text: `word${place}` }] },
          ]),
          wasJson: seen,
          isJson: seen,
          changeId: null,
          takesBackAt: null,
        })
        .execute();
  });
  const found: string[] = [];
  let next: string | undefined = "/acme/changes.json";
  let parts = 0;
  while (next !== undefined && parts < 10) {
    const { status, text } = await world.ask(next);
    expect(status).toBe(200);
    const part = JSON.parse(text) as { next?: string; count: number; changes: Told[] };
    expect(part.count).toBeGreaterThanOrEqual(count + 1);
    const words = part.changes.flatMap(({ fields }) => fields.map(({ after }) => after));
    found.push(...words.filter((word) => /^word\d+$/.test(word)));
    next =
      part.next === undefined
        ? undefined
        : `/acme${new URL(part.next).pathname.replace("/acme", "")}${new URL(part.next).search}`;
    parts += 1;
  }
  expect(parts).toBe(3);
  expect(new Set(found).size).toBe(count);
  expect(found).toHaveLength(count);
  const page = await world.ask("/acme/changes");
  expect(page.text).toContain("Earlier changes");
  const link = /href="([^"]*before=[^"]*)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const second = await world.ask(link);
  expect([second.status, second.text.includes("Latest changes")]).toEqual([200, true]);
  for (const odd of ["x", "2026-11-20T10:00:00.000Z~", `${"9".repeat(200)}~a`])
    expect((await world.ask(`/acme/changes?before=${encodeURIComponent(odd)}`)).status).toBe(200);
});

describe("the feed of one thing", () => {
  const linkIn = (html: string) =>
    (html.match(/<link[^>]*>/g) ?? [])
      .filter((link) => link.includes("changes.xml"))
      .map((link) => /href="([^"]*)"/.exec(link)?.[1]?.replaceAll("&amp;", "&"))
      .join();
  const entriesOf = (text: string) =>
    [...text.matchAll(/<entry>[\s\S]*?<title>([^<]*)<\/title>/g)].map(([, title]) => title);

  test("has its changes alone, is linked on its page, and is kept", async () => {
    const acme = await Company.open();
    const { world, productId, orgId } = acme;
    const [first, second] = await acme.blob();
    if (first === undefined || second === undefined) throw new Error("no files to place");
    const file = (name: string) => ({
      originalName: `${name}.pdf`,
      contentType: "application/pdf",
      size: first.size,
      blobHash: first.hash,
      type: "Other" as const,
    });
    const [one, other] = await acme.write(async (write) => [
      await addDocument(write, file("One")),
      await addDocument(write, file("Other")),
    ]);
    const cert = { kind: "Certifications", title: "ISO 96", publicAccess: true } as const;
    await acme.item("custom.feedcert", { ...cert, expiry: "2027-01-31" });
    await acme.item("custom.feedcert", { ...cert, expiry: "2028-01-31" });
    const report = { kind: "Reports", title: "Feed report", publicAccess: true } as const;
    await acme.item("custom.feedreport", report, [one ?? "", other ?? ""]);
    await acme.write((write) =>
      uploadVersion(write, other ?? "", {
        fileName: "Other.pdf",
        contentType: "application/pdf",
        blob: second,
        encryptedType: null,
      }),
    );
    await acme.write(async ({ trx, now, by }) => {
      const companyId = await addCompany(trx, orgId, { name: "Feed hosting" });
      const list = { orgId, by, productId, subject: subprocessorSubject, subjectId: "sf", now };
      await recordChange(trx, list, () =>
        addSubprocessor(trx, orgId, productId, { id: "sf", companyId, purpose: "Hosting" }, now),
      );
    });
    const feed = async (query: string) => {
      const { status, text } = await world.ask(`/acme/changes.xml?${query}`);
      return [status, ...entriesOf(text)];
    };
    expect(await feed("item=custom.feedcert")).toEqual([
      200,
      "Certification renewed: ISO 96",
      "Certification added: ISO 96",
    ]);
    expect(await feed("item=custom.feedreport")).toEqual([
      200,
      "Document replaced by a new version: Feed report",
      "Document added: Feed report",
    ]);
    expect(await feed(`document=${one}`)).toEqual([200, "Document added: Feed report"]);
    expect(await feed(`document=${other}`)).toEqual([
      200,
      "Document replaced by a new version: Feed report",
      "Document added: Feed report",
    ]);
    const subprocessors = await feed("what=subprocessors");
    expect(subprocessors).toContain("Subprocessor added: Feed hosting");
    expect(
      subprocessors.slice(1).filter((title) => !`${title}`.startsWith("Subprocessor")),
    ).toEqual([]);
    // Of two things at once there is none: the one that is passed over could be any text.
    expect(await feed(`document=${one}&item=any`)).toEqual([404]);
    expect(await feed("item=custom.feedcert&what=subprocessors")).toEqual([404]);
    const kept = await world.ask("/acme/changes.xml?item=custom.feedcert");
    expect(kept.headers.etag).toBeDefined();
    expect(kept.text).toContain("Changes: ISO 96</title>");
    expect(kept.text).toContain("changes.xml?item=custom.feedcert");

    const { defaultSlug: slug } = await world.services.store.read
      .selectFrom("items")
      .select("defaultSlug")
      .where("orgId", "=", orgId)
      .where("uid", "=", "custom.feedcert")
      .executeTakeFirstOrThrow();
    const pages: [string, string][] = [
      [`/acme/item/${slug}`, "/acme/changes.xml?item=custom.feedcert"],
      ["/acme/subprocessors", "/acme/changes.xml?what=subprocessors"],
      [`/acme/documents/${one}/view`, `/acme/changes.xml?document=${one}`],
      ["/acme/changes", "/acme/changes.xml"],
    ];
    for (const [page, link] of pages) {
      let { headers, text } = await world.ask(page);
      if (headers.location !== undefined)
        text = (await world.ask(new URL(headers.location, "http://x").pathname)).text;
      expect([page, linkIn(text)]).toEqual([page, link]);
      expect((await world.ask(link)).status).toBe(200);
    }
    expect(linkIn((await world.ask("/acme/subprocessors", MEMBER)).text)).toBe("");
  });

  test("is not there of what the public doesn’t see, whoever asks", async () => {
    const acme = await Company.open();
    const [first] = await acme.blob();
    if (first === undefined) throw new Error("no file to place");
    const id = await acme.write((write) =>
      addDocument(write, {
        originalName: "canary.pdf",
        contentType: "application/pdf",
        size: first.size,
        blobHash: first.hash,
        type: "Other",
      }),
    );
    await acme.item("custom.feedhidden", { kind: "Reports", title: "Canary", hidden: true }, [id]);
    const locked = { kind: "Reports", title: "Locked report", publicAccess: false } as const;
    const other = await acme.write((write) =>
      addDocument(write, {
        originalName: "canary2.pdf",
        contentType: "application/pdf",
        size: first.size,
        blobHash: first.hash,
        type: "Other",
      }),
    );
    await acme.item("custom.feedlocked", locked, [other]);
    for (const query of [
      "item=custom.feedhidden",
      "item=no.such",
      `document=${id}`,
      `document=${other}`,
      "document=no-such",
      "what=subprocessors&product=No+Such",
    ])
      for (const ask of [{}, MEMBER, OWNER]) {
        const { status, text } = await acme.world.ask(`/acme/changes.xml?${query}`, ask);
        expect([query, status, /canary/i.test(text)]).toEqual([query, 404, false]);
      }
    // Of what is locked, its title is everyone’s, and that a document came.
    const { status, text } = await acme.world.ask("/acme/changes.xml?item=custom.feedlocked");
    expect([
      status,
      text.includes("Document added: Locked report"),
      text.includes("canary"),
    ]).toEqual([200, true, false]);
  });
});

test("the demo has changes of several kinds, and a follow-up reads as one", async () => {
  const acme = await Company.open();
  const told = await acme.told();
  for (const what of [
    "Certification renewed",
    "Document replaced by a new version",
    "Subprocessor added",
    "Subprocessor change announced",
    "Subprocessor change in effect",
    "FAQ entry changed",
    "Update published",
    "Follow-up published",
  ])
    expect([what, told.some((change) => change.what === what)]).toEqual([what, true]);
  const updates = told.filter(({ what }) => what === "Update published");
  expect(new Set(updates.map(({ title }) => title)).size).toBe(updates.length);
  const changed = told.find(({ what }) => what === "FAQ entry changed");
  expect(changed?.fields).toEqual([
    {
      label: "Answer",
      before: expect.stringContaining("one hour"),
      after: expect.stringContaining("15 minutes"),
    },
  ]);
});
