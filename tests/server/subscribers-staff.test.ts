import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { listAudit } from "#tenancy/audit/store/audit-list.server.ts";
import {
  countSubscribersFor,
  insertSubscriber,
  subscribersFor,
} from "#updates/subscribers/store/subscribers.server.ts";
import { changePreferences } from "#updates/subscribers/store/subscription-preferences.server.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { hidden, mails, subscribed, subscriber, subscriberRows } from "./subscribers-world.ts";
import { shownFields } from "./shown-fields.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const OWNER = "owner@acme.example";
const EDITOR = "editor@acme.example";

async function audited(world: World): Promise<string[]> {
  const { rows } = await listAudit(world.services.store.read, await world.orgId("acme"), {
    page: 1,
  });
  return rows
    .filter(({ action }) => action.startsWith("subscriber"))
    .map(({ action, detail }) => `${action} ${detail ?? ""}`);
}

describe("the list of subscribers", () => {
  test("is the own org's, searched, narrowed by state, source and product", async () => {
    const world = await openWorld();
    const all = await world.ask("/subscribers", { as: EDITOR });
    expect(all.text).toContain("riley@customer.example");
    expect(all.text).toContain("Add subscriber");
    expect(all.text).not.toContain("lakeside-clinic");
    // Where people subscribed is told in words, in the rows and in the filter.
    expect(all.text).toContain(">FAQ page</option>");
    expect(all.text).toContain(">Subscribe page</td>");
    expect(all.text).not.toContain(">subscribe</");
    const lake = await world.productId("acme", "Acme Data Lake");
    const cases: [string, string, string][] = [
      ["q=NORTHBANK", "vendor-risk@northbank.example", "riley@customer.example"],
      ["state=pending", "procurement@prospect.example", "riley@customer.example"],
      ["state=blocked", "leads@listharvest.example", "riley@customer.example"],
      ["source=import", "grc@helvetia-insure.example", "riley@customer.example"],
      [`product=${lake}`, "ingrid.vik@fjordpay.example", "dpo@helvetia-insure.example"],
    ];
    for (const [query, there, absent] of cases) {
      const page = await world.ask(`/subscribers?${query}`, { as: EDITOR });
      expect([page.status, page.text.includes(there), page.text.includes(absent)], query).toEqual([
        200,
        true,
        false,
      ]);
    }
    for (const odd of [
      "q=%25",
      "q=%00",
      "state=x",
      "source=%27",
      "product=x",
      "page=99",
      "page=-1",
      "page=x",
      `q=${"x".repeat(5_000)}`,
    ])
      expect((await world.ask(`/subscribers?${odd}`, { as: EDITOR })).status, odd).toBe(200);
    expect((await world.ask("/subscribers?q=zzzz", { as: EDITOR })).text).toContain(
      wording.noResults,
    );
  });

  test("blocks and removes a row's person, and nobody of another org", async () => {
    const world = await openWorld();
    const riley = await subscriber(world, "riley@customer.example");
    const alex = await subscriber(world, "alex@clinic.example", "globex");
    for (const intent of ["block", "remove"]) {
      expect(
        (await world.ask("/subscribers", { as: OWNER, form: { intent, id: alex?.id ?? "" } }))
          .status,
      ).toBe(404);
      expect(
        (await world.ask("/subscribers", { as: OWNER, form: { intent, id: "random" } })).status,
      ).toBe(404);
      expect(
        (
          await world.ask("/subscribers", {
            as: "viewer@acme.example",
            form: { intent, id: riley?.id ?? "" },
          })
        ).status,
      ).toBe(403);
    }
    expect(
      (
        await world.ask("/subscribers?state=confirmed", {
          as: OWNER,
          form: { intent: "block", id: riley?.id ?? "" },
        })
      ).headers.location,
    ).toBe("/subscribers?state=confirmed");
    expect(await subscriber(world, "riley@customer.example")).toMatchObject({ state: "blocked" });
    expect(
      (
        await world.ask("/subscribers", {
          as: OWNER,
          form: { intent: "block", id: riley?.id ?? "" },
        })
      ).status,
    ).toBe(409);
    expect(
      (
        await world.ask("/subscribers", {
          as: OWNER,
          form: { intent: "remove", id: riley?.id ?? "" },
        })
      ).status,
    ).toBe(303);
    expect(await subscriber(world, "riley@customer.example")).toBeUndefined();
    const record = (await audited(world)).join("\n");
    expect(record).toContain("subscriber.removed");
    expect(await subscriber(world, "alex@clinic.example", "globex")).toMatchObject({
      state: "confirmed",
    });
  });

  test("lets a blocked domain in again, everyone in the state of before", async () => {
    const world = await openWorld();
    await subscribed(world, "one@corp.example");
    const states = async () =>
      Object.fromEntries(
        (await subscriberRows(world))
          .filter(({ emailDomain }) => /northbank|corp|westport|prospect/.test(emailDomain))
          .map(({ email, state }) => [email, state]),
      );
    const before = await states();
    for (const value of [
      "@corp.example",
      "NORTHBANK.example",
      "westport.example",
      "prospect.example",
    ])
      expect(
        (await world.ask("/subscribers/blocks", { as: OWNER, form: { intent: "block", value } }))
          .status,
      ).toBe(303);
    expect(new Set(Object.values(await states()))).toEqual(new Set(["blocked"]));
    const ids = await world.services.store.read
      .selectFrom("subscriptionBlocks")
      .select(["id", "value"])
      .where("value", "in", [
        "corp.example",
        "northbank.example",
        "westport.example",
        "prospect.example",
      ])
      .execute();
    expect(ids).toHaveLength(4);
    for (const { id } of ids)
      expect(
        (await world.ask("/subscribers/blocks", { as: OWNER, form: { intent: "unblock", id } }))
          .status,
      ).toBe(303);
    expect(await states()).toEqual(before);
    for (const value of ["", "no domain", "x", "<script>"])
      expect(
        (await world.ask("/subscribers/blocks", { as: OWNER, form: { intent: "block", value } }))
          .status,
        value,
      ).toBe(400);
    expect(
      (
        await world.ask("/subscribers/blocks", {
          as: OWNER,
          form: { intent: "unblock", id: ids[0]?.id ?? "" },
        })
      ).status,
    ).toBe(404);
  });
});

