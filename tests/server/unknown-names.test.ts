import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { switchFeature } from "#company/settings/store/customizations.server.ts";
import { NOUNS } from "#api/v1/nouns.ts";
import type { NounName } from "#model/api-nouns.ts";
import { readApiDocument } from "./api-document.ts";
import { memberKeyIn, staffKeyIn } from "./api-names.ts";
import { tableNames } from "./engine-words.ts";
import { multipart, pdf } from "./multipart.ts";
import { openWorld, type Ask, type World } from "./world.ts";

/**
 * Every call of the document refuses a name that it does not know: nothing that a program sends is dropped without a
 * word, and nothing is changed by a call that holds such a name.
 */

const OWNER = "owner@acme.example";
const RILEY = "riley@customer.example";
const NAME = "noSuchField";

const { calls } = readApiDocument(
  readFileSync(new URL("../../docs/program/api.md", import.meta.url), "utf8"),
);
const changes = [...calls].filter((call) => !call.startsWith("GET ")).sort();

/** Bodies that are not ours to name, and doors that no body gets through. */
const EXEMPT: Readonly<Record<string, string>> = {
  "POST /api/share/{org}/unsubscribe/one-click": "the body is RFC 8058's",
  "POST /api/mail/resend/webhook": "the body is the provider's",
  "POST /api/share/{org}/search/answer": "refused to the public before its body is read",
  "POST /api/share/{org}/bulk-download": "refused to the public before its body is read",
};

/** Addresses whose names stand for something else than elsewhere. */
const PICTURE = /\/icon$/;
const UPLOAD = /^POST \/api\/(?:(?:v1\/)?documents|v1\/(?:portal\/)?questionnaires$)/;

async function namesOf(world: World): Promise<Record<string, string>> {
  const { read } = world.services.store;
  const [org, product] = [await world.orgId("acme"), await world.productId("acme")];
  const { accountId } = await read
    .selectFrom("members")
    .select("accountId")
    .where("orgId", "=", org)
    .where("email", "=", RILEY)
    .executeTakeFirstOrThrow();
  const first = async (table: "documents" | "partners" | "accessRequests") =>
    (
      await read
        .selectFrom(table)
        .select("id")
        .where("orgId", "=", org)
        .orderBy("id")
        .executeTakeFirstOrThrow()
    ).id;
  const custom = await world.ask(
    `/api/trust-center/products/${product}/cards/Reports/items`,
    json({ title: "Of our own" }, OWNER),
  );
  return {
    org,
    product,
    account: accountId,
    document: await first("documents"),
    partner: await first("partners"),
    review: await first("accessRequests"),
    kind: "Reports",
    item: (JSON.parse(custom.text) as { uid: string }).uid,
    name: "topic",
    link: encodeURIComponent("https://status.acme.example"),
  };
}

const json = (body: unknown, as?: string, method = "POST"): Ask => ({
  method,
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
  ...(as === undefined ? {} : { as }),
});

