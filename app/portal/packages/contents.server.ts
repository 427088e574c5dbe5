import { createHash } from "node:crypto";
import {
  archiveOf,
  nameOf,
  placedFiles,
  type Archive,
  type ReadyFile,
} from "#content/bulk-download/gather.ts";
import { publicPem, jwsOf, type SignedText } from "#company/signing-keys/signing.server.ts";
import type { BulkFile } from "#model/bulk-download.ts";
import { CHANGES_KEPT_DAYS } from "#model/changes.ts";
import { NOT_EXPANDABLE_KINDS } from "#model/cards/kinds.ts";
import { fileAddress } from "#model/documents/library.ts";
import { KEYS_PATH } from "#model/partners.ts";
import { productPath } from "#model/portal-paths.ts";
import { twinPath } from "#model/twins.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import type { Services } from "#platform/context.ts";
import { writeCsv } from "#platform/files/tables/csv-table.ts";
import type { ZipEntry } from "#platform/files/zip-records.ts";
import { daysAfter, dayIn } from "#values/dates.ts";
import { formatSize } from "#values/file-size.ts";
import { formatMoment } from "#values/moments.ts";
import { changesFor } from "#visibility/changes/store/changes.server.ts";
import { bulkFileOf, loadBulkCandidates } from "#visibility/store/bulk.server.ts";
import { listFiles } from "#visibility/store/files.server.ts";
import { loadCards } from "#visibility/store/items.server.ts";
import { addressOfChange, toldChanges } from "#web/portal/changes/told.ts";
import type { PortalRequest } from "#web/portal/scope.ts";
import { addressesOf, PAGES, wholeTwin } from "../twins/pages.server.ts";
import { changeFacts, type Addresses, type Facts } from "../twins/rules/facts.ts";
import { written } from "../twins/written.server.ts";
import { factsIn, textIn } from "./rules/fact-lists.ts";
import { indexPage } from "./rules/index-page.ts";
import {
  manifestText,
  VERIFY_PAGE,
  type LeftOut,
  type ManifestEntry,
  type SeenDocument,
} from "./rules/manifest.ts";
import { readmeText } from "./rules/readme.ts";
import { changeTable, questionTable } from "./rules/tables.ts";
import { openedBy, versionsOf, type KeptPackage } from "./store/packages.server.ts";

/** A request by a member for their package. */
export interface PackageRequest {
  services: Pick<Services, "store" | "config">;
  portal: PortalRequest;
  viewer: Extract<Viewer, { mode: "accountExternal" }>;
}

/** What stays of a package once it was made: its contents are written anew from it. */
export type Made = Pick<KeptPackage, "id" | "revision" | "createdAt" | "leftOut">;

/** A package before it is signed. */
export interface Contents {
  manifest: string;
  /** SHA-256 of the manifest. */
  hash: string;
  texts: readonly ZipEntry[];
  byPath: ReadonlyMap<string, ReadyFile>;
  createdAt: Date;
}

const FOLDER = "documents";

/**
 * What a package holds, as its person may see it now. Made twice from the same content it is the same,
 * byte for byte, so a download that goes on is the same package, and one of which something was taken
 * back or changed since is another.
 * @returns null where a document that was left out is not this person's any more
 */
