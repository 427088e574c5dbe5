import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { NOUNS } from "#api/v1/nouns.ts";
import { addHook, editHook, stopHook } from "#company/webhooks/store/webhooks.server.ts";
import { inOrg } from "#db/tenant.ts";
import { updateOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { addQuestionnaire } from "#access/questionnaires/store/questionnaires.server.ts";
import { addControl, removeControl } from "#content/controls/store/controls.server.ts";
import type { NounName } from "#model/api-nouns.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { recordMemberEvent } from "#tenancy/visitor-events/store/events.server.ts";
import { readApiDocument } from "./api-document.ts";
import { staffKeyIn } from "./api-names.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { testInFive } from "../in-turn.ts";
import { WALK } from "../limits.ts";

const OWNER = "owner@acme.example";
const EDITOR = "editor@acme.example";
const document = readApiDocument(
  readFileSync(new URL("../../docs/program/api.md", import.meta.url), "utf8"),
);
const NAMES = Object.keys(NOUNS) as NounName[];

interface Page {
  data: { id: string; updatedAt: string }[];
  next: string | null;
}

/** What of an entry belongs to one product or another. */
interface Parts {
  grants?: { productId: string }[];
  items?: { productId: string }[];
}

const ask = (world: World, key: string, target: string, headers: Record<string, string> = {}) =>
  world.ask(target, { headers: { authorization: `Bearer ${key}`, ...headers } });

const pageIn = ({ text }: Answer) => JSON.parse(text) as Page;

/** Every entry of a list, page by page, as its links lead. */
async function walk(world: World, key: string, target: string): Promise<Page["data"]> {
  const all: Page["data"] = [];
  for (let next: string | null = target; next !== null;) {
    const answer = await ask(world, key, next);
    expect(answer.status, next).toBe(200);
    const page = pageIn(answer);
    all.push(...page.data);
    const link = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ""))?.[1] ?? null;
    expect(link === null).toBe(page.next === null);
    next = link;
  }
  return all;
}

/** Something that was done on the portal: nobody did anything yet. */
async function haveEvent(world: World): Promise<void> {
  const orgId = await world.orgId("acme");
  const event = { name: "signed in", accountId: "an-account", memberId: "a-member" } as const;
  await world.services.store.write((trx) =>
    recordMemberEvent({ trx, orgId, now: world.time }, event),
  );
}

/** A questionnaire about the first product: nobody sent one yet. */
async function haveQuestionnaire(world: World): Promise<void> {
  const { store, blobs } = world.services;
  const orgId = await world.orgId("acme");
  const productId = await world.productId("acme");
  const blob = await blobs.put(orgId, Buffer.from("Question\r\n"), { maxBytes: 100 });
  const values = {
    fileName: "Check.csv",
    blob,
    format: "csv",
    fingerprint: "check",
    accountId: null,
    memberId: null,
    productId,
    dueOn: null,
    note: null,
  } as const;
  await store.write((trx) =>
    addQuestionnaire({ trx, orgId, by: SYSTEM, now: world.time }, values, null),
  );
}

/** A webhook: the demo has none. */
async function haveWebhook(world: World): Promise<void> {
  const orgId = await world.orgId("acme");
  const made = {
    id: "a-webhook",
    kind: "webhook",
    host: "hooks.example.com",
    sealedUrl: "the sealed address",
    sealedSecret: "the sealed secret",
  } as const;
  await world.services.store.write((trx) =>
    addHook({ trx, orgId, by: SYSTEM, now: world.time }, made, {
      name: "Ticket system",
      types: ["request.received"],
      details: false,
    }),
  );
}

const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

