import { describe, expect, test } from "vitest";
import { FEATURES } from "#model/settings/customization.ts";
import {
  SETTINGS_GROUPS,
  SETTINGS_PAGES,
  settingsGroupsFor,
} from "#company/settings/rules/pages.ts";
import { PRIVATE_PAGES } from "#model/staff/private-area.ts";
import { permissionsOf } from "#model/auth/permissions.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import { changed, formOf } from "./page-form.ts";
import { actions, OWNER } from "./staff-journeys.ts";
import { openWorld, type Answer, type World } from "./world.ts";
import { wording } from "../wording.ts";

/** Saves a page of the settings as a browser would, with some fields changed. */
async function save(
  world: World,
  page: string,
  changes: Record<string, string | null>,
): Promise<Answer> {
  const path = `/settings/${page}`;
  return world.ask(path, {
    as: OWNER,
    form: changed(formOf(await world.ask(path, { as: OWNER })), changes),
  });
}

const acme = (world: World) => findOrg(world.services.store.read, "acme");
const FORMS = ["general", "look", "visitors", "access", "help", "dora", "features", "scripts"];

describe("every page of the settings", () => {
  test.each(FORMS)("%s shows what is stored: saving it again changes nothing", async (page) => {
    const world = await openWorld();
    const before = await acme(world);
    const answer = await save(world, page, {});
    expect(await world.services.store.read.selectFrom("changes").select("id").execute()).toEqual(
      [],
    );
    expect([answer.status, answer.headers.location]).toEqual([303, `/settings/${page}`]);
    const after = await acme(world);
    expect(after?.customization).toEqual(before?.customization);
    expect(after).toMatchObject({
      name: before?.name,
      websiteUrl: before?.websiteUrl,
      timeZone: before?.timeZone,
      switchedOff: before?.switchedOff,
    });
  });

  test("belongs to one group of the settings, with every page of the settings that has an address of its own", () => {
    const groups = settingsGroupsFor(permissionsOf("owner"));
    const listed = groups.flatMap(({ pages }) => pages.map(({ to }) => to));
    expect(listed).toHaveLength(SETTINGS_GROUPS.flatMap(({ pages }) => pages).length);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(
      expect.arrayContaining([
        ...SETTINGS_PAGES.map(({ path }) => `/settings/${path}`),
        ...PRIVATE_PAGES.filter(({ group }) => group === null).map(({ segment }) => `/${segment}`),
      ]),
    );
  });

  test("stands in the list of pages, which leads there", async () => {
    const world = await openWorld();
    const overview = await world.ask("/settings", { as: OWNER });
    for (const { path, label } of SETTINGS_PAGES) {
      expect(overview.text, path).toContain(`href="/settings/${path}"`);
      const page = await world.ask(`/settings/${path}`, { as: OWNER });
      expect([page.status, page.text.includes(`>${label.replace("&", "&amp;")}</`)], path).toEqual([
        200,
        true,
      ]);
    }
  });
});

interface Acting {
  page: string;
  set: Record<string, string | null>;
  at?: string;
  as?: string;
  shows?: string;
  loses?: string;
}

