import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";
import { onPostgres } from "./tests/on-postgres.ts";

/** The walks and the tests of processes take longest: they begin first, so that none is left alone at the end. */
const LONGEST = [
  "canary",
  "rights",
  "processes",
  "worst-texts",
  "backup-processes",
  "fault-processes",
  "links",
  "edit-processes",
  "mail-processes",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/server/${name}.test.ts`));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files))
      .map((file, i) => ({ file, i }))
      .sort((a, b) => place(a.file) - place(b.file) || a.i - b.i)
      .map(({ file }) => file);
  }
}

/** What tests of the built server share. */
const SERVER = {
  globalSetup: ["tests/server/template.ts"],
  setupFiles: ["tests/server/production-react.ts"],
  // The built server is loaded once a worker, as Node loads it; each test has a world and a socket of its own.
  isolate: false,
  // One more than the cores of the smallest machine: many tests wait for processes, clocks and disks.
  maxWorkers: 3,
  server: { deps: { external: [/\/build\/server\//] } },
};

// Of its own, without the framework's plugin: tests import plain modules, and the server as it was built.
export default defineConfig({
  test: {
    environment: "node",
    // A hang is over within a minute, and names its test; tests that need longer say why (tests/limits.ts).
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for comes at once on a quiet machine; on a busy one a second is too short.
    expect: { poll: { timeout: 10_000 } },
    // Both cores of the smallest machine.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: "unit", isolate: false, include: ["tests/unit/**/*.test.{ts,tsx}"] },
      },
      {
        extends: true,
        test: { name: "server", include: ["tests/server/**/*.test.ts"], ...SERVER },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: onPostgres(),
          // All files, in the long run: the masses of statements that some of them make take longer there.
          ...(process.env.TEST_POSTGRES === "all" ? { testTimeout: 120_000 } : {}),
          ...SERVER,
        },
      },
      { extends: true, test: { name: "long", include: ["tests/long/**/*.test.ts"], ...SERVER } },
      { extends: true, test: { name: "html", include: ["tests/html/**/*.test.ts"] } },
    ],
  },
});