export async function contentsOf(
  request: PackageRequest,
  made: Made,
  files: readonly ReadyFile[],
): Promise<Contents | null> {
  const { services, portal, viewer } = request;
  const { org, product } = portal;
  const to = await addressesOf(services, portal);
  const leftOut = await namesOf(portal, made.leftOut);
  if (leftOut === null) return null;
  const facts = await packageFacts(portal, to, made);
  const since = daysAfter(dayIn(new Date(made.createdAt), org.timeZone), -CHANGES_KEPT_DAYS);
  const changes = await changesUntil(portal, to, { since, until: made.createdAt });
  const byPath = new Map(
    [...placedFiles(files)].map(([path, file]) => [`${FOLDER}/${path}`, file] as const),
  );
  const day = formatMoment(made.createdAt, org.timeZone);
  const { member, account } = viewer;
  const head = {
    id: made.id,
    issuer: { id: org.id, name: org.name, url: to.base },
    issuedTo: {
      name: `${member.firstName} ${member.lastName}`.trim(),
      email: member.email,
      account: account.name,
    },
    product: { name: product.name, url: to.base + productPath(product) },
    asOf: made.createdAt,
    revision: made.revision,
    keys: keysAddress(to.base),
    verify: to.base + VERIFY_PAGE,
    viewOnly: await seenDocuments(request, { made, facts, to }),
    leftOut,
  };
  const documents = await documentEntries(request, byPath, to);
  const own: Record<string, string> = product.isDefault ? {} : { product: product.slug };
  const query = product.isDefault ? "" : `?${new URLSearchParams(own)}`;
  const list = (path: string) => `${to.base}${twinPath(path, "json")}`;
  const createdAt = new Date(made.createdAt);
  const texts = [
    textEntry("README.txt", readmeText(head, { day, hasDocuments: byPath.size > 0 }), to.base),
    textEntry(
      "index.html",
      indexPage({
        manifest: head,
        day,
        facts,
        documents: documents.map(({ path, size, source }) => ({
          path,
          name: path.slice(FOLDER.length + 1),
          size: formatSize(size),
          source,
        })),
      }),
      to.base + productPath(product),
    ),
    textEntry("facts.json", await written("", facts, "json"), list(productPath(product))),
    textEntry("questions.csv", `\ufeff${writeCsv(questionTable(facts))}`, list(`/faq${query}`)),
    textEntry(
      "changes.csv",
      `\ufeff${writeCsv(changeTable(changes, facts))}`,
      list(`/changes?${new URLSearchParams({ ...own, since })}`),
    ),
  ];
  const manifest = manifestText({
    ...head,
    files: [
      ...texts.map(({ name, bytes, hash, source }) => ({
        sha256: hash,
        path: name,
        size: bytes.length,
        version: made.revision,
        source,
        watermarked: false,
      })),
      ...documents,
    ],
  });
  return {
    manifest,
    hash: sha256(manifest),
    texts: texts.map((text) => zipEntry(text, createdAt)),
    byPath,
    createdAt,
  };
}

/** A signed package as an archive; what says that it is whole comes first. */
export async function packageArchive(
  { services }: PackageRequest,
  contents: Contents,
  signed: SignedText,
): Promise<Archive | null> {
  const { manifest, texts, byPath, createdAt } = contents;
  const pem = await publicPem(services.store.read, signed.kid, createdAt);
  if (pem === null) return null;
  const proofs = [
    textEntry("manifest.json", manifest, ""),
    textEntry("manifest.jws", `${jwsOf(manifest, signed)}\n`, ""),
    bytesEntry("manifest.sig", Buffer.from(signed.derSignature, "base64"), ""),
    textEntry("key.pem", pem, ""),
  ];
  return archiveOf(byPath, [...proofs.map((one) => zipEntry(one, createdAt)), ...texts]);
}

/** The organization's keys are on its own host, beside its portal. */
function keysAddress(base: string): string {
  return new URL(KEYS_PATH, base).href;
}

/** All that the person may read of the product, in the words of the pages' twins. */
async function packageFacts(portal: PortalRequest, to: Addresses, made: Made): Promise<Facts> {
  const request = { portal, to, params: {} };
  const overview = await PAGES.index(request);
  const listed = async (page: keyof typeof PAGES, name: string) =>
    (await PAGES[page](request))?.facts[name] ?? [];
  const cards: Facts[] = [];
  for (const kind of (await loadCards(portal.scope)).keys()) {
    if (NOT_EXPANDABLE_KINDS.has(kind)) continue;
    const card = await PAGES.card({ ...request, params: { kind } });
    if (card !== null) cards.push(card.facts);
  }
  const {
    asOf: _,
    revision: _then,
    pages: _others,
    ...facts
  } = wholeTwin({ ...overview, kind: "package" }, portal, to);
  return {
    ...facts,
    asOf: made.createdAt,
    revision: made.revision,
    cards,
    questions: await listed("faq", "questions"),
    controls: await listed("controls", "controls"),
    updates: await listed("updates", "updates"),
    dates: await listed("dates", "dates"),
  };
}

