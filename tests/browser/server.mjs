// The built server on a data folder that ends with it. Where that folder is stands in a file that the
// tests know by the port: they give people sessions without the mail that a sign-in would need.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = mkdtempSync(path.join(tmpdir(), "trust-center-browser-"));
const pointer = path.join(tmpdir(), `trust-center-browser-${process.env.PORT}.txt`);
process.env.DATA_DIR = folder;
process.env.DEMO_PASSWORD = "correct horse battery staple";
writeFileSync(pointer, folder);
process.on("exit", () => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(pointer, { force: true });
});
await import(pathToFileURL(path.resolve("build/server/index.js")).href);
