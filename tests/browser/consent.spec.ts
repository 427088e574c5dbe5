import type { Page } from "@playwright/test";
import { CONSENT_KEY } from "#model/consent.ts";
import http from "node:http";
import { expect, originOf, test as base } from "./fixtures.ts";
import type { People } from "./people.ts";
import { isSoundAsItStands } from "./sound.ts";

const TAGS = "https://www.googletagmanager.com";
const INTERCOM = "https://widget.intercom.io";
const COOKIEBOT = "https://consent.cookiebot.com";
const CBID = "01234567-89ab-cdef-0123-456789abcdef";
const TOOLS = { gtag: "G-ABCD1234", intercom_id: "ab12cd34" };
const BANNER = {
  show: true,
  showDeclaration: false,
  gtm_id: null,
  cbid: null,
  cookie_domain: null,
  tenant_name: null,
  auto_block_enabled: false,
  cookie_script_path: null,
};

interface Others {
  /** Addresses of others that the pages asked for, in their order. */
  asked: string[];
  /** What an address answers; nothing of its own unless it is said. */
  answers: Map<string, string>;
  /** A company's portal on its own domain. */
  portal: (
    host: number,
    scripts: Parameters<People["publishAtDomain"]>[1],
  ) => Promise<{ origin: string; slug: string; owner: { email: string } }>;
}

/** The services of others at their real addresses, answered by the test. */
const test = base.extend<{ others: Others }>({
  others: async ({ context, people, faults, baseURL, laidOut }, use, info) => {
    const asked: string[] = [];
    const answers = new Map<string, string>();
    faults.expectOrigins(TAGS, INTERCOM, COOKIEBOT, "https://consent.example.com");
    // Without a browser nobody answers there: whatever was asked would fail the test.
    if (laidOut)
      await context.route(/^https:\/\//, (route) => {
        const { origin, pathname } = new URL(route.request().url());
        asked.push(`${origin}${pathname}`);
        const body = answers.get(`${origin}${pathname}`);
        return body === "fails"
          ? route.abort()
          : route.fulfill({ contentType: "text/javascript", body: body ?? "" });
      });
    await use({
      asked,
      answers,
      async portal(at, scripts) {
        const host = `${info.project.name}-${at}.own.example`;
        const { slug, owner } = await people.publishAtDomain(host, scripts);
        const origin = originOf(host, baseURL);
        faults.expectOrigins(origin);
        await expect.poll(async () => (await answerOf(origin)).status).toBe(200);
        return { origin, slug, owner };
      },
    });
  },
});

const notice = (page: Page) => page.getByRole("region", { name: "Cookies" });
const recordOf = (page: Page) =>
  page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? "null"),
    CONSENT_KEY,
  ) as Promise<Record<string, boolean> | null>;
/** What a stranger is answered, whose machine knows no name of a domain. */
const answerOf = (address: string) =>
  new Promise<{ status: number; policy: string }>((resolve, reject) => {
    const { host, port, pathname, search } = new URL(address);
    const asking = { host: "127.0.0.1", port, path: pathname + search, headers: { host } };
    http
      .get(asking, ({ statusCode = 0, headers }) =>
        resolve({ status: statusCode, policy: String(headers["content-security-policy"]) }),
      )
      .on("error", reject);
  });
const policyOf = async (address: string) => (await answerOf(address)).policy;

test("nothing loads before consent, what is allowed loads after it, and nothing once it is taken back @scripts-alone", async ({
  page,
  others,
}) => {
  const { origin } = await others.portal(0, TOOLS);
  await page.goto(origin);
  await expect(notice(page)).toBeVisible();
  expect(others.asked).toEqual([]);
  expect(await recordOf(page)).toBe(null);
  await isSoundAsItStands(page);

  await notice(page).getByRole("button", { name: "Necessary only" }).click();
  await expect(notice(page)).toBeHidden();
  expect(await recordOf(page)).toEqual({
    strictly_necessary: true,
    analytics: false,
    marketing_and_advertising: false,
    social_media_advertising: false,
    performance_and_functionality: false,
  });
  await page.reload();
  await expect(notice(page)).toBeHidden();
  expect(others.asked).toEqual([]);

  await page.getByRole("link", { name: "Cookie settings" }).click();
  await expect(notice(page).getByRole("heading", { name: "Cookies" })).toBeFocused();
  await expect(notice(page).getByRole("checkbox", { name: "Strictly necessary" })).toBeDisabled();
  await notice(page).getByRole("checkbox", { name: "Analytics" }).check();
  await isSoundAsItStands(page);
  await notice(page).getByRole("button", { name: "Save choice" }).click();
  await expect.poll(() => others.asked).toEqual([`${TAGS}/gtag/js`]);
  expect(
    await page.evaluate(() =>
      (window as never as { dataLayer: IArguments[] }).dataLayer.map((call) => call[0]),
    ),
  ).toEqual(["js", "config"]);

  // The page that loads others opens no form in place: that of access is another page, which loads nothing.
  await page
    .getByRole("link", { name: /get access/i })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate(() => "dataLayer" in window)).toBe(false);
  expect(others.asked).toHaveLength(1);
  expect(await policyOf(page.url())).toContain("script-src 'self';");

  // An address with a token in it is told to nobody, wherever it leads.
  await page.goto(`${origin}/?token=secret`);
  await page.waitForLoadState("networkidle");
  expect(others.asked).toHaveLength(1);

  await page.goto(origin);
  await expect.poll(() => others.asked).toHaveLength(2);
  await page.getByRole("link", { name: "Cookie settings" }).click();
  await Promise.all([
    page.waitForEvent("load"),
    notice(page).getByRole("button", { name: "Necessary only" }).click(),
  ]);
  expect(await page.evaluate(() => "dataLayer" in window)).toBe(false);
  expect((await recordOf(page))?.analytics).toBe(false);
  expect(others.asked).toHaveLength(2);
});

