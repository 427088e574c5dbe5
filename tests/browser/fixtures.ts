import {
  expect,
  test as base,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import { Faults } from "./faults.ts";
import { PASSWORD, People } from "./people.ts";
import { PlainBrowser } from "./plain/context.ts";
import { chance, everything } from "../sample.ts";

export { expect, PASSWORD };

/**
 * The part of the journeys that the short run goes through: without scripts, which needs no browser; with scripts, of
 * those that it can go through without them; and of those that need a browser, be it for scripts or for what it lays out.
 */
const WITHOUT_BROWSER = 0.25;
const WITH_SCRIPTS = 0.06;
const IN_A_BROWSER = 0.1;
/** What scripts and styles make of a page is measured there: half of it. */
const MEASURING = /(?:budget|first-screen)\.spec\.ts$/;
const MEASURED = 0.5;
/** It takes a sample of its own. */
const OWN_SAMPLE = /quality\.spec\.ts$/;

/** Acme's own domain, on the port of the server under test. */
export const DOMAIN = "trust.acme.example";

/** Domains for companies of a test's own, each for one test of one project. */
export const OWN_HOSTS: readonly string[] = ["scripts", "no-scripts-chromium"].flatMap((project) =>
  Array.from({ length: 10 }, (_, at) => `${project}-${at}.own.example`),
);

interface Fixtures {
  /** Leaves a journey out that this run's sample does not have. */
  sampled: void;
  faults: Faults;
  /** Gives this browser a session of a member or of staff, without the sign-in page; a pending one still needs its code. */
  enterAs: (email: string, kind?: "pending") => Promise<void>;
  /** Acme's portal at its own domain. */
  domainOrigin: string;
  /** Whether a browser lays the pages out: then boxes, places in the window and functions in the page can be asked for. */
  laidOut: boolean;
}

interface WorkerFixtures {
  people: People;
  /** Whether pages are read by a client of our own (tests/browser/plain), which runs no scripts, in place of a browser. */
  plain: boolean;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // The custom domain leads here as if TLS stood in front of it, and no other name leads anywhere.
  launchOptions: [
    async ({ launchOptions }, use, worker) => {
      const hosts = `--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1, MAP *.own.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost`;
      const origins = [DOMAIN, ...OWN_HOSTS].map((host) =>
        originOf(host, worker.project.use.baseURL),
      );
      const secure = `--unsafely-treat-insecure-origin-as-secure=${origins.join(",")}`;
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), hosts, secure] });
    },
    { scope: "worker" },
  ],

  plain: [false, { option: true, scope: "worker" }],

  // First of all, so that nothing is opened for a journey that is left out.
  sampled: [
    async ({}, use, { project, tags, file, title }) => {
      const needsBrowser = tags.includes("@scripts-alone") || tags.includes("@chromium");
      const isTwice = project.name === "scripts" && !tags.includes("@scripts-alone");
      const isSampled = !everything && project.name !== "text" && !OWN_SAMPLE.test(file);
      const part = MEASURING.test(file)
        ? MEASURED
        : isTwice
          ? WITH_SCRIPTS
          : needsBrowser
            ? IN_A_BROWSER
            : WITHOUT_BROWSER;
      base.skip(isSampled && chance(`${title} ${project.name}`) >= part);
      await use();
    },
    { auto: true },
  ],

  laidOut: async ({ plain }, use) => use(!plain),

  browser: [
    async ({ playwright, plain }, use, worker) => {
      if (plain) {
        const { baseURL } = worker.project.use;
        // Of Playwright's browser it has what the journeys use; what it lacks says so when it is asked.
        return use(new PlainBrowser({ baseURL, javaScriptEnabled: false }) as unknown as Browser);
      }
      const browser = await playwright.chromium.launch();
      await use(browser);
      return browser.close();
    },
    { scope: "worker", timeout: 0 },
  ],

  context: async ({ browser, plain, baseURL, viewport, extraHTTPHeaders }, use) => {
    // A real browser's contexts get the project's options from Playwright itself.
    const options: BrowserContextOptions = plain ? { baseURL, viewport, extraHTTPHeaders } : {};
    const context = await browser.newContext(options);
    await use(context);
    await context.close();
  },

  people: [
    async ({}, use, worker) => {
      const people = People.of(worker.project.use.baseURL ?? "");
      await use(people);
      await people.close();
    },
    { scope: "worker" },
  ],

  domainOrigin: async ({ baseURL }, use) => use(originOf(DOMAIN, baseURL)),

  faults: [
    async ({ context, baseURL, domainOrigin }, use) => {
      const faults = new Faults([new URL(baseURL ?? "").origin, domainOrigin]);
      faults.watch(context);
      await use(faults);
      expect(faults.list(), "faults that nobody looked at").toEqual([]);
    },
    { auto: true },
  ],

  enterAs: async ({ context, baseURL, people }, use) => {
    await use(async (email, kind) => {
      const cookie = await (kind === "pending"
        ? people.pendingSession(email)
        : people.session(email));
      await context.addCookies([
        { ...cookie, url: baseURL ?? "", httpOnly: true, sameSite: "Lax" },
      ]);
    });
  },
});

/** A host on the port of the server under test. */
export function originOf(host: string, baseURL: string | undefined): string {
  return `http://${host}:${new URL(baseURL ?? "").port}`;
}

/** Signs staff in by the sign-in page. */
export async function signIn(
  page: Page,
  email: string,
  { redirectTo, password = PASSWORD }: { redirectTo?: string; password?: string } = {},
): Promise<void> {
  await page.goto(
    redirectTo === undefined ? "/sign-in" : `/sign-in?redirectTo=${encodeURIComponent(redirectTo)}`,
  );
  await typeCredentials(page, email, password);
}

/** Types address and password into the sign-in page, which asks for one after the other. */
export async function typeCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
