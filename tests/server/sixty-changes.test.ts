import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { readEmail } from "#model/subscribers/email.ts";
import { createStaffSession } from "#auth/store/sessions.server.ts";
import { createProfile } from "#auth/profiles/store/permission-profiles.server.ts";
import { addCompany } from "#content/companies/store/companies.server.ts";
import { controlSubject } from "#content/controls/store/subject.server.ts";
import {
  addControl,
  removeControl,
  updateControl,
} from "#content/controls/store/controls.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import { deleteDocument, uploadVersion } from "#content/documents/store/library.server.ts";
import { deleteCustomItem, editItem } from "#content/items/store/item-edits.server.ts";
import type { ItemValues } from "#content/items/store/items.server.ts";
import { faqSubject } from "#content/knowledge-base/store/entry-history.server.ts";
import {
  addFaqEntry,
  removeFaqEntry,
  updateFaqEntry,
} from "#content/knowledge-base/store/faq.server.ts";
import { subprocessorSubject } from "#content/subprocessors/store/subprocessor-history.server.ts";
import {
  addSubprocessor,
  removeSubprocessor,
  updateSubprocessor,
} from "#content/subprocessors/store/subprocessors.server.ts";
import { SYSTEM, type Write } from "#tenancy/audit/store/audit.server.ts";
import type { AnySubject } from "#tenancy/history/store/subject.server.ts";
import { confirmedFollower, follow } from "#updates/follows/store/follows.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { testInTurn } from "../in-turn.ts";
import { MONTH } from "../limits.ts";
import { profileOpens } from "./bare-world.ts";
import { mails } from "./subscribers-world.ts";
import { builtServer } from "./template.ts";
import { openWorld, type Ask, type World } from "./world.ts";

const DAY_MS = 86_400_000;
const RILEY = "riley@customer.example";
const NOOR = "noor@unsigned.example";
const READER = "reader@visitor.example";

/** Kinds of viewers: everyone, accounts with the default profile, and the one whose profile has more. */
type Kind = "public" | "account" | "more";
const ALL: readonly Kind[] = ["public", "account", "more"];
const ACCOUNTS: readonly Kind[] = ["account", "more"];
const MORE: readonly Kind[] = ["more"];
const NOBODY: readonly Kind[] = [];

/** A thing as it is after a change: what it is called and says, and which kinds see and read it. */
interface State {
  title: string;
  words: string;
  sees: readonly Kind[];
  reads: readonly Kind[];
}

/** One change of the script: what is done, and how the thing is then; null: it is gone. */
interface Step {
  thing: string;
  /** 'FAQ entry' */
  noun: string;
  /** Of the field that holds the words. */
  field: string;
  after: State | null;
  /** A document comes, gets a version or goes: told beside the state, to those who see it. */
  says?: string;
  renews?: true;
  run: (write: Write) => Promise<unknown>;
}

/** A change that was made, by the test's own account. */
interface Made extends Step {
  at: string;
  before: State | null;
}

const FOLLOWERS: ReadonlyMap<string, Kind> = new Map([
  [READER, "public"],
  [NOOR, "account"],
  [RILEY, "more"],
]);

const VIEWERS: Readonly<Record<string, { kind: Kind; ask: Ask; query: string }>> = {
  "a stranger": { kind: "public", ask: {}, query: "" },
  "a member of the default profile": { kind: "account", ask: { as: NOOR }, query: "" },
  "a member with more": { kind: "more", ask: { as: RILEY }, query: "" },
  "an account without access": { kind: "public", ask: { as: "kim@expired.example" }, query: "" },
  "a preview by staff": { kind: "more", ask: { as: "owner@acme.example" }, query: "accountId=" },
};

/** A change that a viewer is told of: the line, and the words that changed after it. */
interface Expected {
  at: string;
  says: string;
  words: string;
}

/**
 * What a viewer is told, said as the rule is: of what they see today each change after which they saw
 * it, as new if they didn't before, with its words if they could read them before, after and today;
 * of what is gone its end, if they saw it go.
 */