/** What changed, as the person is told of it, up to the moment of the package. */
async function changesUntil(
  portal: PortalRequest,
  to: Addresses,
  { since, until }: { since: string; until: string },
): Promise<Facts[]> {
  const { changes } = await changesFor(portal.scope, since, { until });
  return toldChanges(portal, changes).map((change) =>
    changeFacts(change, addressOfChange(to.base, "/changes", change.place)),
  );
}

/** What the documents are called that were left out; null where one is no more this person's. */
async function namesOf(
  { scope }: PortalRequest,
  fewer: Made["leftOut"],
): Promise<LeftOut[] | null> {
  if (fewer.length === 0) return [];
  const keyOf = ({ itemUid, fileId, generated }: BulkFile) =>
    JSON.stringify([itemUid, fileId, generated]);
  const names = new Map(
    (await loadBulkCandidates(scope)).map((one) => [keyOf(bulkFileOf(one)), nameOf(one)]),
  );
  const found = fewer.flatMap((one) => {
    const name = names.get(keyOf(one));
    return name === undefined ? [] : [{ name, reason: one.reason }];
  });
  return found.length === fewer.length ? found : null;
}

/** Documents that can only be read on the portal, and when the person did. */
async function seenDocuments(
  { services, portal, viewer }: PackageRequest,
  { made, facts, to }: { made: Made; facts: Facts; to: Addresses },
): Promise<SeenDocument[]> {
  const { org, scope, product } = portal;
  const pages = new Map(
    factsIn(facts, "cards")
      .flatMap((card) => factsIn(card, "items"))
      .flatMap((item) => factsIn(item, "documents"))
      .map((document) => [textIn(document, "id"), document.pages]),
  );
  const found = new Map<string, SeenDocument>();
  const files = (await listFiles(scope)).filter(
    ({ view, download }) => view === null && download === "view-only",
  );
  if (files.length === 0) return [];
  const opened = await openedBy(services.store.read, org.id, viewer.member.id, made.createdAt);
  const dayOf = (moment: string | undefined) =>
    moment === undefined ? null : dayIn(new Date(moment), org.timeZone);
  for (const { document, item } of files) {
    if (found.has(document.id)) continue;
    const read = opened.get(document.id);
    const known = pages.get(document.id);
    found.set(document.id, {
      name: document.originalName,
      pages: typeof known === "number" ? known : null,
      firstOpened: dayOf(read?.first),
      lastOpened: dayOf(read?.last),
      source: fileAddress({
        prefix: to.base,
        fileId: document.id,
        access: "view",
        source: "file_row",
        itemUid: item.uid,
        productId: product.id,
      }),
    });
  }
  return [...found.values()];
}

/** The documents of a package, as its manifest lists them. */
async function documentEntries(
  { services, portal: { org, product } }: PackageRequest,
  byPath: ReadonlyMap<string, ReadyFile>,
  to: Addresses,
): Promise<ManifestEntry[]> {
  const versions = byPath.size === 0 ? null : await versionsOf(services.store.read, org.id);
  return [...byPath].map(([path, { hash, size, itemUid, fileId, candidate }]) => {
    const { file } = candidate;
    const query = new URLSearchParams({ productId: product.id });
    return {
      sha256: hash,
      path,
      size,
      version: file === null ? org.revision : (versions?.get(file.document.id) ?? 1),
      source:
        file === null
          ? `${to.base}/documents/letter/${encodeURIComponent(itemUid)}/download?${query}`
          : fileAddress({
              prefix: to.base,
              fileId,
              access: "download",
              source: "file_row",
              itemUid,
              productId: product.id,
            }),
      watermarked: file !== null && hash !== file.document.blobHash,
    };
  });
}

interface Text {
  name: string;
  bytes: Buffer;
  hash: string;
  source: string;
}

const textEntry = (name: string, text: string, source: string): Text =>
  bytesEntry(name, Buffer.from(text), source);

function bytesEntry(name: string, bytes: Buffer, source: string): Text {
  return { name, bytes, hash: sha256(bytes), source };
}

function zipEntry({ name, bytes, hash }: Text, modified: Date): ZipEntry {
  const open = async (start: number) => [bytes.subarray(start)];
  return { name, size: bytes.length, modified, hash, open };
}

function sha256(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