describe("adding and importing", () => {
  test("asks each by mail, or takes staff's word with a note that the audit keeps", async () => {
    const world = await openWorld();
    const before = (await mails(world)).length;
    expect(
      (
        await world.ask("/subscribers/add", {
          as: EDITOR,
          form: { email: "Ask@me.example", agreement: "mail" },
        })
      ).status,
    ).toBe(303);
    expect(await subscriber(world, "ask@me.example")).toMatchObject({
      state: "pending",
      source: "staff",
    });
    expect((await mails(world)).slice(before).map(({ to, kind }) => [to, kind])).toEqual([
      ["ask@me.example", "subscription-confirm"],
    ]);
    const silent = await world.ask("/subscribers/add", {
      as: EDITOR,
      form: { email: "told@me.example", agreement: "before" },
    });
    expect([silent.status, silent.text.includes(wording.enterConsent)]).toEqual([400, true]);
    expect(
      (
        await world.ask("/subscribers/add", {
          as: EDITOR,
          form: {
            email: "told@me.example",
            agreement: "before",
            consent: "By contract, March 2026",
          },
        })
      ).status,
    ).toBe(303);
    expect(await subscriber(world, "told@me.example")).toMatchObject({ state: "confirmed" });
    expect((await audited(world)).join("\n")).toContain("consent: By contract, March 2026");
    for (const email of ["riley@customer.example", "kim@expired.example", "lee@declined.example"]) {
      expect(
        (
          await world.ask("/subscribers/add", {
            as: EDITOR,
            form: { email, agreement: "before", consent: "They said so" },
          })
        ).status,
        email,
      ).toBe(409);
    }
  });

  test("shows first what would happen to each row, and changes nothing before", async () => {
    const world = await openWorld();
    const csv = [
      "email,frequency",
      "fresh@list.example,weekly",
      "FRESH@list.example,",
      "nobody,",
      "riley@customer.example,",
      "kim@expired.example,",
      "bot@listharvest.example,",
      "procurement@prospect.example,",
    ].join("\n");
    const consent = { agreement: "before", consent: "Sign-up sheet, October" };
    const count = (await subscriberRows(world)).length;
    const preview = await world.ask("/subscribers/import", {
      as: EDITOR,
      form: { csv, step: "preview", ...consent },
    });
    const text = preview.text.replace(/<!-- -->/g, "");
    expect(preview.status).toBe(200);
    for (const words of [
      "2 people will be subscribed right away",
      "5 rows will be skipped: 2 with an error, 1 already subscribed, 1 unsubscribed, 1 blocked.",
      "Skipped: Duplicate of an earlier row",
      "Skipped: This email is invalid",
      "Skipped: already subscribed",
      "Skipped: unsubscribed",
      "Skipped: blocked",
    ])
      expect(text).toContain(words);
    expect((await subscriberRows(world)).length).toBe(count);
    const done = await world.ask("/subscribers/import", {
      as: EDITOR,
      form: {
        step: "import",
        staged: hidden(preview, "staged"),
        stamp: hidden(preview, "stamp"),
        ...consent,
      },
    });
    expect(done.status).toBe(303);
    expect(await subscriber(world, "fresh@list.example")).toMatchObject({
      state: "confirmed",
      source: "import",
      digest: "weekly",
    });
    expect(await subscriber(world, "procurement@prospect.example")).toMatchObject({
      state: "confirmed",
    });
    expect(await subscriber(world, "kim@expired.example")).toMatchObject({ state: "unsubscribed" });
    const asked = await world.ask("/subscribers/import", {
      as: EDITOR,
      form: { csv: "name\nAnn", step: "preview", agreement: "mail" },
    });
    const form = shownFields(asked);
    expect([asked.status, form.email]).toEqual([200, ""]);
    const fault = await world.ask("/subscribers/import", { as: EDITOR, form });
    expect([
      fault.status,
      fault.text.includes("Choose the column with the email"),
      fault.text.includes("Error: Import subscribers"),
    ]).toEqual([400, true, true]);
  });
});

