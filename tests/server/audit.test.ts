import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { recordAudit, staffActor } from "#tenancy/audit/store/audit.server.ts";
import { AUDIT_GROUPS, auditWords } from "#tenancy/audit/rules/audit.ts";
import { OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const NADIA = staffActor({ id: "nadia", name: "Nadia Test" }, "192.0.2.7");

/** Rows of the record with chosen moments, in acme unless said otherwise. */
async function plant(
  world: World,
  rows: readonly {
    action?: string;
    at: string;
    subject?: string;
    detail?: Record<string, string>;
    org?: string;
    name?: string;
  }[],
): Promise<void> {
  const ids = { acme: await world.orgId("acme"), globex: await world.orgId("globex") };
  await world.services.store.write(async (trx) => {
    for (const { action = "mail.retried", at, subject, detail, org, name } of rows) {
      await recordAudit(
        {
          trx,
          orgId: org === "globex" ? ids.globex : ids.acme,
          by: { ...NADIA, actorName: name ?? NADIA.actorName },
          now: new Date(at),
        },
        { action, subject: subject ?? null, detail: detail ?? null },
      );
    }
  });
}

/** The subjects that the page shows, from the top. */
function subjects(page: Answer): string[] {
  return [...page.text.matchAll(/<tr><td [^>]*><time[^]*?<\/tr>/g)].map(
    ([row]) => /<dt>Subject<\/dt> <dd>([^<]*)<\/dd>/.exec(row)?.[1] ?? "",
  );
}

const ask = (world: World, query: string, as = OWNER) => world.ask(`/audit?${query}`, { as });

describe("the audit's filters", () => {
  test("narrow by who, what, subject or details, alone and together", async () => {
    const world = await openWorld();
    await plant(world, [
      { at: "2026-01-01T10:00:00Z", subject: "one@a.example", action: "mail.retried" },
      {
        at: "2026-01-02T10:00:00Z",
        subject: "two@a.example",
        action: "mail.suppressed",
        detail: { reason: "bounce-4711" },
      },
      { at: "2026-01-03T10:00:00Z", subject: "three", action: "topic.hidden", name: "Otto Other" },
    ]);
    expect(subjects(await ask(world, "who=nadia+t"))).toEqual(["two@a.example", "one@a.example"]);
    expect(subjects(await ask(world, "group=updates&who=otto"))).toEqual(["three"]);
    expect(subjects(await ask(world, "group=subscribers&who=otto"))).toEqual([]);
    expect(subjects(await ask(world, "about=ONE@a"))).toEqual(["one@a.example"]);
    expect(subjects(await ask(world, "about=bounce-4711"))).toEqual(["two@a.example"]);
    const nothing = await ask(world, "about=no-such-thing");
    expect([
      nothing.status,
      nothing.text.includes("No entries match this search"),
      nothing.text.includes(">Clear</a>"),
    ]).toEqual([200, true, true]);
    expect((await ask(world, "group=no-such-group&who=nadia")).text).toContain('value="nadia"');
  });

  test("take whole days of the org's time zone, the last one included", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await world.services.store.write((trx) =>
      trx
        .updateTable("orgs")
        .set({ timeZone: "America/New_York" })
        .where("id", "=", acme)
        .execute(),
    );
    await plant(world, [
      { at: "2026-03-07T04:59:59Z", subject: "before" },
      { at: "2026-03-07T05:00:00Z", subject: "first" },
      // The clock goes forward on March 8: that day ends at 04:00 UTC.
      { at: "2026-03-09T03:59:59Z", subject: "last" },
      { at: "2026-03-09T04:00:00Z", subject: "after" },
    ]);
    expect(subjects(await ask(world, "who=nadia&from=2026-03-07&to=2026-03-08"))).toEqual([
      "last",
      "first",
    ]);
    expect(subjects(await ask(world, "who=nadia&to=2026-03-06"))).toEqual(["before"]);
    expect(subjects(await ask(world, "who=nadia&from=2026-03-09"))).toEqual(["after"]);
  });

  test("say what is wrong with a day, keep the values, and show no row", async () => {
    const world = await openWorld();
    for (const [query, field] of [
      ["from=2026-02-30&who=nadia", "from"],
      ["to=yesterday&who=nadia", "to"],
      ["from=2026-03-02&to=2026-03-01&who=nadia", "to"],
    ] as const) {
      const page = await ask(world, query);
      expect(page.status, query).toBe(400);
      expect(page.text, query).toContain("<title>Error: Audit log");
      expect(page.text, query).toContain(`href="#audit-${field}"`);
      expect(page.text, query).toContain(`aria-describedby="audit-${field}-error"`);
      expect(page.text, query).toContain('value="nadia"');
      expect(page.text, query).toContain(`value="${new URLSearchParams(query).get(field)}"`);
      expect(subjects(page)).toEqual([]);
      expect(
        (await world.ask(`/audit/export.csv?${query}`, { as: OWNER, form: {} })).headers.location,
        query,
      ).toContain("/audit?");
    }
    for (const query of [
      `who=${"x".repeat(5_000)}`,
      "about=%25_%5C%00",
      "from=&to=",
      "upTo=never",
      "from=9999-12-31",
      "from=1900-01-01&to=9999-12-31",
    ]) {
      expect((await ask(world, query)).status, query.slice(0, 40)).toBe(200);
    }
  });

  test("give pages that don't shift while the record grows", async () => {
    const world = await openWorld();
    const moment = (i: number) => new Date(Date.UTC(2026, 0, 1) + i * 1_000).toISOString();
    await plant(
      world,
      Array.from({ length: 120 }, (_, i) => ({ at: moment(i), subject: `row-${i}` })),
    );
    const first = await ask(world, "who=nadia");
    expect(first.text).toContain("120 entries");
    const next =
      /href="(\/audit\?[^"]*page=2)"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    await plant(
      world,
      Array.from({ length: 7 }, (_, i) => ({ at: moment(1_000 + i), subject: `late-${i}` })),
    );
    const second = await world.ask(next, { as: OWNER });
    const third = await world.ask(next.replace("page=2", "page=3"), { as: OWNER });
    const seen = [first, second, third].flatMap(subjects);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => `row-${119 - i}`));
    expect((await ask(world, "who=nadia")).text).toContain("127 entries");
  });
});

