// Run after a change of dependencies: npm leaves optional packages of other platforms out of the lock where
// the registry at hand lacks them, and `npm ci` then refuses the lock elsewhere. This names them all.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const lockFile = path.resolve(import.meta.dirname, "../package-lock.json");
const lock = JSON.parse(readFileSync(lockFile, "utf8"));
let added = 0;
for (const [place, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${place}/node_modules/${name}`;
    const found = lock.packages[nested] ?? lock.packages[`node_modules/${name}`];
    if (found !== undefined || place === "") continue;
    const exact = /^\d+\.\d+\.\d+/.test(version) ? version : version.replace(/^[\^~]/, "");
    const os = /(darwin|linux|win32|freebsd|openbsd|android|netbsd|openharmony)/.exec(name)?.[1];
    const cpu = /(x64|arm64|arm|ia32|ppc64|riscv64|s390x|wasm32)/.exec(name)?.[1];
    lock.packages[`node_modules/${name}`] = {
      version: exact,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
      ...(cpu ? { cpu: [cpu] } : {}),
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} optional packages named`);
