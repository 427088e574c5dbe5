// The built server on a data folder that ends with it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = mkdtempSync(path.join(tmpdir(), "trust-center-browser-"));
process.env.DATA_DIR = folder;
process.env.DEMO_PASSWORD = "correct horse battery staple";
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
await import(pathToFileURL(path.resolve("build/server/index.js")).href);