/** What a field does, as the next request shows it: strangers' requests, which the page cache answers, unless said otherwise. */
const ACTING: Record<string, Acting> = {
  "the organisation's name": {
    page: "general",
    set: { orgName: "Acme Renamed" },
    shows: "Acme Renamed",
  },
  "its website": {
    page: "general",
    set: { websiteUrl: "new.acme.example" },
    shows: 'href="https://new.acme.example"',
  },
  "the time zone": {
    page: "general",
    set: { timeZone: "Asia/Tokyo" },
    at: "/audit",
    as: OWNER,
    shows: "GMT+9",
  },
  "the portal title": {
    page: "general",
    set: { portalTitle: "Assurance Hub" },
    shows: "Assurance Hub",
  },
  "the title beside the logo": {
    page: "general",
    set: { portalTitle: "Beside It", showPortalTitle: null },
    loses: ">Beside It</a>",
  },
  "the description": {
    page: "general",
    set: { description: "In words of our own." },
    shows: 'content="In words of our own."',
  },
  "the guide": {
    page: "general",
    set: { guideUrl: "https://acme.example/guide-2" },
    as: "riley@customer.example",
    shows: "https://acme.example/guide-2",
  },
  "no guide": {
    page: "general",
    set: { guideUrl: "" },
    as: "riley@customer.example",
    loses: "trust-center-guide",
  },
  "the accent color": {
    page: "look",
    set: { accentColour: "#7A1FA2" },
    shows: "--accent:#7a1fa2",
  },
  "the banner": {
    page: "look",
    set: { reviewBannerSize: "none" },
    loses: wording.startReview,
  },
  "the words above the logos": {
    page: "look",
    set: { trustedByHeader: "They trust {org.name}:" },
    shows: "They trust Acme Cloud:",
  },
  "powered by": { page: "look", set: { disablePoweredBy: "on" }, loses: "Powered by" },
  "the access level": { page: "visitors", set: { publicAccessLevel: "Full" }, loses: "Get access" },
  subscribing: { page: "visitors", set: { subscribeEnabled: null }, loses: "subscribe=true" },
  "the support mailbox": {
    page: "help",
    set: { supportMailbox: "help@acme.example" },
    shows: "mailto:help@acme.example",
  },
  "the security mailbox": {
    page: "help",
    set: { securityMailbox: "psirt@acme.example" },
    at: "/acme/.well-known/security.txt",
    shows: "psirt@acme.example",
  },
  "report issue by mail": {
    page: "help",
    set: { "reportIssue.onClickAction": "send_email", securityMailbox: "psirt@acme.example" },
    shows: "mailto:psirt@acme.example",
  },
  "the legal name for registers": {
    page: "dora",
    set: { "dora.legalName": "Acme Cloud Renamed SE" },
    at: "/acme/dora",
    shows: "Acme Cloud Renamed SE",
  },
  "contact support on a site": {
    page: "help",
    set: {
      "contactSupport.onClickAction": "direct_to_site",
      "contactSupport.url": "acme.example/contact",
    },
    shows: 'href="https://acme.example/contact"',
  },
  "contact support switched off": {
    page: "help",
    set: { "contactSupport.enabled": null },
    loses: "Contact support",
  },
  "the hint of a disabled action": {
    page: "help",
    set: { "contactSupport.enabled": null },
    as: OWNER,
    shows: "see this. Enable it in ",
  },
  "instructions for staff": {
    page: "features",
    set: { appLoginInstructions: null },
    at: "/acme?loginRequest=true",
    loses: "Do you work at",
  },
  "bulk download": {
    page: "features",
    set: { bulkDownload: null },
    as: "riley@customer.example",
    loses: "Bulk download",
  },
  "bridge letters": {
    page: "features",
    set: { bridgeLetter: null },
    at: "/acme/card/Reports",
    as: "riley@customer.example",
    loses: "documents/letter/",
  },
  "the tooltip of products": {
    page: "features",
    set: { multiProductTooltip: null },
    as: OWNER,
    loses: "product-tooltip",
  },
};

describe("a field acts with the next request", () => {
  test.each(Object.entries(ACTING))(
    "%s",
    async (_, { page, set, at = "/acme", as, shows, loses }) => {
      const world = await openWorld();
      const see = async () =>
        (await world.ask(at, as === undefined ? {} : { as })).text.replaceAll("<!-- -->", "");
      const before = await see();
      if (loses !== undefined && page !== "general") expect(before).toContain(loses);
      expect((await save(world, page, set)).status).toBe(303);
      const after = await see();
      if (shows !== undefined) expect(after).toContain(shows);
      if (loses !== undefined) expect(after).not.toContain(loses);
      expect(after).not.toBe(before);
    },
  );

  test("every switch of the features is kept, off and on again", async () => {
    const world = await openWorld();
    await save(world, "features", Object.fromEntries(FEATURES.map((feature) => [feature, null])));
    expect([...((await acme(world))?.switchedOff ?? [])].sort()).toEqual([...FEATURES].sort());
    await save(world, "features", Object.fromEntries(FEATURES.map((feature) => [feature, "on"])));
    expect((await acme(world))?.switchedOff.size).toBe(0);
  });

  test("scripts and cookie banner are kept by the specification's names, and reach no page of the default host", async () => {
    const world = await openWorld();
    const scripts = {
      hubspot: "https://js-eu1.hs-scripts.com/4711.js",
      google_ua: "UA-12345-1",
      gtag: "G-ABCD12345",
      gtm_id: "GTM-ABC123",
      intercom_id: "ab12cd34",
    };
    const banner = {
      type: "cookiebot",
      cbid: "01234567-89ab-cdef-0123-456789abcdef",
      cookie_domain: "acme.example",
      tenant_name: "acme",
      gtm_id: "GTM-XYZ987",
      cookie_script_path: "/consent/banner.js",
    };
    const form = {
      ...named("scripts", scripts),
      ...named("scripts.cookie_banner", {
        ...banner,
        show: "on",
        showDeclaration: "on",
        auto_block_enabled: "on",
      }),
    };
    expect((await save(world, "scripts", form)).status).toBe(303);
    expect((await acme(world))?.customization.scripts).toEqual({
      ...scripts,
      cookie_banner: { ...banner, show: true, showDeclaration: true, auto_block_enabled: true },
    });
    expect((await world.ask("/acme")).text).not.toMatch(/hs-scripts|GTM-|cookiebot/i);
  });

  test("a color that can't be read everywhere is kept, and the answer says what becomes of it", async () => {
    const world = await openWorld();
    const answer = await save(world, "look", { accentColour: "ffee00" });
    expect(answer.status).toBe(303);
    expect((await acme(world))?.customization.accentColour).toBe("#ffee00");
    const page = await world.ask("/settings/look", { as: OWNER });
    expect(page.text.replaceAll("<!-- -->", "")).toMatch(
      /Links on light pages use #[0-9a-f]{6}, so that they stay readable\./,
    );
  });
});