describe("the audit's export", () => {
  test("holds exactly what the filter leaves, in a CSV without formulas, and is recorded itself", async () => {
    const world = await openWorld();
    const start = Date.UTC(2026, 1, 1);
    await plant(world, [
      ...Array.from({ length: 2_345 }, (_, i) => ({
        at: new Date(start + Math.floor(i / 3) * 1_000).toISOString(),
        subject: `row-${i}`,
      })),
      {
        at: "2026-03-01T00:00:00Z",
        subject: '=HYPERLINK("http://evil.example")',
        detail: { note: "a,b\nc" },
      },
      { at: "2026-03-02T00:00:00Z", subject: "globex's own", org: "globex" },
      { at: "2026-04-02T00:00:00Z", subject: "too late" },
    ]);
    const answer = await world.ask("/audit/export.csv?who=nadia&to=2026-03-31", {
      as: OWNER,
      form: {},
    });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toMatch(
      /^attachment; filename="audit-acme-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const rows: Record<string, string>[] = parse(answer.body, { columns: true, bom: true });
    expect(rows).toHaveLength(2_346);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2_346);
    expect(rows[0]).toMatchObject({
      subject: `'=HYPERLINK("http://evil.example")`,
      details: "note: a,b\nc",
      what: "Failed email sent again",
      action: "mail.retried",
      from: "192.0.2.7",
      who: "Nadia Test",
    });
    expect(rows.map(({ subject }) => subject)).not.toContain("globex's own");
    const page = await ask(world, "group=privacy");
    expect(page.text).toContain("Audit log exported");
    expect(page.text).toContain("who: nadia, to: 2026-03-31");
  });

  test("leaves its own note out when nothing narrows it, and the next one has it", async () => {
    const world = await openWorld();
    const parsed = async (): Promise<Record<string, string>[]> =>
      parse((await world.ask("/audit/export.csv", { as: OWNER, form: {} })).body, {
        columns: true,
        bom: true,
      });
    expect((await parsed()).filter(({ action }) => action === "audit.exported")).toEqual([]);
    expect((await parsed()).filter(({ action }) => action === "audit.exported")).toHaveLength(1);
  });

  test("is for those who may see the audit, by POST, from this site", async () => {
    const world = await openWorld();
    for (const as of ["editor@acme.example", "viewer@acme.example"])
      expect((await world.ask("/audit/export.csv", { as, form: {} })).status, as).toBe(403);
    expect((await world.ask("/audit/export.csv", { form: {} })).status).toBe(303);
    expect((await world.ask("/audit/export.csv", { as: OWNER })).headers.location).toBe("/audit");
    expect(
      (
        await world.ask("/audit/export.csv", {
          as: OWNER,
          form: {},
          headers: { origin: "https://evil.example" },
        })
      ).status,
    ).toBe(403);
    const other: Record<string, string>[] = parse(
      (await world.ask("/audit/export.csv", { as: "owner@globex.example", form: {} })).body,
      { columns: true, bom: true },
    );
    expect(JSON.stringify(other)).not.toMatch(/acme/i);
  });
});

