import { parseArgs } from "node:util";
import {
  CommandRefused,
  createOrgCommand,
  installationOwner,
  staffReset,
} from "#staff/auth/sign-in/commands.ts";
import { storeBenchFiles } from "#operations/exchange/bench-files.ts";
import {
  ContentCommandRefused,
  exportCommand,
  importCommand,
} from "#operations/exchange/commands.ts";
import { createLargeOrg } from "#operations/exchange/large-org.ts";
import { inOwnCommands } from "#platform/command-line.ts";
import type { Services } from "#platform/context.ts";
import { sizeInWords } from "#values/file-size.ts";
import { verifyFiles } from "#platform/files/verify-files.ts";

/**
 * The command line of an installation: `npm run staff:reset -- EMAIL`, `npm run org:create --
 * --slug S --name N --owner EMAIL [--publish]`, `npm run installation:owner -- EMAIL [--end]`, `npm
 * run verify-files`, `npm run content:export` and `content:import`, and what the bench measures
 * with.
 * @returns the exit code
 */
export async function runCommand(services: Services, words: readonly string[]): Promise<number> {
  const [command, ...rest] = words;
  if (command === "verify-files") return verifyCommand(services);
  try {
    process.stdout.write(`${await run(services, command ?? "", rest)}\n`);
    return 0;
  } catch (error) {
    if (
      !(error instanceof CommandRefused) &&
      !(error instanceof ContentCommandRefused) &&
      !(error instanceof TypeError && "code" in error)
    )
      throw error;
    process.stderr.write(`${inOwnCommands(error.message)}\n`);
    return 1;
  }
}

/** Names every stored file that is damaged or missing; exit code 1 when there is one. */
async function verifyCommand(services: Services): Promise<number> {
  const { files, bytes, faults } = await verifyFiles(services, (fault) =>
    process.stderr.write(`${fault}\n`),
  );
  const read = `${files} file(s) checked, ${sizeInWords(bytes)} intact.`;
  process.stdout.write(
    faults.length === 0
      ? `${read} None is damaged.\n`
      : `${read} ${faults.length} damaged or missing: restore them from a backup.\n`,
  );
  return faults.length === 0 ? 0 : 1;
}

async function run(services: Services, command: string, rest: readonly string[]): Promise<string> {
  switch (command) {
    case "staff:reset":
      return staffReset(services, rest[0]);
    case "installation:owner":
      return installationOwner(
        services,
        rest.find((word) => !word.startsWith("--")),
        rest.includes("--end"),
      );
    case "org:create": {
      const { values } = parseArgs({
        args: [...rest],
        options: {
          slug: { type: "string" },
          name: { type: "string" },
          owner: { type: "string" },
          publish: { type: "boolean" },
        },
      });
      return createOrgCommand(services, {
        slug: values.slug,
        name: values.name,
        ownerEmail: values.owner,
        publish: values.publish,
      });
    }
    case "content:export":
      return exportCommand(services, rest);
    case "content:import":
      return importCommand(services, rest);
    case "bench:org": {
      const items = Number(rest[0] ?? 10_000);
      // As many as the second word says, each with its number.
      const name = `large-${items}`;
      const slugs =
        rest[1] === undefined
          ? [name]
          : Array.from({ length: Number(rest[1]) }, (_, i) => `${name}-${i + 1}`);
      for (const slug of slugs)
        await createLargeOrg(services, {
          items,
          updates: Math.min(1_000, items),
          subprocessors: Math.min(500, items),
          slug,
        });
      return slugs.join(" ");
    }
    case "bench:files":
      return storeBenchFiles(services, rest[0] ?? "", rest.slice(1));
    default:
      throw new CommandRefused(
        `Unknown command ${command}. Available commands: staff:reset, org:create, installation:owner, content:export, content:import, verify-files, backup, restore, move and doctor.`,
      );
  }
}
