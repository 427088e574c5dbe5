import { defineConfig } from "@playwright/test";
import { everything } from "./tests/sample.ts";

const PORT = Number(process.env.TEST_PORT ?? 3210);
const TEXT_BROWSERS = ["text.spec.ts", "first-visit.spec.ts"];

/**
 * Journeys without scripts, by a client that reads pages as HTML defines them (tests/browser/plain): no browser starts.
 * One of each kind, and whatever needs a layout, is left to Chromium; in the long run Chromium takes them all.
 */
const BY_CLIENT = {
  name: "no-scripts",
  testIgnore: TEXT_BROWSERS,
  grepInvert: /@scripts-alone|@chromium/,
  use: { javaScriptEnabled: false, plain: true },
};

/** Journeys, twice: with scripts and without. The server is the built one, on fresh demo data. */
export default defineConfig<object, { plain: boolean }>({
  testDir: "tests/browser",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  // A hang is over within a minute, and names its test.
  timeout: 30_000,
  expect: { timeout: 10_000 },
  use: {
    // A control that is not there fails its test long before the test's own time is up.
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    baseURL: `http://localhost:${PORT}`,
    launchOptions: {
      executablePath: "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    // Browsers that are programs of their own: lynx and w3m know no scripts. First, since they wait for mail.
    { name: "text", testMatch: TEXT_BROWSERS },
    {
      name: "scripts",
      testIgnore: TEXT_BROWSERS,
      grepInvert: /@no-scripts-alone/,
      use: { javaScriptEnabled: true },
    },
    ...(everything ? [] : [BY_CLIENT]),
    {
      name: "no-scripts-chromium",
      testIgnore: TEXT_BROWSERS,
      ...(everything ? {} : { grep: /@chromium/ }),
      grepInvert: /@scripts-alone/,
      use: { javaScriptEnabled: false },
    },
  ],
  webServer: {
    command: `node tests/browser/server.mjs`,
    // The portal itself is the site whose pages a company lists.
    env: {
      PORT: String(PORT),
      NODE_ENV: "production",
      OUTBOUND_ALLOW: [
        `localhost:${PORT}`,
        `127.0.0.1:${Number(PORT) + 1_000}`,
        // Identity providers of single-sign-on.spec.ts, one for each project.
        `sign-in:localhost:${Number(PORT) + 2_000}`,
        `sign-in:localhost:${Number(PORT) + 2_001}`,
      ].join(","),
      HACKERONE_URL: `http://127.0.0.1:${Number(PORT) + 1_000}`,
    },
    url: `http://localhost:${PORT}/readyz`,
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