describe("the lists below /api/v1", () => {
  testInFive(
    "have every entry of the organization once, in the order of ids, each as its schema says",
    WALK,
    async () => {
      const world = await openWorld();
      const orgId = await world.orgId("acme");
      await haveEvent(world);
      await haveQuestionnaire(world);
      await haveWebhook(world);
      for (const name of NAMES) {
        // A key has 600 calls a minute, and a person twenty keys.
        await world.services.store.write((trx) =>
          inOrg(trx, orgId).deleteFrom("accessKeys").execute(),
        );
        const key = await staffKeyIn(world, { email: OWNER, name });
        const walked = await walk(world, key, `/api/v1/${name}?limit=3`);
        expect(walked).toEqual(await walk(world, key, `/api/v1/${name}?limit=200`));
        expect(walked.length, name).toBeGreaterThan(0);
        expect(ids(walked)).toEqual([...new Set(ids(walked))].sort());
        for (const entry of walked) {
          const { error, data } = NOUNS[name].entry.safeParse(entry);
          expect([name, error?.message, data]).toEqual([name, undefined, entry]);
          const one = await ask(world, key, `/api/v1/${name}/${entry.id}`);
          expect([one.status, JSON.parse(one.text)]).toEqual([200, entry]);
        }
        // The settings are pages, not rows, and certifications are items.
        if (name === "settings" || name === "certifications") continue;
        const table = (
          {
            questions: "faqEntries",
            updates: "topics",
            requests: "accessRequests",
            customers: "customerDomains",
            profiles: "permissionProfiles",
            signatures: "ndaSignatures",
            rules: "accessRules",
            team: "staffRoles",
          } as const
        )[name as "questions"];
        const count = await inOrg(world.services.store.read, orgId)
          .selectFrom(table ?? (name as "controls"))
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
        expect([name, walked.length]).toEqual([name, Number(count.n)]);
      }
    },
  );

  test("of another organization, and its entries, are not there", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const globex = await world.orgId("globex");
    const foreign = await inOrg(world.services.store.read, globex)
      .selectFrom("documents")
      .select("id")
      .executeTakeFirstOrThrow();
    const [there, random] = [
      await ask(world, key, `/api/v1/documents/${foreign.id}`),
      await ask(world, key, "/api/v1/documents/no-such"),
    ];
    const plain = ({ status, text }: Answer) => [
      status,
      { ...(JSON.parse(text) as object), requestId: null },
    ];
    expect(plain(there)).toEqual(plain(random));
    expect(there.status).toBe(404);
  });

  test("go on where they were while entries come and go", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const orgId = await world.orgId("acme");
    const before = await walk(world, key, "/api/v1/controls?limit=200");
    const first = pageIn(await ask(world, key, "/api/v1/controls?limit=2"));
    await world.services.store.write(async (trx) => {
      await removeControl(trx, orgId, first.data[0]?.id ?? "");
      for (let n = 0; n < 5; n += 1)
        await addControl(
          trx,
          orgId,
          {
            reference: `NEW-${n}`,
            title: "Added on the way",
            requirements: [],
            access: "internal",
            productIds: [],
          },
          world.time,
        );
    });
    const rest = await walk(world, key, `/api/v1/controls?limit=2&cursor=${first.next ?? ""}`);
    const seen = [...ids(first.data), ...ids(rest)];
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(ids(before)));
  });

  test("refuse a cursor that was altered, or is another list's, and what they don't know", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const { next } = pageIn(await ask(world, key, "/api/v1/controls?limit=1"));
    for (const query of [
      `cursor=${next?.slice(0, -1)}`,
      `cursor=A${next?.slice(1)}`,
      "cursor=",
      "cursor=x.y.z",
      "limit=0",
      "limit=201",
      "limit=ten",
      "updatedSince=yesterday",
      "page=2",
    ]) {
      const answer = await ask(world, key, `/api/v1/controls?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(JSON.parse(answer.text)).toHaveProperty("errors");
    }
    expect((await ask(world, key, `/api/v1/questions?cursor=${next}`)).status).toBe(400);
  });

  test("leave out what was last changed before a time", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    await haveEvent(world);
    await haveQuestionnaire(world);
    await haveWebhook(world);
    for (const name of NAMES) {
      const all = await walk(world, key, `/api/v1/${name}?limit=200`);
      const times = all.map(({ updatedAt }) => updatedAt).sort();
      const since = times[Math.floor(times.length / 2)] ?? "";
      const late = await walk(world, key, `/api/v1/${name}?limit=200&updatedSince=${since}`);
      expect([name, ids(late)]).toEqual([
        name,
        ids(all.filter(({ updatedAt }) => updatedAt >= since)),
      ]);
    }
  });

  test("are 304 for whoever has the answer already, until something changes", async () => {
    const world = await openWorld();
    const key = await staffKeyIn(world, { email: OWNER });
    const [entry] = pageIn(await ask(world, key, "/api/v1/controls?limit=1")).data;
    for (const target of ["/api/v1/controls", `/api/v1/controls/${entry?.id}`]) {
      const { etag = "" } = (await ask(world, key, target)).headers;
      const again = await ask(world, key, target, { "if-none-match": etag });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect((await ask(world, key, target, { "if-none-match": '"another"' })).status).toBe(200);
    }
    const { etag = "" } = (await ask(world, key, "/api/v1/controls")).headers;
    const orgId = await world.orgId("acme");
    await world.services.store.write((trx) => removeControl(trx, orgId, entry?.id ?? ""));
    expect((await ask(world, key, "/api/v1/controls", { "if-none-match": etag })).status).toBe(200);
  });
});

describe("what a key reads", () => {
  test("is what its scopes and its person's role have in common", async () => {
    const world = await openWorld();
    const keys = {
      content: await staffKeyIn(world, { email: OWNER, scopes: ["content:read"] }),
      access: await staffKeyIn(world, { email: OWNER, scopes: ["access:read"] }),
      // Editors may not know who the accounts are, whatever their keys say.
      editor: await staffKeyIn(world, { email: EDITOR, scopes: ["content:read", "access:read"] }),
    };
    for (const name of NAMES) {
      const { scope } = NOUNS[name].need;
      for (const [who, key] of Object.entries(keys)) {
        const may = who === "access" ? scope === "access:read" : scope === "content:read";
        const answer = await ask(world, key, `/api/v1/${name}`);
        expect([name, who, answer.status]).toEqual([name, who, may ? 200 : 403]);
        if (!may) expect(JSON.parse(answer.text)).toMatchObject({ code: "missing_scope", scope });
      }
    }
  });

  test("is about its products, and about all", async () => {
    const world = await openWorld();
    await haveQuestionnaire(world);
    await haveWebhook(world);
    const products = await inOrg(world.services.store.read, await world.orgId("acme"))
      .selectFrom("products")
      .select("id")
      .execute();
    const all = await staffKeyIn(world, { email: OWNER });
    let left = 0;
    for (const { id } of products) {
      const bound = await staffKeyIn(world, { email: OWNER, products: [id] });
      for (const name of NAMES) {
        const { products: about, isWhole = false } = NOUNS[name];
        if (isWhole) {
          expect([name, (await ask(world, bound, `/api/v1/${name}`)).status]).toEqual([name, 403]);
          continue;
        }
        const whole = await walk(world, all, `/api/v1/${name}?limit=200`);
        const own = await walk(world, bound, `/api/v1/${name}?limit=200`);
        const wanted = whole.filter((entry) => about(entry as never)?.includes(id) ?? true);
        expect([name, ids(own)]).toEqual([name, ids(wanted)]);
        // Of what is about others, too, it reads nothing of those.
        for (const { grants = [], items = [] } of own as Parts[])
          expect([...grants, ...items].filter(({ productId }) => productId !== id)).toEqual([]);
        const other = whole.find((entry) => !wanted.includes(entry));
        if (other === undefined) continue;
        left += 1;
        const answer = await ask(world, bound, `/api/v1/${name}/${other.id}`);
        expect([name, answer.status]).toEqual([name, 404]);
      }
    }
    expect(left).toBeGreaterThan(3);
  });
});

test("webhooks are read without what is a secret of theirs, and certifications are items", async () => {
  const world = await openWorld();
  const { store } = world.services;
  await haveWebhook(world);
  const key = await staffKeyIn(world, { email: OWNER });
  const orgId = await world.orgId("acme");
  const list = await ask(world, key, "/api/v1/webhooks");
  expect(pageIn(list).data).toMatchObject([
    {
      name: "Ticket system",
      host: "hooks.example.com",
      types: ["request.received"],
      stoppedAt: null,
    },
  ]);
  expect(list.text).not.toContain("sealed");
  // Each change of theirs is found by programs that ask for it.
  const write = (minutes: number) => {
    world.time = new Date(world.time.getTime() + minutes * 60_000);
    return { orgId, by: SYSTEM, now: world.time };
  };
  const later = async () =>
    pageIn(await ask(world, key, `/api/v1/webhooks?updatedSince=${world.time.toISOString()}`)).data;
  for (const change of [
    (by: ReturnType<typeof write>) =>
      store.write((trx) =>
        editHook({ trx, ...by }, "a-webhook", { name: "Tickets", types: [], details: true }, null),
      ),
    (by: ReturnType<typeof write>) => store.write((trx) => stopHook({ trx, ...by }, "a-webhook")),
  ]) {
    const by = write(10);
    expect(await later()).toEqual([]);
    await change(by);
    expect(await later()).toMatchObject([{ name: "Tickets", types: [], details: true }]);
  }
  const certifications = await walk(world, key, "/api/v1/certifications?limit=2");
  const items = await walk(world, key, "/api/v1/items?limit=200");
  expect(certifications.length).toBeGreaterThan(1);
  expect(certifications).toEqual(
    items.filter((one) => (one as unknown as { kind: string }).kind === "Certifications"),
  );
});

test("an organization that changes is another one for the next call, and the other one stays", async () => {
  const world = await openWorld();
  const key = await staffKeyIn(world, { email: OWNER });
  const orgId = await world.orgId("acme");
  const name = async () => {
    const { org } = JSON.parse((await ask(world, key, "/api/v1/me")).text) as {
      org: { name: string };
    };
    return org.name;
  };
  expect([await name(), await name()]).toEqual(["Acme Cloud", "Acme Cloud"]);
  for (const to of ["Acme Sky", "Acme Cloud"]) {
    await world.services.store.write((trx) =>
      updateOrg(trx, orgId, { name: to, websiteUrl: null, timeZone: "Europe/Berlin" }),
    );
    expect(await name()).toBe(to);
  }
});

test("every refusal below /api/v1 has the request’s id, whoever refuses", async () => {
  const world = await openWorld();
  const key = await staffKeyIn(world, { email: OWNER });
  const refused: [string, Answer][] = [
    ["a key in the address", await world.ask(`/api/v1/me?key=${key}`)],
    ["no such call", await ask(world, key, "/api/v1/no-such")],
    ["no key", await world.ask("/api/v1/me")],
    [
      "another method",
      await world.ask("/api/v1/team", {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
      }),
    ],
  ];
  for (const [what, { status, headers, text }] of refused) {
    const { requestId } = JSON.parse(text) as { requestId?: string };
    expect([what, status >= 400, requestId]).toEqual([what, true, headers["x-request-id"]]);
    expect(requestId).toBeDefined();
  }
  // The calls of before answer as they did.
  expect(JSON.parse((await world.ask("/api/no-such")).text)).not.toHaveProperty("requestId");
});

describe("the description of /api/v1", () => {
  test("has every call, with the schema that answers have, and names that are there", async () => {
    const world = await openWorld();
    await haveEvent(world);
    await haveQuestionnaire(world);
    await haveWebhook(world);
    const answer = await world.ask("/api/openapi.json");
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json"]);
    const described = JSON.parse(answer.text) as {
      openapi: string;
      paths: Record<string, { get: { operationId: string; parameters?: { name: string }[] } }>;
      components: { schemas: Record<string, { properties: object; required: string[] }> };
    };
    expect(described.openapi).toMatch(/^3\.1\./);
    const yaml = await world.ask("/api/openapi.yaml");
    expect([yaml.status, yaml.headers["content-type"]]).toEqual([200, "application/yaml"]);
    expect(parse(yaml.text)).toEqual(described);
    const calls = [...document.calls].filter((call) => call.includes("/api/v1/"));
    const operations: string[] = [];
    const there = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => {
        operations.push(operationId);
        return `${method.toUpperCase()} ${path}`;
      }),
    );
    expect(there.sort()).toEqual(calls.sort());
    expect(new Set(operations).size).toBe(operations.length);
    const parametersOf = (name: string) =>
      described.paths[`/api/v1/${name}`]?.get.parameters?.map((one) => one.name);
    expect(parametersOf("updates")).toEqual(["limit", "cursor", "updatedSince"]);
    expect(parametersOf("controls")).toEqual(["limit", "cursor", "updatedSince", "externalId"]);
    const { schemas } = described.components;
    for (const [, ref] of answer.text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      expect(Object.keys(schemas)).toContain(ref);
    const key = await staffKeyIn(world, { email: OWNER });
    for (const name of NAMES) {
      const [entry] = pageIn(await ask(world, key, `/api/v1/${name}?limit=1`)).data;
      const { properties, required } =
        schemas[name.slice(0, 1).toUpperCase() + name.slice(1)] ?? {};
      expect([name, Object.keys(entry ?? {})]).toEqual([name, Object.keys(properties ?? {})]);
      expect([name, required]).toEqual([name, Object.keys(properties ?? {})]);
    }
  });
});