test("all of it loads with 'Accept all', in every open page of the site @scripts-alone", async ({
  page,
  context,
  others,
}) => {
  const { origin } = await others.portal(1, TOOLS);
  const second = await context.newPage();
  await second.goto(`${origin}/legal/privacy`);
  await page.goto(origin);
  await notice(page).getByRole("button", { name: "Accept all" }).click();
  await expect
    .poll(() => others.asked.toSorted())
    .toEqual([
      `${INTERCOM}/widget/ab12cd34`,
      `${INTERCOM}/widget/ab12cd34`,
      `${TAGS}/gtag/js`,
      `${TAGS}/gtag/js`,
    ]);
  await second.close();
});

test("the default host, the private area and other companies load nothing, and their policies stay 'self'", async ({
  page,
  others,
  enterAs,
  baseURL,
}) => {
  const { origin, slug, owner } = await others.portal(2, { ...TOOLS });
  const foreign = /https:|wss:/;
  expect(await policyOf(origin)).toContain(
    `script-src 'self' https://js.intercomcdn.com ${INTERCOM} https://www.google-analytics.com ${TAGS};`,
  );
  for (const path of [
    "/get-access",
    "/?requestAccess=true",
    "/?loginRequest=true",
    "/?subscribe=true",
    "/search?q=soc",
    "/no-such-page",
  ])
    expect([path, await policyOf(`${origin}${path}`)]).toEqual([
      path,
      expect.not.stringMatching(foreign),
    ]);
  for (const path of [`/${slug}`, `/${slug}/legal/privacy`, "/acme", "/sign-in"])
    expect([path, await policyOf(`${baseURL}${path}`)]).toEqual([
      path,
      expect.not.stringMatching(foreign),
    ]);
  await page.goto(`/${slug}`);
  await expect(page.locator("[data-consent]")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Cookie settings" })).toHaveCount(0);
  await enterAs(owner.email);
  for (const path of [`/${slug}`, `/${slug}?view=public`, "/settings/scripts"]) {
    await page.goto(path);
    await expect(page.locator("[data-consent]")).toHaveCount(0);
    const { "content-security-policy": policy } = (
      await page.request.get(`${baseURL}${path}`)
    ).headers();
    expect([path, policy]).toEqual([path, expect.not.stringMatching(foreign)]);
  }
  expect(others.asked).toEqual([]);
});

test("without scripts nothing loads and nothing is asked; 'Cookie settings' says so @no-scripts-alone @chromium", async ({
  page,
  others,
}) => {
  const { origin } = await others.portal(3, {
    ...TOOLS,
    cookie_banner: { ...BANNER, type: "cookiebot", cbid: CBID, showDeclaration: true },
  });
  await page.goto(origin);
  await expect(page.getByText("would like to use third-party services")).toBeHidden();
  await page.getByRole("link", { name: "Cookie declaration" }).click();
  const declared = page.getByRole("dialog", { name: "Cookie declaration" });
  await expect(declared.getByText("Cookiebot", { exact: true })).toBeVisible();
  await expect(declared.getByText("Intercom", { exact: true })).toBeVisible();
  await isSoundAsItStands(page);
  await declared.getByRole("link", { name: "Close" }).click();
  await page.getByRole("link", { name: "Cookie settings" }).click();
  await expect(page).toHaveURL(`${origin}/legal/privacy#cookies`);
  await expect(page.getByText("or without JavaScript")).toBeVisible();
  await expect(page.getByText("Google tag", { exact: true })).toBeVisible();
  await isSoundAsItStands(page);
  expect(others.asked).toEqual([]);
});

test("a provider's banner asks in place of our notice, and what it is told counts @scripts-alone", async ({
  page,
  others,
}) => {
  const { origin } = await others.portal(4, {
    ...TOOLS,
    cookie_banner: { ...BANNER, type: "cookiebot", cbid: CBID },
  });
  others.answers.set(
    `${COOKIEBOT}/uc.js`,
    `window.Cookiebot = { consent: { statistics: false, preferences: false, marketing: false }, cbid: document.currentScript.dataset.cbid };`,
  );
  await page.goto(origin);
  await expect.poll(() => others.asked).toEqual([`${COOKIEBOT}/uc.js`]);
  await expect(notice(page)).toBeHidden();
  await page.evaluate(() => {
    const { Cookiebot } = window as never as { Cookiebot: { consent: { statistics: boolean } } };
    Cookiebot.consent.statistics = true;
    dispatchEvent(new Event("CookiebotOnAccept"));
  });
  await expect.poll(() => others.asked).toEqual([`${COOKIEBOT}/uc.js`, `${TAGS}/gtag/js`]);
  expect((await recordOf(page))?.analytics).toBe(true);
  expect(
    await page.evaluate(() => (window as never as { Cookiebot: { cbid: string } }).Cookiebot.cbid),
  ).toBe(CBID);
});

test("where a provider's banner does not load, our own notice asks @scripts-alone", async ({
  page,
  others,
  faults,
}) => {
  const { origin } = await others.portal(5, {
    ...TOOLS,
    cookie_banner: { ...BANNER, type: "cookiebot", cbid: CBID },
  });
  faults.expectBlocked(/cookiebot/);
  others.answers.set(`${COOKIEBOT}/uc.js`, "fails");
  await page.goto(origin);
  await expect(notice(page)).toBeVisible();
  await notice(page).getByRole("button", { name: "Accept all" }).click();
  await expect.poll(() => others.asked).toContain(`${TAGS}/gtag/js`);
});

test("a consent library that comes late is begun when it is there, asked again each second @scripts-alone", async ({
  page,
  others,
}) => {
  const { origin } = await others.portal(6, {
    ...TOOLS,
    cookie_banner: {
      ...BANNER,
      type: "dropbox",
      cookie_script_path: "https://consent.example.com/library.js",
      tenant_name: "acme",
      cookie_domain: "acme.example",
    },
  });
  others.answers.set(
    "https://consent.example.com/library.js",
    `window.begun = []; setTimeout(() => { window.DropboxConsent = { init: (options) => window.begun.push(options) }; }, 1500);`,
  );
  await page.goto(origin);
  const begun = () => page.evaluate(() => (window as never as { begun: unknown }).begun);
  await expect.poll(begun).toEqual([{ domain: "acme.example", tenant: "acme" }]);
  await expect(notice(page)).toBeHidden();
  await page.evaluate((key) => {
    const detail = Object.fromEntries(
      [
        "strictly_necessary",
        "analytics",
        "marketing_and_advertising",
        "social_media_advertising",
        "performance_and_functionality",
      ].map((name) => [name, name === "performance_and_functionality"]),
    );
    dispatchEvent(new CustomEvent(key, { detail }));
  }, CONSENT_KEY);
  await expect.poll(() => others.asked).toContain(`${INTERCOM}/widget/ab12cd34`);
  expect(others.asked).not.toContain(`${TAGS}/gtag/js`);
});

test("a script on one company's domain gets nothing of the default host @scripts-alone", async ({
  page,
  others,
  people,
  context,
  baseURL,
  faults,
}) => {
  const { origin, slug } = await others.portal(7, { gtag: TOOLS.gtag });
  // The visitor runs the company's portal there, too.
  const { name, value } = await people.session("owner@acme.example");
  await context.addCookies([{ name, value, url: baseURL ?? "", httpOnly: true, sameSite: "Lax" }]);
  faults.expectLine(/violates the following Content Security Policy|CORS policy|Refused to/);
  const target = JSON.stringify(`${baseURL}`);
  others.answers.set(
    `${TAGS}/gtag/js`,
    `window.got = (async () => {
      const tried = {};
      for (const path of ["/acme", "/settings", "/api/trust-center/view", "/${slug}"])
        tried[path] = await fetch(${target} + path, { credentials: "include" }).then((r) => r.text(), () => "refused");
      tried.post = await fetch(${target} + "/settings/general", { method: "POST", mode: "no-cors", credentials: "include", body: new URLSearchParams({ orgName: "Taken" }) }).then(() => "sent", () => "refused");
      tried.cookies = document.cookie;
      const frame = document.createElement("iframe");
      frame.src = ${target} + "/settings";
      document.body.append(frame);
      await new Promise((done) => setTimeout(done, 300));
      try { tried.frame = frame.contentDocument?.body?.textContent ?? "closed"; } catch { tried.frame = "closed"; }
      return tried;
    })();`,
  );
  await page.goto(origin);
  await notice(page).getByRole("button", { name: "Accept all" }).click();
  await page.waitForFunction(() => "got" in window);
  const got = await page.evaluate(
    () => (window as never as { got: Promise<Record<string, string>> }).got,
  );
  expect(got).toEqual({
    "/acme": "refused",
    "/settings": "refused",
    "/api/trust-center/view": "refused",
    [`/${slug}`]: "refused",
    post: "refused",
    cookies: "",
    frame: expect.stringMatching(/^(?:closed|)$/),
  });
  const settings = await page.request.get(`${baseURL}/settings/general`);
  expect(await settings.text()).not.toContain("Taken");
});
