import { describe, expect, test } from "vitest";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { addRule } from "#access/access-requests/store/access-rules.server.ts";
import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { Visitor } from "./access-world.ts";
import { changed, formOf } from "./page-form.ts";
import { actions, OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

const PAGE = "/settings/access";

/** Saves the page's form as a browser would, with some fields changed. */
async function save(world: World, changes: Record<string, string | null>): Promise<Answer> {
  return world.ask(PAGE, {
    as: OWNER,
    form: changed(formOf(await world.ask(PAGE, { as: OWNER })), changes),
  });
}

const settings = async (world: World) =>
  (await findOrg(world.services.store.read, "acme"))?.customization;
const requestsOf = (world: World, email: string) =>
  world.services.store.read
    .selectFrom("accessRequests")
    .selectAll()
    .where("email", "=", email)
    .execute();
const shownForm = async (world: World) => (await world.ask("/acme?requestAccess=true")).text;

describe("the settings of the access form", () => {
  test("show what is stored: saving it again changes nothing, and a change is on record", async () => {
    const world = await openWorld();
    const before = await settings(world);
    const answer = await save(world, {});
    expect([answer.status, answer.headers.location]).toEqual([303, PAGE]);
    expect(await settings(world)).toEqual(before);
    await save(world, { discreetSignIn: "on" });
    expect(await actions(world, "acme")).toContain("settings.changed");
  });

  test("say after how many days access ends unless staff choose otherwise", async () => {
    const world = await openWorld();
    const usual = async () => {
      const page = await world.ask("/accounts/new", { as: OWNER });
      const form = formOf(page, 'name="profileId"');
      return [form.get("expires"), form.get("expiresIn")];
    };
    expect(await usual()).toEqual(["none", ""]);
    expect((await save(world, { accessDays: "30" })).status).toBe(303);
    expect([(await settings(world))?.accessDays, await usual()]).toEqual([30, ["days", "30"]]);
    for (const wrong of ["0", "soon", "-1", "10000"]) {
      const refused = await save(world, { accessDays: wrong });
      expect([refused.status, refused.text.includes("from 1 to 9999")], wrong).toEqual([400, true]);
      expect(formOf(refused).get("accessDays")).toBe(wrong);
    }
    await save(world, { accessDays: "" });
    expect((await settings(world))?.accessDays).toBeNull();
  });

  const fields = [
    "jobTitleTextField",
    "relationshipDropdown",
    "countriesDropdown",
    "pointOfContactField",
    "accountMemberRequestProducts",
    "customCheckbox",
  ];
  test.each(fields)("%s is asked with its label, or not at all", async (name) => {
    const world = await openWorld();
    await save(world, {
      [`requestForm.${name}.enabled`]: "on",
      [`requestForm.${name}.label`]: "Where d'you stand?",
    });
    const asked = await shownForm(world);
    expect(asked).toContain(`name="${name}"`);
    expect(asked).toContain("Where d&#x27;you stand?");
    await save(world, { [`requestForm.${name}.enabled`]: null });
    expect(await shownForm(world)).not.toContain(`name="${name}"`);
    const jane = new Visitor(world);
    await jane.request({ [name]: undefined });
    expect(await requestsOf(world, "jane@corp.example")).toHaveLength(1);
  });

  test("the own checkbox must be ticked only where it is required", async () => {
    const world = await openWorld();
    expect((await new Visitor(world).request({ customCheckbox: undefined })).text).toContain(
      wording.requiredField,
    );
    await save(world, { "requestForm.customCheckbox.required": null });
    expect((await new Visitor(world).request({ customCheckbox: undefined })).status).toBe(303);
  });

  test("requests can be switched off, and the work email asked for or not", async () => {
    const world = await openWorld();
    expect((await new Visitor(world).request({ email: "jane@gmail.com" })).text).toContain(
      wording.workEmail,
    );
    await save(world, { workEmailRequired: null });
    expect(
      (await new Visitor(world).request({ email: "jane@gmail.com" })).headers.location,
    ).toContain("request-sent");
    await save(world, { accessRequestsEnabled: null });
    expect(await shownForm(world)).not.toContain("Submit Request");
    expect((await new Visitor(world).request({ email: "joe@corp.example" })).status).toBe(400);
  });

  test("discreet sign-in gives a stranger the answer of a member", async () => {
    const world = await openWorld();
    await save(world, { discreetSignIn: "on" });
    const [known, unknown] = await Promise.all(
      ["riley@customer.example", "nobody@corp.example"].map((email) =>
        new Visitor(world).logIn(email),
      ),
    );
    expect(known?.headers.location).toContain("check-email");
    expect(unknown?.headers.location).toBe(known?.headers.location);
  });

  test("terms and privacy policy stand where people agree, unless they are switched off there", async () => {
    const world = await openWorld();
    await save(world, { termsUrl: "acme.example/new-terms", privacyUrl: "" });
    expect((await settings(world))?.termsUrl).toBe("https://acme.example/new-terms");
    for (const at of ["?requestAccess=true", "?subscribe=true"]) {
      const { text } = await world.ask(`/acme${at}`);
      expect(text, at).toContain('href="https://acme.example/new-terms"');
      expect(text, at).not.toContain("acme.example/legal/privacy");
    }
    await save(world, { showTerms: null });
    expect(await shownForm(world)).not.toContain("acme.example/new-terms");
  });

  test("a request keeps the revision of the settings that its form had", async () => {
    const world = await openWorld();
    const jane = new Visitor(world);
    const revision = /name="statusPageCustomizationRevision" value="(\d+)"/.exec(
      await shownForm(world),
    )?.[1];
    await save(world, { workEmailRequired: null });
    await jane.request({ statusPageCustomizationRevision: revision });
    await jane.request({ email: "joe@corp.example" });
    expect((await requestsOf(world, "jane@corp.example"))[0]?.customizationRevision).toBe(
      Number(revision),
    );
    expect((await requestsOf(world, "joe@corp.example"))[0]?.customizationRevision).toBe(
      (await findOrg(world.services.store.read, "acme"))?.customizationRevision,
    );
  });
});

describe("the lists of domains", () => {
  test("allowed: nobody else may ask, and is told so; members sign in as before", async () => {
    const world = await openWorld();
    await save(world, { allowedDomains: "@Corp.example, bücher.example\ngmail.com" });
    expect((await settings(world))?.allowedDomains).toEqual([
      "corp.example",
      "xn--bcher-kva.example",
      "gmail.com",
    ]);
    for (const email of [
      "jane@corp.example",
      "jane@eu.corp.example",
      "jane@bücher.example",
      "jane@gmail.com",
    ]) {
      expect((await new Visitor(world).request({ email })).headers.location, email).toContain(
        "request-sent",
      );
    }
    const other = new Visitor(world);
    const refused = await other.request({ email: "jane@notcorp.example" });
    expect(refused.headers.location).toContain("request-declined");
    expect((await other.ask(refused.headers.location ?? "")).text).toContain(
      "can’t give access to this email address",
    );
    expect((await requestsOf(world, "jane@notcorp.example"))[0]).toMatchObject({
      status: "declined",
      outcome: "request_access_auto_declined",
      decidedBy: "Allowed domains",
      ruleId: null,
    });
    expect((await new Visitor(world).logIn("riley@customer.example")).headers.location).toContain(
      "check-email",
    );
    expect((await new Visitor(world).logIn("nobody@notcorp.example")).headers.location).toContain(
      "requestAccess=true",
    );
    expect((await new Visitor(world).request({ email: "jane@yahoo.com" })).text).toContain(
      wording.workEmail,
    );
  });

  test("blocked: as a blocked domain, before any rule that would approve it, by the API too", async () => {
    const world = await openWorld();
    await save(world, { blockedDomains: "partner.example" });
    expect(
      (await new Visitor(world).request({ email: "jane@partner.example" })).headers.location,
    ).toContain("request-declined");
    expect((await requestsOf(world, "jane@partner.example"))[0]).toMatchObject({
      outcome: "request_declined_blocked_domain",
      decidedBy: "Blocked domains",
    });
    const login = await world.ask("/api/share/acme/login", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "joe@partner.example" }),
    });
    expect(JSON.parse(login.text)).toMatchObject({ code: "RequestDeclinedBlockedDomain" });
    const tried = await world.ask("/rules?address=kay%40partner.example", { as: OWNER });
    expect(tried.text).toContain("the access form blocks this domain");
  });

  test("allowed does not overrule the rules: they decide about those who may ask", async () => {
    const world = await openWorld();
    const org = await world.orgId("acme");
    const rule = {
      matches: "domain",
      pattern: "corp.example",
      action: "decline",
      profileId: null,
      productIds: [],
      expiresInDays: null,
      ndaRequired: false,
      message: "Ask your sales contact.",
      note: null,
    } as const;
    await world.services.store.write((trx) =>
      addRule({ trx, orgId: org, by: SYSTEM, now: world.time }, { ...rule, productIds: [] }),
    );
    await save(world, { allowedDomains: "corp.example" });
    await new Visitor(world).request();
    expect((await requestsOf(world, "jane@corp.example"))[0]).toMatchObject({
      status: "declined",
      decidedBy: "Rule: domain corp.example",
    });
  });
});