function expected(made: readonly Made[], kind: Kind): Expected[] {
  const today = new Map(made.map(({ thing, after }) => [thing, after]));
  return made.flatMap(({ at, thing, noun, field, before, after, ...step }): Expected[] => {
    const now = today.get(thing) ?? null;
    const sees = (state: State | null) => state?.sees.includes(kind) === true;
    const reads = (state: State | null) => state?.reads.includes(kind) === true;
    const tell = (what: string, title = now?.title, words = "") => [
      { at, says: `${what}: ${title}`, words },
    ];
    if (step.says !== undefined) return sees(now) && sees(after) ? tell(step.says) : [];
    if (now !== null && !sees(now)) return [];
    if (after === null)
      return sees(before) ? tell(`${noun} removed`, now?.title ?? before?.title) : [];
    if (now === null || !sees(after)) return [];
    if (!sees(before)) return tell(`${noun} added`);
    const names = { [noun === "FAQ entry" ? "Question" : "Title"]: nameIn, [field]: wordsIn };
    const fields = Object.entries(names).filter(([, of]) => of(before) !== of(after));
    if (fields.length === 0) return [];
    const words = reads(before) && reads(after) && reads(now) ? fields : [];
    const said = words.map(([label, of]) => ` | ${label}: ${of(before)} > ${of(after)}`).join("");
    return tell(`${noun} ${step.renews === true ? "renewed" : "changed"}`, now.title, said);
  });
}

const wordsIn = (state: State | null) => state?.words;
/** A control's name without its reference, which stays. */
const nameIn = (state: State | null) => state?.title.replace(/^\w+ (?=Thing )/, "");

/** Every word that was planted and that a text has. */
const planted = (text: string) =>
  [...new Set(text.replace(/<!-- -->/g, "").match(/\bcanary\w+/g) ?? [])].sort();

class Company {
  readonly world: World;
  readonly orgId: string;
  readonly productId: string;
  readonly accountId: string;
  readonly made: Made[] = [];

  constructor(world: World, ids: { orgId: string; productId: string; accountId: string }) {
    this.world = world;
    this.orgId = ids.orgId;
    this.productId = ids.productId;
    this.accountId = ids.accountId;
  }

  static async open(): Promise<Company> {
    const world = await openWorld();
    const { accountId } = await world.services.store.read
      .selectFrom("members")
      .select("accountId")
      .where("email", "=", RILEY)
      .executeTakeFirstOrThrow();
    const orgId = await world.orgId("acme");
    return new Company(world, { orgId, productId: await world.productId("acme"), accountId });
  }

  write<T>(work: (write: Write) => Promise<T>): Promise<T> {
    const { store } = this.world.services;
    return store.write((trx) => work({ trx, orgId: this.orgId, by: SYSTEM, now: this.world.time }));
  }

  async take(step: Step): Promise<void> {
    const before = this.made.findLast(({ thing }) => thing === step.thing)?.after ?? null;
    await this.write(step.run);
    this.made.push({ ...step, at: this.world.time.toISOString(), before });
  }

  /** The list as data, of what the script did: the words before and after with it. */
  async told({ ask, query }: { ask: Ask; query: string }): Promise<string[]> {
    const { status, text } = await this.face("json", { ask, query });
    expect(status).toBe(200);
    const { changes } = JSON.parse(text) as {
      changes: {
        what: string;
        title: string;
        fields: { label: string; before: string; after: string }[];
      }[];
    };
    return changes
      .filter(({ title }) => title.includes("Thing "))
      .map(({ what, title, fields }) =>
        [
          `${what}: ${title}`,
          ...fields
            .filter(({ label }) => label !== "Valid until")
            .map(({ label, before, after }) => `${label}: ${before} > ${after}`),
        ].join(" | "),
      )
      .toReversed();
  }