describe("the words of actions", () => {
  test("are readable, and every action belongs to one group", async () => {
    const { readdirSync, readFileSync } = await import("node:fs");
    const sources = ["app", "db"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
    );
    const actions = new Set(
      sources.flatMap((source) =>
        [...source.matchAll(/action(?::| =)[^,;\n]*/g)].flatMap(([text]) =>
          [...text.matchAll(/"([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)"/g)].map(
            (match) => match[1] ?? "",
          ),
        ),
      ),
    );
    expect(actions.size).toBeGreaterThan(80);
    const nouns = AUDIT_GROUPS.flatMap((group) => group.nouns);
    expect(new Set(nouns).size).toBe(nouns.length);
    for (const action of actions) {
      expect(nouns, action).toContain(action.split(".")[0]);
      expect(auditWords(action), action).toMatch(/^[A-Z][A-Za-z ’-]+$/);
    }
  });
});

describe("a sentence of the record", () => {
  /** The cells of the first entry that the page shows, without its details. */
  const first = (page: Answer) =>
    /<td [^>]*data-label="What happened"[^>]*>([^]*?)<\/td>/
      .exec(page.text)?.[1]
      ?.replaceAll(/<!-- -->/g, "") ?? "";

  const noted = async (action: string, subject: string | null, detail?: Record<string, string>) => {
    const world = await openWorld();
    await plant(world, [
      {
        action,
        at: "2999-01-01T00:00:00Z",
        ...(subject === null ? {} : { subject }),
        ...(detail === undefined ? {} : { detail }),
      },
    ]);
    return world;
  };

  test("names what it is about by its present name, and leads there", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    const { store } = world.services;
    const account = await store.read
      .selectFrom("accounts")
      .select(["id", "name"])
      .where("orgId", "=", acme)
      .where("name", "=", "Customer Inc")
      .executeTakeFirstOrThrow();
    await plant(world, [
      { action: "account.approved", at: "2999-01-01T00:00:00Z", subject: account.id },
    ]);
    const shown = first(await ask(world, ""));
    expect(shown).toMatch(/Nadia Test<\/span> approved the account <a [^>]*>Customer Inc<\/a>/);
    expect(shown).toContain(`href="/accounts/${account.id}"`);
  });

  test("says no id where the thing is gone, and names nothing of another company", async () => {
    const world = await openWorld();
    const globex = await world.services.store.read
      .selectFrom("accounts")
      .select(["id", "name"])
      .where("orgId", "=", await world.orgId("globex"))
      .executeTakeFirstOrThrow();
    await plant(world, [
      { action: "account.approved", at: "2999-01-01T00:00:00Z", subject: globex.id },
    ]);
    const shown = first(await ask(world, ""));
    expect(shown).toContain("Account approved");
    expect(shown).not.toContain(globex.name);
    expect(shown).not.toContain(globex.id);
  });

  test("leads to the change that it is about for those who may open the history", async () => {
    const world = await noted("item.changed", "SOC 2 report", { change: "no-such-change" });
    const asOwner = first(await ask(world, ""));
    expect(asOwner).toMatch(/changed the item <a [^>]*href="\/history\/no-such-change"/);
    const asReviewer = first(await ask(world, "", "reviewer@acme.example"));
    expect(asReviewer).toContain("changed the item");
    expect(asReviewer).not.toContain("<a ");
  });

  test("keeps who did it, the entry and its details for those who unfold them", async () => {
    const world = await noted("mail.retried", "one@a.example", { reason: "bounce-4711" });
    const { text: page } = await ask(world, "about=bounce-4711");
    for (const words of ["Failed email sent again", "one@a.example", "bounce-4711", "192.0.2.7"])
      expect(page).toContain(words);
  });
});