describe("the export", () => {
  test("is CSV of what the filter leaves, with no cell that a spreadsheet would calculate", async () => {
    const world = await openWorld();
    const acme = await world.orgId("acme");
    await world.services.store.write(async (trx) => {
      for (const email of ["=1+1@evil.example", "-2@evil.example", "+3@evil.example"]) {
        const address = readEmail(email);
        if (address !== null)
          await insertSubscriber(
            { trx, orgId: acme, now: world.time },
            { address, source: "portal" },
          );
      }
    });
    expect(
      (await world.ask("/subscribers/export.csv", { as: "viewer@acme.example", form: {} })).status,
    ).toBe(403);
    const answer = await world.ask("/subscribers/export.csv", { as: EDITOR, form: {} });
    expect([
      answer.status,
      answer.headers["content-type"],
      answer.headers["content-disposition"],
    ]).toEqual([
      200,
      "text/csv; charset=utf-8",
      'attachment; filename="subscribers-acme-2026-11-20.csv"',
    ]);
    const rows = parse(answer.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength((await subscriberRows(world)).length);
    for (const row of rows)
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(rows.find(({ email }) => email === "'=1+1@evil.example")).toBeDefined();
    expect(rows.find(({ email }) => email === "dpo@helvetia-insure.example")).toMatchObject({
      state: "confirmed",
      categories: "compliance|subprocessors",
      products: "Acme Platform",
      frequency: "each",
    });
    expect(answer.text).not.toContain("clinic.example");
    const pending = parse(
      (await world.ask("/subscribers/export.csv?state=pending", { as: EDITOR, form: {} })).text,
      { bom: true, columns: true },
    ) as Record<string, string>[];
    expect(new Set(pending.map(({ state }) => state))).toEqual(new Set(["pending"]));
    expect((await audited(world)).join("\n")).toContain("subscribers.exported");
    expect((await world.ask("/subscribers/export.csv", { as: EDITOR })).headers.location).toBe(
      "/subscribers",
    );
  });
});

describe("who a mailing reaches", () => {
  test("are the confirmed ones whose choice matches, each once, page after page", async () => {
    const world = await openWorld();
    const [acme, platform, lake] = [
      await world.orgId("acme"),
      await world.productId("acme"),
      await world.productId("acme", "Acme Data Lake"),
    ];
    const { read } = world.services.store;
    await world.services.store.write(async (trx) => {
      await trx.deleteFrom("subscribers").where("orgId", "=", acme).execute();
      const add = async (
        name: string,
        state: "confirmed" | "pending" | "unsubscribed" | "blocked",
        choice?: {
          categories?: ("incidents" | "general")[];
          products?: string[];
          digest?: "weekly";
        },
      ) => {
        const address = readEmail(`${name}@bücher.example`);
        if (address === null) throw new Error(name);
        const { id } = await insertSubscriber(
          { trx, orgId: acme, now: world.time },
          { address, source: "portal", state },
        );
        if (choice !== undefined)
          await changePreferences(trx, acme, id, {
            allUpdates: !choice.categories,
            categories: choice.categories ?? [],
            productIds: choice.products ?? [],
            digest: choice.digest ?? "each",
          });
      };
      await add("all", "confirmed");
      await add("incidents", "confirmed", { categories: ["incidents"] });
      await add("incidents-lake", "confirmed", { categories: ["incidents"], products: [lake] });
      await add("general", "confirmed", { categories: ["general"] });
      await add("weekly", "confirmed", { digest: "weekly" });
      await add("pending", "pending");
      await add("gone", "unsubscribed");
      await add("kept-out", "blocked");
    });
    const names = async (audience: Parameters<typeof subscribersFor>[2]) => {
      const found: string[] = [];
      for (let after = ""; ;) {
        const page = await subscribersFor(read, acme, audience, { after, limit: 2 });
        found.push(...page.map(({ email }) => email.replace("@xn--bcher-kva.example", "")));
        after = page.at(-1)?.id ?? "";
        if (page.length < 2) break;
      }
      expect(await countSubscribersFor(read, acme, audience)).toBe(found.length);
      return found.sort();
    };
    expect(await names({ category: "incidents", productIds: [], digest: "each" })).toEqual([
      "all",
      "incidents",
      "incidents-lake",
    ]);
    expect(await names({ category: "incidents", productIds: [platform], digest: "each" })).toEqual([
      "all",
      "incidents",
    ]);
    expect(
      await names({ category: "incidents", productIds: [platform, lake], digest: "each" }),
    ).toEqual(["all", "incidents", "incidents-lake"]);
    expect(await names({ category: "general", productIds: [lake], digest: "each" })).toEqual([
      "all",
      "general",
    ]);
    expect(await names({ category: "incidents", productIds: [], digest: "weekly" })).toEqual([
      "weekly",
    ]);
  });
});