  /** Sessions of staff end within the month. */
  private async staffCookie(email: string): Promise<string> {
    const { store } = this.world.services;
    const { id } = await store.read
      .selectFrom("staff")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    const session = { staffId: id, orgId: null, now: this.world.time };
    return `otc_staff=${await store.write((trx) => createStaffSession(trx, session))}`;
  }

  async face(format: string, { ask, query }: { ask: Ask; query: string }) {
    const dot = format === "" ? "" : ".";
    const preview = query === "" ? "" : `?${query}${this.accountId}`;
    const who: Ask =
      query === "" ? ask : { headers: { cookie: await this.staffCookie(ask.as ?? "") } };
    return this.world.ask(`/acme/changes${dot}${format}${preview}`, who);
  }
}

/** The script's things, each with what is done to it in turn. */
function script(company: Company, blobs: readonly { hash: string; size: number }[]): Step[][] {
  const { productId } = company;
  const history = (
    write: Write,
    subject: AnySubject,
    subjectId: string,
    verb: () => Promise<unknown>,
  ) => {
    const { trx, orgId, by, now } = write;
    const ofProduct = subject === subprocessorSubject ? productId : null;
    return recordChange(trx, { orgId, productId: ofProduct, subject, subjectId, by, now }, verb);
  };
  const word = (thing: string, step: number) => `canary${thing}x${step}`;
  const readersOf = { public: ALL, accounts: ACCOUNTS, internal: NOBODY } as const;
  type Access = keyof typeof readersOf;

  /** An entry of the FAQ or a control: its access, step by step; with `=` its words stay. */
  const entry = (thing: string, what: "question" | "control", steps: readonly string[]): Step[] => {
    let said = 0;
    // Elsewhere, an account without access there reads as everyone: what opens is news to it there.
    const productIds = steps.some((spoken) => spoken.startsWith("=")) ? [productId] : [];
    return steps.map((spoken, place): Step => {
      const isQuestion = what === "question";
      const noun = isQuestion ? "FAQ entry" : "Control";
      const field = isQuestion ? "Answer" : "Description";
      const subject = isQuestion ? faqSubject : controlSubject;
      const base = { thing, noun, field };
      if (spoken === "gone")
        return {
          ...base,
          after: null,
          run: (write) =>
            history(write, subject, thing, () =>
              isQuestion
                ? removeFaqEntry(write.trx, write.orgId, thing)
                : removeControl(write.trx, write.orgId, thing),
            ),
        };
      const access = spoken.replace("=", "") as Access;
      if (!spoken.startsWith("=")) said = place;
      const words = word(thing, said);
      const readers = readersOf[access];
      // What it is called while visitors don't see it is as secret as what it says.
      const name = access === "internal" ? `Thing ${thing} ${word(`${thing}name`, place)}` : "";
      const called = name === "" ? `Thing ${thing}` : name;
      const title = isQuestion ? called : `${thing.toUpperCase()} ${called}`;
      const run = (write: Write) =>
        history(write, subject, thing, () => {
          const { trx, orgId, now } = write;
          if (isQuestion) {
            const shared = { comment: null, topic: null, access, productIds };
            const values = { question: called, answer: words, ...shared };
            return place === 0
              ? addFaqEntry(trx, orgId, { ...values, id: thing }, now)
              : updateFaqEntry(trx, orgId, thing, values, now);
          }
          const values = {
            reference: thing.toUpperCase(),
            title: called,
            description: words,
            requirements: [],
            access,
            productIds,
          };
          return place === 0
            ? addControl(trx, orgId, { ...values, id: thing }, now)
            : updateControl(trx, orgId, thing, values, now);
        });
      return { ...base, after: { title, words, sees: readers, reads: readers }, run };
    });
  };

  /** An item: open, locked (its title is everyone's), hidden, off or gone. */
  const item = (
    thing: string,
    kind: "Reports" | "Certifications",
    steps: readonly string[],
    included: readonly Kind[] = [],
  ): Step[] =>
    steps.map((state, place): Step => {
      const words = word(thing, place);
      const isCertification = kind === "Certifications";
      const uid = `custom.${thing}`;
      const base = {
        thing,
        noun: isCertification ? "Certification" : "Item",
        field: "Text",
        ...(state === "renewed" ? { renews: true as const } : {}),
      };
      if (state === "gone")
        return {
          ...base,
          after: null,
          run: (write) => deleteCustomItem(write, productId, uid),
        };
      const secret = state === "hidden" || state === "off";
      const title = `Thing ${thing}${secret ? ` ${word(`${thing}name`, place)}` : ""}`;
      const values: Partial<ItemValues> = {
        title,
        explanation: words,
        publicAccess: state === "open" || state === "renewed",
        hidden: state === "hidden",
        enabledState: state === "off" ? "NotEnabled" : "Enabled",
        ...(isCertification ? { expiry: state === "renewed" ? "2029-12-31" : "2028-12-31" } : {}),
      };
      const isOpen = state === "open" || state === "renewed";
      return {
        ...base,
        after:
          state === "off"
            ? null
            : {
                title,
                words,
                sees: state === "hidden" ? included : ALL,
                reads: isOpen || (isCertification && state !== "hidden") ? ALL : included,
              },
        run: (write) =>
          editItem(
            write,
            productId,
            { uid, kind },
            { values, link: [], unlink: [], documentTypes: {} },
          ),
      };
    });

  /** A document of an item that stays as it is. */
  const document = (thing: string, holder: Step): Step[] => {
    let id = "";
    const [first, second] = blobs;
    if (first === undefined || second === undefined) throw new Error("no files to place");
    const steps: [string, Step["run"]][] = [
      [
        "added",
        async (write) => {
          id = await addDocument(write, {
            originalName: `${word(thing, 0)}.pdf`,
            contentType: "application/pdf",
            size: first.size,
            blobHash: first.hash,
            type: "Other",
          });
          const change = { values: {}, link: [id], unlink: [], documentTypes: {} };
          await editItem(write, productId, { uid: `custom.${thing}`, kind: "Reports" }, change);
        },
      ],
      [
        "replaced by a new version",
        (write) =>
          uploadVersion(write, id, {
            fileName: `${word(thing, 1)}.pdf`,
            contentType: "application/pdf",
            blob: second,
            encryptedType: null,
          }),
      ],
      ["removed", (write) => deleteDocument(write, id)],
    ];
    return steps.map(([said, run]) => ({ ...holder, says: `Document ${said}`, run }));
  };

  /** A row of the list of subprocessors, which everyone reads. */
  const subprocessor = (thing: string): Step[] => {
    let companyId = "";
    return [0, 1, 2, 3].map((place): Step => {
      const words = word(thing, place);
      const isGone = place === 3;
      return {
        thing,
        noun: "Subprocessor",
        field: "Purpose",
        after: isGone ? null : { title: `Thing ${thing}`, words, sees: ALL, reads: ALL },
        run: async (write) => {
          const { trx, orgId, now } = write;
          if (place === 0) companyId = await addCompany(trx, orgId, { name: `Thing ${thing}` });
          const values = { companyId, purpose: words };
          await history(write, subprocessorSubject, thing, () =>
            place === 0
              ? addSubprocessor(trx, orgId, productId, { ...values, id: thing }, now)
              : isGone
                ? removeSubprocessor(trx, orgId, productId, thing)
                : updateSubprocessor(trx, orgId, productId, thing, values),
          );
        },
      };
    });
  };

  const [open, hidden] = [
    item("dopen", "Reports", ["open"]),
    item("dmore", "Reports", ["hidden"], MORE),
  ];
  return [
    entry("qa", "question", ["public", "public", "accounts", "accounts", "public"]),
    entry("qb", "question", ["accounts", "accounts", "=public", "public", "gone"]),
    entry("qc", "question", ["public", "internal", "internal", "public", "public"]),
    entry("qd", "question", ["internal", "accounts", "accounts", "internal", "accounts"]),
    entry("qe", "question", ["public", "internal", "gone"]),
    entry("ca", "control", ["public", "public", "accounts", "accounts", "=public"]),
    entry("cb", "control", ["accounts", "accounts", "internal", "accounts", "gone"]),
    item("ia", "Reports", ["open", "open", "locked", "locked", "open"]),
    item("ib", "Reports", ["locked", "locked", "open", "open", "locked"], MORE),
    item("ic", "Reports", ["hidden", "hidden", "locked", "locked", "hidden"], MORE),
    item("id", "Reports", ["hidden", "hidden", "open", "open", "gone"]),
    item("xa", "Certifications", ["open", "renewed", "off", "renewed", "gone"]),
    [...open, ...open.flatMap((holder) => document("dopen", holder))],
    [...hidden, ...hidden.flatMap((holder) => document("dmore", holder))],
    subprocessor("sa"),
  ];
}

