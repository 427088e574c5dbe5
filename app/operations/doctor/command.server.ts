import { parseArgs } from "node:util";
import { ConfigError, configWarnings, readConfig, type Config } from "#platform/config.ts";
import { VERSION } from "#platform/version.ts";
import { tryRenderer } from "#content/files/watermark/bounded-process.ts";
import { checkBackups, checkData } from "./checks-of-data.server.ts";
import { checkDomains, checkMail, checkProxy } from "./checks-of-network.server.ts";
import { note, right, table, wrong, type Check } from "#model/doctor.ts";

interface Parts {
  environment: Record<string, string | undefined>;
  now: () => Date;
  say: (line: string) => void;
  complain: (line: string) => void;
}

/**
 * `npm run doctor`: looks at everything that an installation needs, changes nothing, and says how
 * to mend what is wrong. `--files` reads every stored file to its end, `--json` is for programs.
 * @returns the exit code: 1 when something is wrong
 */
export async function doctorCommand(
  { environment, now, say, complain }: Parts,
  words: readonly string[],
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: false,
    options: { files: { type: "boolean" }, json: { type: "boolean" } },
  });
  const unknown = Object.keys(values).find((name) => name !== "files" && name !== "json");
  if (positionals.length > 0 || unknown !== undefined) {
    complain("Usage: npm run doctor -- [--files] [--json]");
    return 1;
  }
  const { config, checks } = checkVariables(environment);
  checks.push(right("version", `Open Trust Center ${VERSION}, Node ${process.versions.node}`));
  checks.push(await checkRenderer());
  const data = await checkData(config, { files: values.files === true, now: now() });
  checks.push(...data.checks);
  checks.push(await checkMail(config));
  checks.push(...(await checkDomains(config, data.domains, now())));
  checks.push(await checkProxy(config, data.key, data.serverRuns, now()));
  checks.push(await checkBackups(config, now()));
  const ok = checks.every(({ state }) => state !== "wrong");
  say(
    values.json === true
      ? JSON.stringify({ version: VERSION, at: now(), ok, checks })
      : table(checks),
  );
  return ok ? 0 : 1;
}

/** Whether files can be shown as pages, marked and searched: a renderer is started and ended. */
async function checkRenderer(): Promise<Check> {
  const name = "renderer";
  try {
    await tryRenderer();
    return right(name, "it starts, so files can be shown as pages, watermarked and searched");
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
    const why = cause.split("\n", 1)[0] ?? "";
    return wrong(
      name,
      `it doesn’t start on this machine: ${why}`,
      "allow the server’s user the memory (ulimit -d unlimited, or LimitDATA= in its unit), and allow it to start /bin/sh",
    );
  }
}

/** The variables, one check for each fault; the others count for what follows. */
function checkVariables(environment: Record<string, string | undefined>): {
  config: Config;
  checks: Check[];
} {
  try {
    const config = readConfig(environment);
    const warnings = configWarnings(config);
    return {
      config,
      checks: [
        right("variables", "all set variables are valid"),
        ...warnings.map((text) => {
          const cut = text.indexOf(". ") + 1;
          return note("variables", text.slice(0, cut - 1), text.slice(cut).trim());
        }),
      ],
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split("\n");
    const left = { ...environment };
    for (const line of lines) delete left[/^[A-Z_]+/.exec(line)?.[0] ?? ""];
    // Without the faulty ones the others are right, unless one asks for another: then none count.
    const config = (() => {
      try {
        return readConfig(left);
      } catch {
        return readConfig({ DATA_DIR: left.DATA_DIR });
      }
    })();
    return {
      config,
      checks: lines.map((line) => {
        const cut = line.indexOf(". ") + 1;
        if (cut === 0) return wrong("variables", line, "see docs/operate/variables.md");
        return wrong("variables", line.slice(0, cut - 1), line.slice(cut).trim());
      }),
    };
  }
}