/** Who gets through each door. */
function asker(target: string): string | undefined {
  if (/^\/api\/(?:share|kb|v1)\//.test(target)) return undefined;
  return target.startsWith("/api/statuspage/") ? RILEY : OWNER;
}

/** A row of the list that an address is about. */
async function entryOf(world: World, path: string): Promise<string> {
  const list = path.replace(/\/\{entry\}$/, "");
  const answer = JSON.parse((await world.ask(list, { as: OWNER })).text) as Record<string, never>;
  const rows = Object.values(answer).find((value) => Array.isArray(value)) as unknown as {
    id: string;
  }[];
  return rows[0]?.id ?? "";
}

/** The first entry of the noun that an address below /api/v1 is about. */
async function keptEntry(world: World, path: string): Promise<string> {
  const noun = NOUNS[path.split("/")[3] as NounName];
  const orgId = await world.orgId("acme");
  const [entry] = await noun.ids(world.services.store.read, orgId, { after: "", count: 1 });
  return entry?.id ?? "";
}

/**
 * All that is stored, but for when somebody, or a key, was last seen, and for tries, which are counted of what is
 * refused as well, on PostgreSQL in a table.
 */
async function stored(world: World): Promise<Record<string, string>> {
  const { read } = world.services.store;
  const digests: Record<string, string> = {};
  for (const name of await tableNames(read)) {
    if (/sessions$|^(?:access|member)Keys$|^rateLimits$/i.test(name)) continue;
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(read);
    digests[name] = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  }
  return digests;
}

describe("a name that is not known", () => {
  test("is refused by every documented call, and changes nothing", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    await world.services.store.write((trx) =>
      switchFeature({ trx, orgId: org, now: new Date() }, "partnerImport", true),
    );
    const names = await namesOf(world);
    const key = JSON.parse(
      (await world.ask(`/api/share/${org}/kb/ais?productId=${names.product}`)).text,
    ) as { key: string };
    const staffKey = await staffKeyIn(world, { email: OWNER });
    const memberKey = await memberKeyIn(world);
    // Their first use is on record, and told.
    await world.ask("/api/v1/me", { headers: { authorization: `Bearer ${staffKey}` } });
    await world.ask("/api/v1/portal/me", { headers: { authorization: `Bearer ${memberKey}` } });
    const asked = await world.ask("/api/v1/portal/requests", {
      method: "POST",
      headers: { authorization: `Bearer ${memberKey}`, "content-type": "application/json" },
      body: "{}",
    });
    const { id: requestId } = JSON.parse(asked.text) as { id: string };
    const before = await stored(world);
    const wrong: unknown[] = [];
    for (const call of changes) {
      if (call in EXEMPT) continue;
      const [method = "", template = ""] = call.split(" ");
      let target = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
      if (target.endsWith("/{entry}"))
        target = target.replace("{entry}", await entryOf(world, target));
      const isByKey = target.startsWith("/api/v1/");
      target = target.replace("/portal/requests/{id}", `/portal/requests/${requestId}`);
      if (target.includes("{id}")) target = target.replace("{id}", await keptEntry(world, target));
      const ownKey = target.startsWith("/api/v1/portal/") ? memberKey : staffKey;
      // What Main is not asked for, a preview is.
      if (/trust-center\/(?:search\/answer|bulk-download)$/.test(target))
        target += `?accountId=${names.account}`;
      const as = asker(target);
      const isFile = method === "POST" && (PICTURE.test(target) || UPLOAD.test(call));
      const form = multipart(
        [
          PICTURE.test(target)
            ? { name: "a.svg", bytes: "<svg/>" }
            : { name: "a.pdf", bytes: pdf() },
        ],
        { [NAME]: "1" },
      );
      const answer = await world.ask(target, {
        ...(isFile ? { method, ...form } : json({ [NAME]: 1 }, undefined, method)),
        ...(as === undefined ? {} : { as }),
        ...(target.startsWith("/api/kb/")
          ? { headers: { "content-type": "application/json", authorization: `Bearer ${key.key}` } }
          : {}),
        ...(isByKey
          ? {
              headers: {
                ...(isFile ? form.headers : { "content-type": "application/json" }),
                authorization: `Bearer ${ownKey}`,
                "if-match": "*",
              },
            }
          : {}),
      });
      const said = answer.headers["content-type"]?.includes("json") ? answer.text : "{}";
      const { errors = {} } = JSON.parse(said) as { errors?: Record<string, unknown> };
      if (answer.status !== 400 || !(NAME in errors))
        wrong.push([call, answer.status, answer.text.slice(0, 300)]);
    }
    expect(wrong).toEqual([]);
    expect(await stored(world)).toEqual(before);
  });

  test("is exempt at calls that are in the document", () => {
    expect(Object.keys(EXEMPT).filter((call) => !calls.has(call))).toEqual([]);
  });

  test.each([
    [
      "POST",
      "/api/share/{org}/search",
      "query.filters.color",
      undefined,
      (value: unknown) => ({
        query: { term: "soc", filters: { products: ["{product}"], color: value } },
      }),
    ],
    [
      "POST",
      "/api/trust-center/updates",
      "channelEmail.audience.color",
      OWNER,
      (value: unknown) => ({
        subject: "S",
        category: "general",
        message: "M",
        approve: true,
        channelEmail: { subscribers: true, audience: { source: "accounts", color: value } },
      }),
    ],
    [
      "PATCH",
      "/api/documents",
      "updates.color",
      OWNER,
      (value: unknown) => ({
        documentIds: ["{document}"],
        updates: { type: "Policy", color: value },
      }),
    ],
    [
      "PATCH",
      "/api/trust-center/products/{product}/cards/Reports",
      "items.0.color",
      OWNER,
      (value: unknown) => ({
        items: [{ uid: "Reports.soc2", hidden: false, color: value }],
      }),
    ],
  ] as const)("%s %s names it inside: %s", async (method, path, name, as, body) => {
    const world = await openWorld();
    const names = await namesOf(world);
    const fill = (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (whole, key: string) => names[key] ?? whole);
    const before = await stored(world);
    const answer = await world.ask(fill(path), {
      ...json(body("red"), as, method),
      body: fill(JSON.stringify(body("red"))),
    });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      expect.objectContaining({ errors: { [name]: [expect.any(String)] } }),
    ]);
    expect(await stored(world)).toEqual(before);
  });
});