/** The steps of all things, one of each in turn: what is done to one stands between the others'. */
function inTurns(things: readonly (readonly Step[])[]): Step[] {
  const most = Math.max(...things.map(({ length }) => length));
  return Array.from({ length: most }, (_, place) =>
    things.flatMap((steps) => steps[place] ?? []),
  ).flat();
}

/** Everything in a package that is text, by its name. */
function textsIn(zip: Buffer): Map<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), "sixty-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, "package.zip"), zip);
  const out = path.join(folder, "out");
  execFileSync("unzip", ["-q", path.join(folder, "package.zip"), "-d", out]);
  return new Map(
    readdirSync(out)
      .filter((name) => /\.(csv|json|html|txt)$/.test(name))
      .map((name) => [name, readFileSync(path.join(out, name), "utf8")]),
  );
}

testInTurn(
  "sixty changes in thirty days: each of five viewers is told what they may see",
  MONTH,
  async () => {
    const company = await Company.open();
    const { world, orgId, productId } = company;
    const { store } = world.services;
    const blobs = await store.read
      .selectFrom("blobs")
      .select(["hash", "size"])
      .where("orgId", "=", orgId)
      .orderBy("hash")
      .limit(2)
      .execute();
    // Riley's profile includes some items. They are there, and turned off until the script begins.
    await company.write(async (write) => {
      for (const thing of ["ib", "ic", "dmore"])
        await editItem(
          write,
          productId,
          { uid: `custom.${thing}`, kind: "Reports" },
          {
            values: { title: `Thing ${thing}`, enabledState: "NotEnabled" },
            link: [],
            unlink: [],
            documentTypes: {},
          },
        );
      const items = ["ib", "ic", "dmore"].map((thing) => ({
        productId,
        itemUid: `custom.${thing}`,
      }));
      await profileOpens(write.trx, orgId, RILEY, items);
      const profileId = await createProfile(write, { name: "Default", allItems: false, items: [] });
      const { accountId } = await write.trx
        .selectFrom("members")
        .select("accountId")
        .where("email", "=", NOOR)
        .executeTakeFirstOrThrow();
      await write.trx
        .updateTable("grants")
        .set({ profileId })
        .where("orgId", "=", orgId)
        .where("accountId", "=", accountId)
        .execute();
      // All of them follow the portal.
      const address = readEmail(READER);
      if (address === null) throw new Error("no address");
      const followers = await write.trx
        .selectFrom("members")
        .select("id")
        .where("email", "in", [RILEY, NOOR])
        .execute();
      const reader = await confirmedFollower(write, address);
      for (const who of [...followers.map(({ id }) => ({ memberId: id })), reader])
        if (who !== null)
          await follow(write, who, { kind: "portal", productId: null, thingId: "" }, "each");
    });

    const steps = inTurns(script(company, blobs));
    expect(steps.length).toBeGreaterThanOrEqual(60);
    const perDay = Math.ceil(steps.length / 30);
    const { runDueJobs } = await builtServer();
    const services = { ...world.services, now: () => world.time };
    let since = world.time.toISOString();
    await runDueJobs(services);
    const toMail: string[] = [];

    for (let day = 1; day <= 30; day += 1) {
      for (const step of steps.slice((day - 1) * perDay, day * perDay)) {
        world.time = new Date(world.time.getTime() + 60_000);
        await company.take(step);
      }
      world.time = new Date((Math.floor(world.time.getTime() / DAY_MS) + 1) * DAY_MS + DAY_MS / 3);
      // What is mailed is what the list has of these hours, as it is then.
      for (const [email, kind] of FOLLOWERS)
        for (const { at, says } of expected(company.made, kind))
          if (at > since) toMail.push(`${email} ${says}`);
      await runDueJobs(services);
      since = world.time.toISOString();
      if (day % 6 !== 0) continue;
      for (const [name, { kind, ...how }] of Object.entries(VIEWERS)) {
        const wanted = expected(company.made, kind);
        expect([day, name, await company.told(how)]).toEqual([
          day,
          name,
          wanted.map(({ says, words }) => says + words),
        ]);
        // The page and the Markdown say the same, and not a word more.
        const mayHave = planted(wanted.map(({ says, words }) => says + words).join(" "));
        for (const format of ["", "md"]) {
          const { status, text } = await company.face(format, how);
          expect([day, name, format, status, planted(text)]).toEqual([
            day,
            name,
            format,
            200,
            mayHave,
          ]);
        }
        // The feed is everyone's, whoever asks.
        const feed = await company.face("xml", how);
        const open = expected(company.made, "public").map(({ says, words }) => says + words);
        expect([name, planted(feed.text)]).toEqual([name, planted(open.join(" "))]);
      }
    }

    const sent = (await mails(world)).filter(({ kind }) => kind === "followed-changes");
    const told = sent.flatMap(({ to, text }) => linesOf(text).map((line) => `${to} ${line}`));
    expect(told.sort()).toEqual(toMail.sort());
    for (const { to, text, html, subject } of sent) {
      const kind = FOLLOWERS.get(to) ?? "public";
      const known = company.made.flatMap(({ after }) =>
        after?.sees.includes(kind) === true ? planted(after.title) : [],
      );
      expect(planted(`${subject} ${text} ${html}`).filter((word) => !known.includes(word))).toEqual(
        [],
      );
    }

    for (const [email, kind] of FOLLOWERS) {
      if (kind === "public") continue;
      const made = await world.ask("/acme/review/package", { as: email, form: {} });
      expect(made.status).toBe(303);
      const { status, body } = await world.ask(made.headers.location ?? "", { as: email });
      expect(status).toBe(200);
      const texts = textsIn(body);
      const wanted = expected(company.made, kind);
      const mayHave = planted(wanted.map(({ says, words }) => says + words).join(" "));
      expect([email, planted(texts.get("changes.csv") ?? "")]).toEqual([email, mayHave]);
      const today = [...new Map(company.made.map(({ thing, after }) => [thing, after])).values()];
      const reads = today.flatMap((state) => [
        ...(state?.reads.includes(kind) === true ? planted(state.words) : []),
        ...(state?.sees.includes(kind) === true ? planted(state.title) : []),
      ]);
      for (const [name, text] of texts)
        expect([
          name,
          planted(text).filter((word) => !mayHave.includes(word) && !reads.includes(word)),
        ]).toEqual([name, []]);
      expect(planted(texts.get("facts.json") ?? "").length).toBeGreaterThan(3);
    }
  },
);

/** 'FAQ entry added: Thing qa', of each change that a mail names. */
function linesOf(text: string): string[] {
  return text
    .split("\n - ")
    .slice(1)
    .map((fact) => (fact.split("\n\n")[0] ?? "").replace(/\s+/g, " ").trim())
    .filter((fact) => !fact.startsWith("Date: "));
}
