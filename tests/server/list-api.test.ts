import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { NO_REGISTER_TEXTS, registerAnswer } from "#content/subprocessors/forms/register-fields.ts";
import { isPublicAddress } from "#platform/integrations/outbound.ts";
import { openWorld, type World } from "./world.ts";
import { wording } from "../wording.ts";

const EDITOR = "editor@acme.example";

async function api(
  world: World,
  method: string,
  path: string,
  body?: unknown,
  as: string | null = EDITOR,
) {
  const answer = await world.ask(path, {
    method,
    ...(as === null ? {} : { as }),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  return {
    status: answer.status,
    type: answer.headers["content-type"] ?? "",
    json: JSON.parse(answer.text || "{}") as Record<string, never> & { [name: string]: unknown },
  };
}

const base = async (world: World, list: string) =>
  `/api/trust-center/products/${await world.productId("acme")}/${list}`;

describe("the API of the lists", () => {
  test("adds, changes, orders and removes subprocessors by the verbs of the forms", async () => {
    const world = await openWorld();
    const list = await base(world, "subprocessors");
    const added = await api(world, "POST", list, {
      company: "By the API",
      purpose: "Testing",
      draftUpdate: true,
      effectiveOn: "2027-03-01",
    });
    expect([added.status, added.json]).toEqual([
      201,
      {
        id: expect.any(String),
        company: {
          id: expect.any(String),
          name: "By the API",
          source: "custom",
          domain: null,
          logo: null,
        },
        purpose: "Testing",
        location: null,
        additionalDetails: null,
        ...registerAnswer(NO_REGISTER_TEXTS),
        createdAt: "2026-11-20T10:00:00.000Z",
        draftId: expect.any(String),
      },
    ]);
    expect((await world.ask("/acme/subprocessors")).text).toContain("By the API");
    const one = `${list}/${String(added.json.id)}`;
    const { json: read } = await api(world, "GET", one);
    const changed = await api(world, "PATCH", one, { location: "Berlin", base: read.base });
    expect([changed.status, changed.json]).toMatchObject([
      200,
      { purpose: "Testing", location: "Berlin" },
    ]);
    const late = await api(world, "PATCH", one, { location: "Paris", base: read.base });
    expect([late.status, late.type]).toEqual([409, "application/problem+json"]);
    const ids = (
      (await api(world, "GET", list)).json.subprocessors as unknown as { id: string }[]
    ).map(({ id }) => id);
    const ordered = await api(world, "PATCH", list, { subprocessors: ids.toReversed() });
    expect((ordered.json.subprocessors as unknown as { id: string }[]).map(({ id }) => id)).toEqual(
      ids.toReversed(),
    );
    expect((await api(world, "PATCH", list, { subprocessors: ids.slice(1) })).status).toBe(409);
    expect((await api(world, "PATCH", list, { subprocessors: null })).status).toBe(200);
    expect((await api(world, "DELETE", one)).status).toBe(200);
    expect((await api(world, "GET", one)).status).toBe(404);
    expect((await world.ask("/acme/subprocessors")).text).not.toContain("By the API");
    expect(
      await world.services.store.read
        .selectFrom("changes")
        .select("id")
        .where("subject", "like", "subprocessor%")
        .execute(),
    ).toHaveLength(5);
  });

  test("keeps grades, customers and risk answers by the rules of their forms", async () => {
    const world = await openWorld();
    const grades = await base(world, "grades");
    const faulty = await api(world, "POST", grades, {
      provider: "BitSight",
      label: "",
      url: "www.acme.example",
      grade: "900",
    });
    expect([faulty.status, Object.keys((faulty.json.errors ?? {}) as object)]).toEqual([
      400,
      ["label"],
    ]);
    expect(
      (
        await api(world, "POST", grades, {
          provider: "BitSight",
          label: "x",
          url: "www.acme.example",
          grade: "900",
        })
      ).json.errors,
    ).toMatchObject({
      url: [expect.stringContaining("without www.")],
      grade: [wording.invalidGrade],
    });
    const grade = await api(world, "POST", grades, { provider: "Cis", label: "CIS", grade: "5" });
    expect(grade.status).toBe(201);
    expect(
      (
        await api(world, "PATCH", `${grades}/${String(grade.json.id)}`, {
          provider: "Cis",
          label: "CIS 8",
          grade: "4",
        })
      ).json,
    ).toMatchObject({ label: "CIS 8" });
    expect(
      (
        await api(world, "POST", grades, {
          provider: "SecurityScorecard",
          label: "SSC",
          url: "acme.example",
          grade: "A",
        })
      ).json,
    ).toMatchObject({ status: 400, title: wording.getGrade });
    expect((await api(world, "DELETE", `${grades}/${String(grade.json.id)}`)).status).toBe(200);

    const companies = await base(world, "trusted-companies");
    const company = await api(world, "POST", companies, {
      company: "Stripe",
      href: "http://192.168.0.1/",
    });
    expect(company.json).toMatchObject({
      status: 400,
      errors: { href: [wording.invalidUrl] },
    });
    const stripe = await api(world, "POST", companies, { company: "Stripe" });
    expect(stripe.json).toMatchObject({
      company: { name: "Stripe", source: "addendum", companyId: "stripe", domain: "stripe.com" },
      href: null,
    });
    expect(
      (
        await api(world, "PATCH", `${companies}/${String(stripe.json.id)}`, {
          href: "https://stripe.com/customers",
        })
      ).json,
    ).toMatchObject({ company: { name: "Stripe" }, href: "https://stripe.com/customers" });
    expect((await api(world, "DELETE", `${companies}/${String(stripe.json.id)}`)).status).toBe(200);

    const risk = await base(world, "risk-profile");
    expect((await api(world, "PATCH", risk, { recoveryTime: "hours_100" })).status).toBe(400);
    expect(
      (await api(world, "PATCH", risk, { recoveryTime: "minutes_30", hosting: null })).json,
    ).toMatchObject({ recoveryTime: "minutes_30", hosting: null });
  });

  test("is for those who edit, in their own org, from their own pages", async () => {
    const world = await openWorld();
    const globex = await world.productId("globex");
    for (const list of ["subprocessors", "trusted-companies", "grades", "risk-profile"]) {
      const path = await base(world, list);
      const method = list === "risk-profile" ? "PATCH" : "POST";
      const cells = await Promise.all(
        [
          null,
          "viewer@acme.example",
          "reviewer@acme.example",
          "owner@globex.example",
          "riley@customer.example",
        ].map(async (as) => (await api(world, method, path, {}, as)).status),
      );
      expect([list, cells]).toEqual([list, [401, 403, 403, 404, 401]]);
      expect(
        (await api(world, method, path.replace(await world.productId("acme"), globex), {})).status,
      ).toBe(404);
      expect(
        (
          await world.ask(path, {
            method,
            as: EDITOR,
            body: "{}",
            headers: { "content-type": "application/json", origin: "https://evil.example" },
          })
        ).status,
      ).toBe(403);
    }
  });

  test("finds companies for the picker: the org's own and the addendum's, nobody else's", async () => {
    const world = await openWorld();
    const find = async (q: string, as = EDITOR) =>
      (
        (
          await api(
            world,
            "GET",
            `/api/trust-center/companies?q=${encodeURIComponent(q)}`,
            undefined,
            as,
          )
        ).json.companies as unknown as { ref: string; name: string; domain: string }[]
      ).map(({ name }) => name);
    expect(await find("northwind")).toEqual(["Northwind Bank"]);
    expect(await find("northwind", "owner@globex.example")).toEqual([]);
    expect(await find("aws")).toEqual(["Amazon Web Services"]);
    expect(await find("chatgpt")).toEqual(["OpenAI"]);
    expect((await find("")).length).toBe(10);
  });
});

test("a name that a list, its order or an entry does not know is refused, and nothing is changed", async () => {
  const world = await openWorld();
  const [grades, companies, subprocessors, risk] = await Promise.all(
    ["grades", "trusted-companies", "subprocessors", "risk-profile"].map((list) =>
      base(world, list),
    ),
  );
  const calls: [string, string | undefined, object][] = [
    ["POST", grades, { provider: "Cis", label: "CIS", grade: "5", rank: 1 }],
    ["POST", companies, { company: "Stripe", url: "https://stripe.com" }],
    ["POST", subprocessors, { company: "Stripe", country: "Ireland" }],
    ["PATCH", subprocessors, { subprocessors: null, order: [] }],
    ["PATCH", risk, { dataAccess: "internal", color: "red" }],
  ];
  for (const [method, path, body] of calls) {
    const { status, json } = await api(world, method, path ?? "", body);
    expect([path, status, String(json.title)]).toEqual([
      path,
      400,
      expect.stringMatching(/not known here|Unrecognized key/),
    ]);
  }
  expect(await world.services.store.read.selectFrom("changes").select("id").execute()).toEqual([]);
});

describe("Get Grade", () => {
  /** A provider on this machine that answers as it is told. */
  async function provider(
    answer: (
      path: string,
      headers: http.IncomingHttpHeaders,
      response: http.ServerResponse,
    ) => void,
  ): Promise<string> {
    const server = http.createServer((request, response) =>
      answer(request.url ?? "", request.headers, response),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const connected = (host: string, allow = host) =>
    openWorld({
      SECURITY_SCORECARD_TOKEN: "a-token",
      SECURITY_SCORECARD_URL: `http://${host}`,
      OUTBOUND_ALLOW: allow,
    });
  const ask = (world: World, domain: string) =>
    api(world, "GET", `/api/integrations/ssc/${domain}`);

  test("gives the grade with a proof that saving asks for", async () => {
    const seen: string[] = [];
    const host = await provider((path, headers, response) => {
      seen.push(`${path} ${String(headers.authorization)}`);
      response.end(JSON.stringify({ domain: "acme.example", score: 93, grade: "A" }));
    });
    const world = await connected(host);
    const { status, json } = await ask(world, "acme.example");
    expect([status, json]).toEqual([200, { grade: "A", proof: expect.any(String) }]);
    expect(seen).toEqual(["/companies/acme.example Token a-token"]);
    const path = "/acme/edit/grades/new?provider=SecurityScorecard";
    const form = {
      provider: "SecurityScorecard",
      label: "Scorecard",
      url: "acme.example",
      grade: "A",
    };
    const bare = await world.ask(path, { as: EDITOR, form });
    expect([bare.status, bare.text.includes("Click on &quot;Get Grade&quot; button.")]).toEqual([
      400,
      true,
    ]);
    for (const forged of [
      { ...form, url: "other.example" },
      { ...form, grade: "B" },
    ])
      expect(
        (await world.ask(path, { as: EDITOR, form: { ...forged, proof: String(json.proof) } }))
          .status,
      ).toBe(400);
    expect(
      (await world.ask(path, { as: EDITOR, form: { ...form, proof: String(json.proof) } })).status,
    ).toBe(303);
    // It comes first in its card, before those that stood there.
    const labels = await world.services.store.read
      .selectFrom("securityGrades")
      .select("label")
      .where("productId", "=", await world.productId("acme"))
      .orderBy("position")
      .execute();
    expect(labels.length).toBeGreaterThan(2);
    expect(labels[0]?.label).toBe("Scorecard");

    // Without scripts the button posts the form, which comes back with the grade.
    const fetched = await world.ask(path, {
      as: EDITOR,
      form: { ...form, grade: "", intent: "get-grade" },
    });
    expect(fetched.status).toBe(200);
    expect(fetched.text).toMatch(/name="grade"[^>]*value="A"|value="A"[^>]*name="grade"/);
    expect(fetched.text).toContain(`name="proof" value="${String(json.proof)}"`);
    const invalid = await world.ask(path, {
      as: EDITOR,
      form: { ...form, url: "https://acme.example", intent: "get-grade" },
    });
    expect(invalid.text).toContain("without www. or http/s");
  });

  test("asks with the company's own token, which nobody is shown again, and by the installation's once it is gone", async () => {
    const seen: string[] = [];
    const host = await provider((_path, headers, response) => {
      seen.push(String(headers.authorization));
      response.end(JSON.stringify({ grade: "B" }));
    });
    const world = await connected(host);
    const page = "/settings/integrations";
    const OWNER = "owner@acme.example";
    const send = (form: Record<string, string>, as = OWNER) => world.ask(page, { as, form });
    expect((await world.ask(page, { as: OWNER })).text).toContain(
      "Connected by this installation’s token.",
    );
    for (const token of ["", "two words", "x".repeat(501)])
      expect((await send({ intent: "keep", token })).status).toBe(400);
    expect((await send({ intent: "keep", token: "own" }, EDITOR)).status).toBe(403);
    expect((await send({ intent: "keep", token: " own-secret-token " })).status).toBe(303);
    const shown = (await world.ask(page, { as: OWNER })).text;
    expect(shown).toContain("Your own token has been in use since");
    expect(shown).not.toContain("own-secret-token");
    const [row] = await world.services.store.read.selectFrom("orgSecrets").selectAll().execute();
    expect(JSON.stringify(row)).not.toContain("own-secret-token");
    await ask(world, "acme.example");
    // Another company of the installation is asked for by its own right.
    await world.ask("/api/integrations/ssc/clinic.example?org=globex", {
      as: "owner@globex.example",
    });
    expect((await send({ intent: "remove" })).status).toBe(303);
    expect((await send({ intent: "remove" })).status).toBe(303);
    await ask(world, "acme.example");
    expect(seen).toEqual(["Token own-secret-token", "Token a-token", "Token a-token"]);
    const noted = await world.services.store.read
      .selectFrom("audit")
      .select(["action", "subject", "detailJson"])
      .where("action", "like", "settings.token%")
      .execute();
    expect(noted).toEqual([
      { action: "settings.token-set", subject: "Security Scorecard", detailJson: null },
      { action: "settings.token-removed", subject: "Security Scorecard", detailJson: null },
    ]);
  });

  test("is asked for once a day, and thirty times a quarter of an hour", async () => {
    let asked = 0;
    const host = await provider((path, _headers, response) => {
      asked += 1;
      if (path.endsWith("/acme.example")) response.end(JSON.stringify({ grade: "A" }));
      else response.writeHead(500).end();
    });
    const world = await connected(host);
    for (let n = 0; n < 3; n += 1)
      expect((await ask(world, "acme.example")).json).toMatchObject({ grade: "A" });
    expect(asked).toBe(1);
    for (let n = 0; n < 29; n += 1) expect((await ask(world, `x${n}.example`)).status).toBe(502);
    const refused = await world.ask("/api/integrations/ssc/more.example", { as: EDITOR });
    expect([refused.status, Number(refused.headers["retry-after"]) > 0, asked]).toEqual([
      429,
      true,
      30,
    ]);
    const form = await world.ask("/acme/edit/grades/new?provider=SecurityScorecard", {
      as: EDITOR,
      form: {
        provider: "SecurityScorecard",
        label: "Scorecard",
        url: "more.example",
        intent: "get-grade",
      },
    });
    expect([form.status, form.text.includes("more.example")]).toEqual([429, true]);
    // What was fetched today needs nobody.
    expect((await ask(world, "acme.example")).json).toMatchObject({ grade: "A" });
  });

  test("says which of three things went wrong", async () => {
    const host = await provider((path, _headers, response) => {
      if (path.endsWith("/unknown.example")) response.writeHead(404).end("{}");
      else if (path.endsWith("/young.example")) response.end(JSON.stringify({ grade: null }));
      else if (path.endsWith("/broken.example")) response.end("<html>");
      else if (path.endsWith("/away.example"))
        response.writeHead(302, { Location: "http://169.254.169.254/" }).end();
      else response.writeHead(500).end();
    });
    const world = await connected(host);
    expect((await ask(world, "unknown.example")).json).toMatchObject({
      code: "bad_domain",
      title: "Domain is invalid. Please try a different name.",
    });
    expect((await ask(world, "not%20a%20domain")).json).toMatchObject({ code: "bad_domain" });
    expect((await ask(world, "young.example")).json).toMatchObject({
      code: "scorecard_not_calculated",
      title: wording.noScoreYet,
    });
    for (const domain of ["broken.example", "away.example", "down.example"])
      expect((await ask(world, domain)).json).toMatchObject({
        code: "bad_network",
        title: "Server error. Please try again.",
      });
    // This machine is no public address: without OUTBOUND_ALLOW nothing is asked.
    expect((await ask(await connected(host, ""), "acme.example")).json).toMatchObject({
      code: "bad_network",
    });
    expect((await ask(await openWorld(), "acme.example")).json).toMatchObject({
      code: "bad_network",
    });
  });

  test("asks public addresses alone", () => {
    expect(["8.8.8.8", "2001:4860:4860::8888", "1.1.1.1"].map(isPublicAddress)).toEqual([
      true,
      true,
      true,
    ]);
    for (const address of [
      "127.0.0.1",
      "10.1.2.3",
      "172.20.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
      "224.0.0.1",
      "255.255.255.255",
      "::1",
      "::",
      "fe80::1",
      "fd00::1",
      "::ffff:10.0.0.1",
      "::ffff:127.0.0.1",
      "64:ff9b::a00:1",
      "ff02::1",
      "not an address",
    ]) {
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    }
  });
});
