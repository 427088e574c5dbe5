// The programs that the tests use beside Node: found, or installed from Debian's packages where we may.
import { spawn, spawnSync } from "node:child_process";

/** A program, the Debian package that brings it, and a command that succeeds where it is whole. */
const TOOLS = [
  // Chromium without its own windows: a context opens in a third of the time.
  { name: "chromium-headless-shell", debian: "chromium-headless-shell" },
  { name: "lynx", debian: "lynx" },
  { name: "w3m", debian: "w3m" },
  { name: "pdftotext", debian: "poppler-utils" },
  { name: "qpdf", debian: "qpdf" },
  { name: "unzip", debian: "unzip" },
  { name: "7z", debian: "p7zip-full" },
  { name: "bsdtar", debian: "libarchive-tools" },
  // The recipes for programs are run as they are printed.
  { name: "curl", debian: "curl" },
  { name: "jq", debian: "jq" },
  // The minimal package has no XML parser.
  { name: "python3", debian: "python3", probe: 'python3 -c "import xml.etree.ElementTree"' },
  // For the Nu HTML checker; a Java without its settings is there by name and does not start.
  { name: "java", debian: "default-jre-headless", probe: "java -version" },
  // The files of docs/operate/proxy run under Debian's own: it lies beside the programs of the system's owner.
  { name: "caddy", debian: "caddy" },
  { name: "nginx", debian: "nginx", probe: "PATH=$PATH:/usr/sbin command -v nginx" },
  // Its programs lie beside those that are started by name.
  {
    name: "postgres",
    debian: "postgresql",
    probe: "ls /usr/lib/postgresql/*/bin/initdb",
  },
  { name: "strace", debian: "strace", probe: "strace -o /dev/null true" },
  // Its library alone: the packages of its servers would start them.
  {
    name: "swift",
    debian: "python3-swift",
    probe: '/usr/bin/python3 -c "import swift.proxy.server"',
    isForLong: true,
  },
  // Sixty packages come with it.
  { name: "soffice", debian: "libreoffice-calc", isForLong: true },
];

/**
 * Finds every tool; installs the missing ones as root, else names their packages and ends. It can go on while other
 * things are done: one shell does all of it.
 * @param isLong whether everything is tested, which needs more of them
 */
export async function findTools(isLong) {
  const missing = TOOLS.filter((tool) => (isLong || tool.isForLong !== true) && !works(tool));
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && succeeds("command -v apt-get")) {
    const packages = missing.map(({ debian }) => debian);
    console.log(`Installing ${packages.join(", ")} ...`);
    const install = "apt-get install -y -qq --no-install-recommends";
    const child = spawn(
      "sh",
      ["-c", `apt-get update -qq >&2; ${install} "$@"`, "sh", ...packages],
      {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      },
    );
    await new Promise((resolve) => child.once("close", resolve));
  }
  const still = missing.filter((tool) => !works(tool));
  if (still.length === 0) return;
  for (const { name, debian } of still)
    console.error(
      `The tests need ${name}: install the package ${debian} (apt-get install ${debian}).`,
    );
  process.exit(1);
}

function works({ name, probe = `command -v ${name}` }) {
  return succeeds(probe);
}

function succeeds(command) {
  return spawnSync("sh", ["-c", command], { stdio: "ignore" }).status === 0;
}
