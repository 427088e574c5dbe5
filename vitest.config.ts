import { defineConfig } from "vitest/config";

// Of its own, without the framework's plugin: tests import plain modules, and the server as it was built.
export default defineConfig({
  test: {
    environment: "node",
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] } },
      { extends: true, test: { name: "server", include: ["tests/server/**/*.test.ts"], globalSetup: ["tests/server/template.ts"] } },
    ],
  },
});
