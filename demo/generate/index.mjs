/**
 * Makes the demonstration's documents, artwork and company marks, which are committed. From the repository's root:
 *
 *   node demo/generate/index.mjs            everything
 *   node demo/generate/index.mjs policy-    only documents whose uid starts so (artwork and lists are always made)
 *   node demo/generate/check.mjs            are the results sound? needs qpdf and unzip
 *
 * It writes demo/{acme,globex}/files, /assets and /documents.yaml; edit the sources here, not the results. Company
 * marks follow companies.yaml. The same sources give the same bytes: dates are fixed, fonts come from the package
 * @expo-google-fonts/inter, and the one encrypted PDF draws from a fixed sequence. Its password is in acme-tests.mjs.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { artwork } from "./artwork.mjs";
import { companyMarks } from "./marks.mjs";
import { fileName, library, makeDocument } from "./library.mjs";

const demo = fileURLToPath(new URL("..", import.meta.url));
const prefix = process.argv[2] ?? "";
let total = 0;

for (const [org, documents] of Object.entries(library)) {
  const folder = join(demo, org);
  await mkdir(join(folder, "files"), { recursive: true });
  for (const document of documents.filter(({ uid }) => uid.startsWith(prefix))) {
    await put(join(folder, "files", fileName(document)), await makeDocument(document));
  }
  await put(join(folder, "documents.yaml"), documentsYaml(org, documents));

  for (const [name, content] of Object.entries(await artwork(org)))
    await put(join(folder, "assets", name), content);

  const { companies } = parse(await readFile(join(folder, "companies.yaml"), "utf8"));
  const marks = companyMarks(companies.filter(({ logo }) => logo));
  await rm(join(folder, "assets/companies"), { recursive: true, force: true });
  for (const [path, svg] of marks) await put(join(folder, path), svg);
}
console.log(`${Math.round(total / 1024)} KB in all`);

async function put(path, content) {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, content);
  total += Buffer.byteLength(content);
}

function documentsYaml(org, documents) {
  const rows = documents.map((document) => {
    const { uid, name, type, accessType, encryptedType, expiresOn, createdAt } = document;
    const { auditor, periodFrom, periodTo, releasedFacts } = document;
    return {
      uid,
      file: `files/${fileName(document)}`,
      name,
      type,
      accessType,
      encryptedType,
      expiresOn,
      auditor,
      periodFrom,
      periodTo,
      releasedFacts,
      createdAt,
    };
  });
  const locked = documents.find(({ password }) => password);
  const note = locked ? `# ${locked.uid} opens with the password ${locked.password}.\n` : "";
  const head = `# Written by demo/generate; edit the sources there. Times are relative to loading.\n${note}`;
  const body = stringify(
    { documents: rows.map((row) => JSON.parse(JSON.stringify(row))) },
    { lineWidth: 0 },
  );
  return (
    head + body.replaceAll("\n  - uid:", "\n\n  - uid:").replace("documents:\n\n", "documents:\n")
  );
}