function named(group: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]),
  );
}

describe("what is refused keeps the values, and saves nothing", () => {
  const faults: [string, Record<string, string | null>, string][] = [
    ["general", { orgName: "" }, "Enter the name of your organization"],
    ["general", { orgName: "<b>Acme</b>" }, wording.allowedCharacters],
    ["general", { portalTitle: "A title of 25 characters!" }, "Max 24 characters"],
    ["general", { portalTitle: "  " }, "Enter a title"],
    ["general", { timeZone: "Mars/Olympus" }, "Choose a time zone"],
    ["general", { timeZone: "+01:00" }, "Choose a time zone"],
    ["general", { websiteUrl: "javascript:alert(1)" }, wording.enterAddressSuchAs],
    ["general", { guideUrl: "https://user:secret@acme.example" }, wording.enterAddressSuchAs],
    ["general", { description: "x".repeat(301) }, "Use at most 300 characters"],
    ["look", { accentColour: "teal" }, wording.enterColor],
    ["look", { accentColour: "#12345" }, wording.enterColor],
    ["look", { reviewBannerSize: "huge" }, "Choose a size"],
    ["look", { trustedByHeader: "" }, "Enter the words above the logos"],
    ["visitors", { publicAccessLevel: "Everything" }, wording.chooseAccessLevel],
    ["help", { supportMailbox: "not an address" }, "Enter an address such as trust@example.com"],
    [
      "help",
      { "reportIssue.onClickAction": "direct_to_site", "reportIssue.url": "" },
      "Enter the link’s address",
    ],
    ["help", { "reportIssue.onClickAction": "explode" }, "Choose what it does"],
    ["dora", { "dora.lei": "000000ACMECLOUD00061" }, wording.leiDigits],
    ["dora", { "dora.parentLei": "000000ACMEGROUP0005" }, wording.leiLength],
    ["dora", { "dora.euid": "HRB 1" }, wording.euidExample],
    ["dora", { "dora.headOffice": "other" }, "Choose a country"],
    ["dora", { "dora.storedIn": "DE\nAtlantis" }, "instead of “Atlantis”"],
    ["dora", { "dora.services": "other" }, wording.chooseIctServices],
    ["dora", { "dora.rank": "0" }, "Enter a number from 1 to 99"],
    ["dora", { "dora.exitNotes": "x".repeat(2_001) }, "Use at most 2000 characters"],
    [
      "scripts",
      { "scripts.hubspot": "https://evil.example/1.js" },
      "Enter the address of your HubSpot script",
    ],
    ["scripts", { "scripts.gtag": "G-1');alert(1)//" }, "Enter an id such as G-ABC1234567"],
    ["scripts", { "scripts.gtm_id": "GTM" }, "Enter an id such as GTM-ABC123"],
    ["scripts", { "scripts.google_ua": "12345" }, "Enter an id such as UA-12345-1"],
    ["scripts", { "scripts.intercom_id": "<x>" }, "Enter the app id"],
    [
      "scripts",
      { "scripts.cookie_banner.show": "on", "scripts.cookie_banner.type": "cookiebot" },
      "Cookiebot needs the domain group id",
    ],
    [
      "scripts",
      { "scripts.cookie_banner.show": "on", "scripts.cookie_banner.type": "hubspot" },
      "The cookie banner of HubSpot needs its script",
    ],
    [
      "scripts",
      { "scripts.cookie_banner.show": "on", "scripts.cookie_banner.type": "onetrust" },
      "OneTrust needs the domain script id",
    ],
    [
      "scripts",
      { "scripts.cookie_banner.cookie_script_path": "//evil.example/x.js" },
      "Enter an https address, or a path",
    ],
    ["scripts", { "scripts.cookie_banner.type": "other" }, "Choose a provider"],
  ];
  test.each(faults)("%s: %j", async (page, set, message) => {
    const world = await openWorld();
    const before = await acme(world);
    const answer = await save(world, page, set);
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/<title>Error: /);
    expect(answer.text).toContain(wording.problem);
    expect(answer.text.replaceAll("&#x27;", "'")).toContain(message);
    const again = formOf(answer);
    for (const [name, value] of Object.entries(set))
      if (value !== null && !/^(huge|Everything|explode|other|Mars\/Olympus|\+01:00)$/.test(value))
        expect(again.get(name)?.trim(), name).toBe(value.trim());
    expect(await acme(world)).toEqual(before);
  });

  test("whoever has no right to settings saves none", async () => {
    const world = await openWorld();
    const before = await acme(world);
    for (const page of FORMS) {
      const form = formOf(await world.ask(`/settings/${page}`, { as: OWNER }));
      for (const as of ["editor@acme.example", "reviewer@acme.example", "viewer@acme.example"])
        expect((await world.ask(`/settings/${page}`, { as, form })).status, `${page} ${as}`).toBe(
          403,
        );
      expect((await world.ask(`/settings/${page}`, { form })).status, page).toBe(401);
    }
    expect(await acme(world)).toEqual(before);
  });
});

