import { defineConfig } from "@playwright/test";

const PORT = Number(process.env.TEST_PORT ?? 3210);

/** Journeys in a real browser, twice: with scripts and without. The server is the built one, on fresh demo data. */
export default defineConfig({
  testDir: "tests/browser",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    // A control that is not there fails its test long before the test's own time is up.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    baseURL: `http://localhost:${PORT}`,
    launchOptions: {
      executablePath: "/usr/bin/chromium",
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
    { name: "scripts", use: { javaScriptEnabled: true } },
    { name: "no-scripts", use: { javaScriptEnabled: false } },
  ],
  webServer: {
    command: `node tests/browser/server.mjs`,
    env: { PORT: String(PORT), NODE_ENV: "production" },
    url: `http://localhost:${PORT}/readyz`,
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
});
