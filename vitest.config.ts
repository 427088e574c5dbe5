import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";

/** The walks through everything take minutes each: they begin first, so that none is left alone at the end. */
const LONG = ["rights", "canary", "links", "robustness", "edit-processes", "content-page"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/server/${name}.test.ts`));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files))
      .map((file, i) => ({ file, i }))
      .sort((a, b) => place(a.file) - place(b.file) || a.i - b.i)
      .map(({ file }) => file);
  }
}

// Of its own, without the framework's plugin: tests import plain modules, and the server as it was built.
export default defineConfig({
  test: {
    environment: "node",
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Both cores of the smallest machine; each file has a world and a socket of its own.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] } },
      {
        extends: true,
        test: {
          name: "server",
          include: ["tests/server/**/*.test.ts"],
          globalSetup: ["tests/server/template.ts"],
        },
      },
    ],
  },
});
