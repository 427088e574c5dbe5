import { describe, expect, test } from "vitest";
import { portalScriptsSchema } from "#model/consent/portal-scripts.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { testInFive } from "../in-turn.ts";
import { RILEY, Visitor } from "./access-world.ts";
import { openWorld, type Answer, type World } from "./world.ts";

const DOMAIN = "trust.acme.example";
const OWNER = "owner@acme.example";
const CBID = "01234567-89ab-cdef-0123-456789abcdef";
const FOREIGN = /https:|wss:/;

/** Acme with services of others on its domain. */
async function configured(scripts: object): Promise<World> {
  const world = await openWorld();
  const acme = await world.orgId("acme");
  await world.services.store.write((trx) =>
    updateCustomization(
      { trx, orgId: acme, now: world.time },
      { scripts: portalScriptsSchema.parse(scripts) },
    ),
  );
  return world;
}

const policyOf = ({ headers }: Answer) => String(headers["content-security-policy"]);
const onDomain = { host: DOMAIN };

describe("services of others", () => {
  const both = () =>
    configured({
      gtag: "G-ABCD1234",
      cookie_banner: { show: true, type: "cookiebot", cbid: CBID, showDeclaration: true },
    });

  test("are in the policy of what everybody reads on the company's own domain, from the kept page too", async () => {
    const world = await both();
    for (const path of ["/", "/faq", "/updates", "/card/Reports", "/legal/privacy", "/"]) {
      const page = await world.ask(path, onDomain);
      expect([path, page.status, policyOf(page)]).toEqual([
        path,
        200,
        expect.stringContaining(
          "script-src 'self' https://consent.cookiebot.com https://consentcdn.cookiebot.com https://www.google-analytics.com https://www.googletagmanager.com;",
        ),
      ]);
      expect(page.text).toContain("data-consent=");
      expect(policyOf(page)).not.toMatch(/unsafe|nonce|strict-dynamic/);
    }
  });

  test.each([
    ["the dialog of asking for access", "/?requestAccess=true"],
    ["the dialog of signing in", "/?loginRequest=true"],
    ["the dialog of subscribing", "/?subscribe=true"],
    ["the form of access by itself", "/get-access"],
    ["a mailed link", "/sign-in-link?token=x"],
    ["a link that confirms", "/subscription/confirm?token=x"],
    ["the preferences of a subscriber", "/subscription?token=x"],
    ["the NDA", "/nda"],
    ["a search", "/search?q=soc"],
    ["an identity provider's token", "/?byoidJwt=x"],
    ["what is not there", "/no-such-page"],
  ])("are nowhere near %s", async (_, path) => {
    const world = await both();
    const page = await world.ask(path, onDomain);
    expect(policyOf(page)).not.toMatch(FOREIGN);
    expect(page.text).not.toContain("data-consent=");
  });

  testInFive("are not for a signed-in member, nor in the view of a document", async () => {
    const world = await both();
    const visitor = new Visitor(world, "", { host: DOMAIN });
    await visitor.logIn(RILEY);
    for (const options of [{ as: RILEY, ...onDomain }]) {
      const page = await world.ask("/", options);
      expect(page.text).toContain("Account: ");
      expect(policyOf(page)).not.toMatch(FOREIGN);
      expect(page.text).not.toContain("data-consent=");
    }
    const link = /href="(\/documents\/[^"]*\/view[^"]*)"/.exec(
      (await world.ask("/card/Reports", { as: RILEY, ...onDomain })).text,
    )?.[1];
    const view = await world.ask((link ?? "").replaceAll("&amp;", "&"), { as: RILEY, ...onDomain });
    expect([view.status, policyOf(view)]).toEqual([200, expect.not.stringMatching(FOREIGN)]);
  });

  test("are not on the default host, in a preview, in the private area, or another company's", async () => {
    const world = await both();
    for (const [path, as] of [
      ["/acme"],
      ["/acme/legal/privacy"],
      ["/globex"],
      ["/sign-in"],
      ["/acme", OWNER],
      ["/acme?view=public", OWNER],
      ["/settings/scripts", OWNER],
    ] as [string, string?][]) {
      const page = await world.ask(path, as === undefined ? {} : { as });
      expect([path, as, page.status, policyOf(page)]).toEqual([
        path,
        as,
        200,
        expect.not.stringMatching(FOREIGN),
      ]);
      expect(page.text).not.toContain("data-consent=");
    }
    expect((await world.ask("/acme/cookie-declaration")).status).toBe(404);
  });

  test("are declared, and named by the privacy notice of that domain", async () => {
    const world = await both();
    const declared = await world.ask("/cookie-declaration", onDomain);
    expect(declared.status).toBe(200);
    for (const word of ["Cookiebot", "Google tag", "www.googletagmanager.com"])
      expect(declared.text).toContain(word);
    const privacy = await world.ask("/legal/privacy", onDomain);
    expect(privacy.text).toContain("Google tag");
    expect((await world.ask("/acme/legal/privacy")).text).not.toContain("Google tag");
    expect((await world.ask("/acme/legal/privacy")).text).toContain(
      "There are no third-party cookies.",
    );
  });

  test("leave with the settings: the next page has none", async () => {
    const other = await configured({ gtag: "G-ABCD1234" });
    expect(policyOf(await other.ask("/", onDomain))).toMatch(FOREIGN);
    expect((await other.ask("/cookie-declaration", onDomain)).status).toBe(404);
    const form = Object.fromEntries([["scripts.cookie_banner.type", "onetrust"]]);
    expect((await other.ask("/settings/scripts", { as: OWNER, form })).status).toBe(303);
    const page = await other.ask("/", onDomain);
    expect(policyOf(page)).not.toMatch(FOREIGN);
    expect(page.text).not.toContain("Cookie settings");
  });

  test("are explained in the settings by the domain that they run on", async () => {
    const world = await both();
    const page = (await world.ask("/settings/scripts", { as: OWNER })).text.replaceAll(
      "<!-- -->",
      "",
    );
    expect(page).toContain(`Third-party services your portal loads on ${DOMAIN}`);
    const globex = (await world.ask("/settings/scripts", { as: "owner@globex.example" })).text;
    expect(globex).toContain("Nothing below is loaded until you");
    const missing = await world.ask("/settings/scripts", {
      as: OWNER,
      form: { "scripts.cookie_banner.show": "on", "scripts.cookie_banner.type": "paypal" },
    });
    expect([missing.status, missing.text]).toEqual([
      400,
      expect.stringContaining("This banner needs the address of its script"),
    ]);
  });
});