describe("refused", () => {
  const faults: [string, Record<string, string>, string][] = [
    ["an empty label", { "requestForm.countriesDropdown.label": " " }, "Enter a label"],
    [
      "a label with a tag",
      { "requestForm.countriesDropdown.label": "<b>Country</b>" },
      "Leave out &lt; and &gt;",
    ],
    [
      "a label that is too long",
      { "requestForm.countriesDropdown.label": "x".repeat(101) },
      wording.atMost100Characters,
    ],
    [
      "what is no domain",
      { allowedDomains: "corp.example not_a_domain" },
      "“not_a_domain” is not a domain",
    ],
    [
      "a domain on both lists",
      { allowedDomains: "corp.example", blockedDomains: "corp.example" },
      "corp.example is also an allowed domain",
    ],
    [
      "a script in place of terms",
      { termsUrl: "javascript:alert(1)" },
      "Enter an address such as https://www.example.com/page",
    ],
  ];
  test.each(faults)("%s: the values stay, nothing is saved", async (_, form, message) => {
    const world = await openWorld();
    const before = await settings(world);
    const answer = await save(world, {
      "requestForm.jobTitleTextField.label": "Kept words",
      discreetSignIn: "on",
      ...form,
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("<title>Error: Access form");
    expect(answer.text).toContain(message);
    const again = formOf(answer);
    expect([again.get("requestForm.jobTitleTextField.label"), again.get("discreetSignIn")]).toEqual(
      ["Kept words", "on"],
    );
    expect(await settings(world)).toEqual(before);
  });

  test("editors, reviewers, strangers and another org's owner change nothing of acme", async () => {
    const world = await openWorld();
    const before = await settings(world);
    const form = changed(formOf(await world.ask(PAGE, { as: OWNER })), { discreetSignIn: "on" });
    expect((await world.ask(PAGE, { form })).status).toBe(401);
    for (const as of [
      "editor@acme.example",
      "reviewer@acme.example",
      "viewer@acme.example",
      "riley@customer.example",
    ])
      expect([401, 403]).toContain((await world.ask(PAGE, { as, form })).status);
    expect((await world.ask(PAGE, { as: "owner@globex.example", form })).status).toBe(409);
    expect(await settings(world)).toEqual(before);
  });
});
