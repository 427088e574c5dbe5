/** Are the made files sound? Needs qpdf and unzip. Usage: node demo/generate/check.mjs */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileName, library } from "./library.mjs";

const demo = fileURLToPath(new URL("..", import.meta.url));
const LARGEST_FILE = 60 * 1024;
const LARGEST_MARK = 900;
const LARGEST_BANNER = 120 * 1024;
const ALL = 2.5 * 1024 * 1024;
const problems = [];
let total = 0;
let count = 0;

for (const [org, documents] of Object.entries(library)) {
  const expected = new Set(documents.map(fileName));
  for (const name of readdirSync(join(demo, org, "files")))
    if (!expected.has(name)) problems.push(`${org}/${name}: no source`);
  for (const document of documents) {
    const path = join(demo, org, "files", fileName(document));
    const { size } = statSync(path);
    count++;
    total += size;
    if (size > LARGEST_FILE) problems.push(`${path}: ${size} bytes`);
    if (path.endsWith(".pdf")) checkPdf(path, document.password);
    else if (/\.(?:txt|md)$/.test(path)) checkText(path);
    else if (!path.endsWith(".png")) checkOffice(path);
  }
  for (const path of files(join(demo, org, "assets"))) {
    const { size } = statSync(path);
    total += size;
    if (path.includes("/companies/") && size >= LARGEST_MARK)
      problems.push(`${path}: ${size} bytes`);
    if (path.endsWith(".png") && size > LARGEST_BANNER) problems.push(`${path}: ${size} bytes`);
    if (path.endsWith(".svg")) checkSvg(path);
  }
}
if (total > ALL) problems.push(`${total} bytes in all`);
console.log(
  problems.length > 0
    ? problems.join("\n")
    : `${count} documents, ${total} bytes with artwork: sound`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function checkPdf(path, password) {
  const unlock = password ? [`--password=${password}`] : [];
  if (password && run("qpdf", ["--requires-password", path]).status !== 0)
    problems.push(`${path}: opens without a password`);
  const check = run("qpdf", [...unlock, "--check", path]);
  if (check.status !== 0) problems.push(`${path}: ${check.output}`);
  const pages = Number(run("qpdf", [...unlock, "--show-npages", path]).output);
  if (!(pages >= 2 && pages <= 6)) problems.push(`${path}: ${pages} pages`);
}

/** Text is UTF-8 in lines of its own system, without control characters, and ends as a line does. */
function checkText(path) {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  if (/[\p{Cc}--\n]|[^\n]$/v.test(text))
    problems.push(`${path}: control characters or no end of line`);
}

/** Entries are whole, every part has a content type, every relationship leads to a part, tags are balanced. */
function checkOffice(path) {
  const test = run("unzip", ["-tqq", path]);
  if (test.status !== 0) problems.push(`${path}: ${test.output}`);
  const names = run("unzip", ["-Z1", path]).output.trim().split("\n");
  const parts = new Map(
    names.map((name) => [name, run("unzip", ["-p", path, name.replace("[", "\\[")]).output]),
  );
  const types = parts.get("[Content_Types].xml");
  for (const [name, xml] of parts) {
    if (!balanced(xml)) problems.push(`${path}: ${name} is not well-formed`);
    if (
      !name.endsWith(".rels") &&
      name !== "[Content_Types].xml" &&
      !types.includes(`PartName="/${name}"`)
    )
      problems.push(`${path}: ${name} has no content type`);
    if (!name.endsWith(".rels")) continue;
    const base = name.replace(/_rels\/[^/]*$/, "");
    for (const [, target] of xml.matchAll(/Target="([^"]+)"/g))
      if (!parts.has(base + target)) problems.push(`${path}: ${name} leads nowhere: ${target}`);
  }
}

function checkSvg(path) {
  const svg = readFileSync(path, "utf8");
  if (!balanced(svg)) problems.push(`${path}: not well-formed`);
  if (/<script|<style|url\(|href|<image|<foreignObject|\son\w+=/i.test(svg))
    problems.push(`${path}: active or external content`);
}

function balanced(xml) {
  const open = [];
  const rest = xml
    .replace(/^<\?xml[^>]*\?>/, "")
    .replace(
      /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/g,
      (_, closing, name, attributes, empty) => {
        if (closing && open.pop() !== name) open.push("!");
        if (!closing && !empty) open.push(name);
        return "";
      },
    );
  return open.length === 0 && !rest.includes("<") && !/&(?!(amp|lt|gt|quot|apos|#\d+);)/.test(xml);
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

function run(command, args) {
  try {
    return {
      status: 0,
      output: execFileSync(command, args, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        maxBuffer: 1e8,
      }),
    };
  } catch (error) {
    return {
      status: error.status ?? 1,
      output: `${error.stdout ?? ""}${error.stderr ?? error.message}`,
    };
  }
}
