// The program of a package: what asks for no server is answered here at once, all else is the built server's.
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const HELP = `Usage: open-trust-center [COMMAND ...]

  (no command)          starts the server; the data is in DATA_DIR, by default ./data
  backup FILE.tar       makes a backup; --check FILE.tar proves that it can be restored
  restore FILE.tar      restores a backup into a new data folder
  move --to PLACE       moves everything to PostgreSQL or back; move without more prints how
  doctor                says what is wrong and how to fix it (--files, --json)
  org:create            adds an organization: --slug initech --name Initech --owner owner@initech.example
  staff:reset EMAIL     prints a new password for a team member
  installation:owner EMAIL   lets someone run the installation (--end revokes it)
  content:export        exports content: --org acme acme.zip
  content:import        imports content: --org acme acme.zip [--dry-run] [--replace] [--owner EMAIL]
  verify-files          checks every stored file
  healthcheck           checks whether the running server is ready; exit code 1 if it isn't
  version               prints the version

Settings are environment variables (docs/operate/variables.md).`;

/** Where a server is asked that listens on every address, or on a name that a small system does not know. */
const NEAR = {
  localhost: ["127.0.0.1", "[::1]"],
  "0.0.0.0": ["127.0.0.1"],
  "::": ["[::1]", "127.0.0.1"],
  "[::]": ["[::1]", "127.0.0.1"],
};

// Where a service has its settings in a file, its commands read them there; a variable that is set already counts.
const settings = process.env.OPEN_TRUST_CENTER_SETTINGS;
if (settings) process.loadEnvFile(settings);

const words = process.argv.slice(2);
switch (words[0]) {
  case "version":
  case "--version":
    console.log(ownVersion());
    break;
  case "help":
  case "--help":
    console.log(HELP);
    break;
  case "healthcheck":
    process.exitCode = await healthcheck();
    break;
  default:
    process.env.NODE_ENV ||= "production";
    await import(pathToFileURL(path.join(import.meta.dirname, "build/server/index.js")).href);
}

function ownVersion() {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, "package.json"), "utf8")).version;
}

/** Asks the server that listens on HOST and PORT whether it is ready. @returns the exit code */
async function healthcheck() {
  const host = process.env.HOST || "localhost";
  const port = process.env.PORT || "3000";
  let why = "";
  for (const address of NEAR[host] ?? [host.includes(":") && host[0] !== "[" ? `[${host}]` : host])
    try {
      const signal = AbortSignal.timeout(10_000);
      const answer = await fetch(`http://${address}:${port}/readyz`, { signal });
      console.log(await answer.text());
      return answer.ok ? 0 : 1;
    } catch (error) {
      why ||= error.cause?.code ?? error.name;
    }
  console.error(`Nothing answers at ${host}, port ${port} (${why}).`);
  return 1;
}
