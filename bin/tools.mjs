// The programs that the tests use beside Node: found, or installed from Debian's packages where we may.
import { spawnSync } from "node:child_process";

const TOOLS = {
  chromium: "chromium",
  lynx: "lynx",
  w3m: "w3m",
  pdftotext: "poppler-utils",
  qpdf: "qpdf",
  unzip: "unzip",
  "7z": "p7zip-full",
  bsdtar: "libarchive-tools",
  python3: "python3-minimal",
};

/** Finds every tool; installs the missing ones as root, else names their packages and ends. */
export function findTools() {
  const missing = Object.entries(TOOLS)
    .filter(([name]) => !has(name))
    .map(([, debian]) => debian);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && has("apt-get")) {
    console.log(`Installing ${missing.join(", ")} ...`);
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], {
      stdio: ["ignore", "ignore", "inherit"],
      env,
    });
  }
  const still = Object.entries(TOOLS).filter(([name]) => !has(name));
  if (still.length === 0) return;
  for (const [name, debian] of still)
    console.error(
      `The tests need ${name}: install the package ${debian} (apt-get install ${debian}).`,
    );
  process.exit(1);
}

function has(name) {
  return spawnSync("sh", ["-c", `command -v ${name}`], { stdio: "ignore" }).status === 0;
}
