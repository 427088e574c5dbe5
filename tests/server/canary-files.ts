import { execFileSync } from "node:child_process";
import PdfKit from "pdfkit";
import { letterFileId, type BulkDownloadAnswer } from "#model/bulk-download.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import type { Visit, Walker } from "./crawl.ts";
import type { World } from "./world.ts";

/** A file of an org and the word that stands in its body alone. */
export interface PlantedFile {
  id: string;
  productId: string;
  itemUid: string;
  body: string;
  kind: "text" | "pages";
}

/** Puts the words of an org's files into bodies of their own, which its documents name from now on. */
export async function plantBodies(
  world: World,
  orgId: string,
  files: readonly PlantedFile[],
): Promise<void> {
  const { blobs, store } = world.services;
  for (const { id, body, kind } of files) {
    const bytes = kind === "text" ? Buffer.from(`${body}\n`) : await pageWith(body);
    const blob = await blobs.put(orgId, bytes, { maxBytes: bytes.length });
    await store.write(async (trx) => {
      await recordBlob(trx, orgId, blob, isoNow(world.time));
      await trx
        .updateTable("documents")
        .set({ blobHash: blob.hash, size: blob.size })
        .where("orgId", "=", orgId)
        .where("id", "=", id)
        .execute();
    });
  }
}

/** Every door of the files, as their rows and pages build its address, whether this walker is shown one or not. */
export function fileSeeds(base: string, files: readonly PlantedFile[]): string[] {
  return files.flatMap(({ id, itemUid, productId, kind }) => {
    const at = (part: string) =>
      `${base}/documents/${id}/${part}?itemUid=${itemUid}&productId=${productId}&source=file_row`;
    return ["view", "view/content", "download", ...(kind === "pages" ? ["view/pages/1"] : [])].map(
      at,
    );
  });
}

/** The bridge letters of the same items. */
export function letterSeeds(base: string, files: readonly PlantedFile[]): string[] {
  const items = new Map(files.map((file) => [`${file.productId} ${file.itemUid}`, file]));
  return [...items.values()].flatMap(({ itemUid, productId }) =>
    ["view", "download"].map(
      (access) =>
        `${base}/documents/letter/${itemUid}/${access}?productId=${productId}&source=letter_row`,
    ),
  );
}

/** Asks for all files of an org as one archive, and opens what comes; what is written in it is the visit's text. */
export async function bulkVisits(
  world: World,
  walker: Walker,
  base: string,
  files: readonly PlantedFile[],
): Promise<Visit[]> {
  const ask = {
    ...(walker.as === undefined ? {} : { as: walker.as }),
    ...(walker.host === undefined ? {} : { host: walker.host }),
  };
  const query = walker.keep === undefined ? "" : `?${walker.keep}`;
  const doors =
    walker.keep === undefined
      ? [`/api/share/${base.slice(1) || "acme"}/bulk-download`]
      : ["/api/trust-center/bulk-download"];
  const visits: Visit[] = [];
  for (const productId of new Set(files.map((file) => file.productId))) {
    const mine = files.filter((file) => file.productId === productId);
    const wanted = mine.flatMap(({ id, itemUid, kind }) => [
      { itemUid, fileId: id },
      ...(kind === "text" ? [{ itemUid, fileId: letterFileId(itemUid), generated: true }] : []),
    ]);
    for (const door of doors) {
      const answer = await world.ask(door + query, {
        ...ask,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ files: wanted, productId }),
      });
      visits.push({ url: door + query, answer, from: null });
      const { fileUrl = null } =
        answer.status === 200 ? (JSON.parse(answer.text) as Partial<BulkDownloadAnswer>) : {};
      if (fileUrl === null) continue;
      const archive = await world.ask(fileUrl, ask);
      const names = execFileSync("bsdtar", ["-tf", "-"], { input: archive.body }).toString();
      const bodies = execFileSync("bsdtar", ["-xOf", "-"], {
        input: archive.body,
        maxBuffer: 1e8,
      }).toString("latin1");
      visits.push({ url: fileUrl, answer: { ...archive, text: names + bodies }, from: door });
    }
  }
  return visits;
}

/** Makes a member's evidence package of a product and opens it; what is written in it is the visit's text. */
export async function packageVisits(
  world: World,
  walker: Walker,
  base: string,
  products: readonly string[],
): Promise<Visit[]> {
  // Staff who preview have none.
  if (walker.keep !== undefined) return [];
  const ask = {
    ...(walker.as === undefined ? {} : { as: walker.as }),
    ...(walker.host === undefined ? {} : { host: walker.host }),
  };
  const visits: Visit[] = [];
  for (const product of [null, ...products]) {
    const query = product === null ? "" : `?${new URLSearchParams({ product })}`;
    const door = `${base}/review/package${query}`;
    const answer = await world.ask(door, { ...ask, form: {} });
    visits.push({ url: door, answer, from: null });
    const link =
      answer.headers.location ??
      /href="([^"]*\/review\/package\/[\w-]{43})"/.exec(answer.text)?.[1] ??
      "";
    if (!/\/review\/package\/[\w-]{43}$/.test(link)) continue;
    const archive = await world.ask(link, ask);
    const text = execFileSync("bsdtar", ["-xOf", "-"], {
      input: archive.body,
      maxBuffer: 1e8,
    }).toString("utf8");
    visits.push({ url: link, answer: { ...archive, text }, from: door });
  }
  return visits;
}

function pageWith(text: string): Promise<Buffer> {
  const pdf = new PdfKit({ size: [300, 200], margin: 20 });
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    pdf.fontSize(14).text(text);
    pdf.end();
  });
}
