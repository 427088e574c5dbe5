import { SYSTEM } from "#tenancy/audit/store/audit.server.ts";
import { addDocument } from "#content/documents/store/documents.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import { linkDocuments, saveItem, type ItemValues } from "#content/items/store/items.server.ts";
import { emptyContent, keepCards, profileOpens } from "./bare-world.ts";
import type { DocumentValues } from "#content/documents/store/documents.server.ts";
import { builtServer } from "./template.ts";
import { openWorld, type World } from "./world.ts";

/** A world with files: an item a class of access, each with the files that a test plants. */
export interface FilesWorld extends World {
  acme: string;
  platform: string;
  /** Stores a file and links it to an item; returns its id. */
  plant(
    itemUid: string,
    name: string,
    bytes: Uint8Array,
    values?: Partial<DocumentValues>,
  ): Promise<string>;
  /** The address of a file below acme's portal. */
  at(fileId: string, access: string, itemUid?: string, more?: string): string;
  events(): Promise<
    {
      name: string;
      access: string | null;
      source: string | null;
      bytes: number | null;
      documentId: string | null;
      viewerKind: string;
      memberId: string | null;
      itemUid: string | null;
    }[]
  >;
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  txt: "text/plain",
  md: "text/markdown",
  zip: "application/zip",
  svg: "image/svg+xml",
  html: "text/html",
};

export async function openFilesWorld(
  environment: Record<string, string> = {},
): Promise<FilesWorld> {
  const world = await openWorld(environment);
  await emptyContent(world);
  const acme = await world.orgId("acme");
  const platform = await world.productId("acme");
  const { store, blobs } = world.services;
  await store.write(async (trx) => {
    const item = (uid: string, values: Partial<ItemValues> = {}) =>
      saveItem(
        trx,
        acme,
        platform,
        { uid: `custom.${uid}`, kind: "Reports", title: `Item ${uid}`, ...values },
        { by: "Test", on: world.time },
      );
    await item("public", { publicAccess: true });
    await item("restricted");
    await item("included");
    await item("hidden", { hidden: true });
    await item("draft", { enabledState: "NotEnabled" });
    await keepCards(trx, ["Reports"]);
    await profileOpens(
      trx,
      acme,
      "riley@customer.example",
      ["custom.included", "custom.hidden"].map((itemUid) => ({ productId: platform, itemUid })),
    );
  });
  return Object.assign(world, {
    acme,
    platform,
    plant: async (
      itemUid: string,
      name: string,
      bytes: Uint8Array,
      values: Partial<DocumentValues> = {},
    ) => {
      const blob = await blobs.put(acme, bytes, { maxBytes: 1e9 });
      return store.write(async (trx) => {
        const write = { trx, orgId: acme, by: SYSTEM, now: world.time };
        await recordBlob(trx, acme, blob, isoNow(world.time));
        const contentType = TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
        const id = await addDocument(write, {
          originalName: name,
          contentType,
          size: blob.size,
          blobHash: blob.hash,
          type: "Other",
          ...values,
        });
        await linkDocuments(write, platform, `custom.${itemUid}`, [id]);
        return id;
      });
    },
    at: (fileId: string, access: string, itemUid?: string, more = "") =>
      `/acme/documents/${fileId}/${access}?productId=${platform}${itemUid === undefined ? "" : `&itemUid=custom.${itemUid}`}&source=file_row${more}`,
    events: async () => {
      // Events are written after the answer, those of the public a second later.
      await new Promise((resolve) => setTimeout(resolve, 60));
      await (await builtServer()).publicReads(world.services).flush();
      return store.read
        .selectFrom("events")
        .select([
          "name",
          "access",
          "source",
          "bytes",
          "documentId",
          "viewerKind",
          "memberId",
          "itemUid",
        ])
        .where("orgId", "=", acme)
        .where("documentId", "is not", null)
        .orderBy("at")
        .execute();
    },
  });
}

/** Turns on the card of documents beside that of reports. */
export async function addDocumentsCard({ services }: World): Promise<void> {
  await services.store.write(async (trx) => {
    const cards = await trx.selectFrom("cards").selectAll().where("kind", "=", "Reports").execute();
    await trx
      .insertInto("cards")
      .values(cards.map((card) => ({ ...card, kind: "Documents", title: null })))
      .execute();
  });
}