describe("two editors", () => {
  const form = async (world: World, page: string) =>
    formOf(await world.ask(`/settings/${page}`, { as: OWNER }));
  const send = (world: World, page: string, sent: URLSearchParams) =>
    world.ask(`/settings/${page}`, { as: OWNER, form: sent });

  test("of one page: the later save answers 409 with both versions, and saves over the other when told to", async () => {
    const world = await openWorld();
    const [first, second] = [await form(world, "general"), await form(world, "general")];
    expect((await send(world, "general", changed(first, { portalTitle: "First" }))).status).toBe(
      303,
    );
    const refused = await send(
      world,
      "general",
      changed(second, { portalTitle: "Second", description: "" }),
    );
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(wording.changedByOther);
    const shown = refused.text.replaceAll("<!-- -->", "");
    expect(shown).toMatch(/Your version<[^]*?>Second<[^]*?Saved by [^]*?>First</);
    expect((await acme(world))?.customization.portalTitle).toBe("First");
    const again = formOf(refused);
    expect(again.get("portalTitle")).toBe("Second");
    expect((await send(world, "general", again)).status).toBe(303);
    expect((await acme(world))?.customization.portalTitle).toBe("Second");
    const rows = await world.services.store.read
      .selectFrom("changes")
      .select(["subject", "summary", "actorName"])
      .orderBy("number")
      .execute();
    expect(rows.map(({ subject }) => subject)).toEqual(["settings", "settings"]);
    expect(rows[1]?.summary).toContain("Portal title: “First” → “Second”");
    expect(await actions(world, "acme")).toContain("settings.changed");
  });

  test("of different pages don't meet", async () => {
    const world = await openWorld();
    const [general, look] = [await form(world, "general"), await form(world, "look")];
    await send(world, "general", changed(general, { portalTitle: "Ours" }));
    expect((await send(world, "look", changed(look, { accentColour: "#112233" }))).status).toBe(
      303,
    );
    expect((await acme(world))?.customization).toMatchObject({
      portalTitle: "Ours",
      accentColour: "#112233",
    });
  });

  test("are noticed by a form that came again with a fault, too", async () => {
    const world = await openWorld();
    const opened = await form(world, "general");
    await send(world, "general", changed(await form(world, "general"), { portalTitle: "Theirs" }));
    const faulty = await send(world, "general", changed(opened, { portalTitle: "" }));
    expect(faulty.status).toBe(400);
    expect(
      (await send(world, "general", changed(formOf(faulty), { portalTitle: "Mine" }))).status,
    ).toBe(409);
  });
});
