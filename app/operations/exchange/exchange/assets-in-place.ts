import { createAsset } from "#platform/files/store/assets.server.ts";
import type { Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { endingOfType } from "../content-ids.ts";
import type { StagedFile } from "../stage-files.ts";

/**
 * An org's pictures while an import is written: one that is there is used again, a new one is made
 * once.
 */
export class AssetsInPlace {
  readonly #trx: Writer;
  readonly #orgId: string;
  readonly #ids: Map<string, string>;
  readonly #stored: ReadonlyMap<string, StagedFile>;
  readonly #now: Date;

  private constructor(
    trx: Writer,
    orgId: string,
    ids: Map<string, string>,
    stored: ReadonlyMap<string, StagedFile>,
    now: Date,
  ) {
    this.#trx = trx;
    this.#orgId = orgId;
    this.#ids = ids;
    this.#stored = stored;
    this.#now = now;
  }

  static async of(
    trx: Writer,
    orgId: string,
    stored: ReadonlyMap<string, StagedFile>,
    now: Date,
  ): Promise<AssetsInPlace> {
    const rows = await inOrg(trx, orgId)
      .selectFrom("assets")
      .select(["id", "type", "blobHash"])
      .orderBy("createdAt")
      .orderBy("id")
      .execute();
    return new AssetsInPlace(
      trx,
      orgId,
      new Map(rows.map(({ id, type, blobHash }) => [`${type}\n${blobHash}`, id])),
      stored,
      now,
    );
  }

  /**
   * The asset that a row's `sha256:…` stands for; null for none.
   * @param name of its file, without an ending
   */
  async idOf(type: string, name: string, file: unknown): Promise<string | null> {
    if (typeof file !== "string") return null;
    const hash = file.replace(/^sha256:/, "");
    const known = this.#ids.get(`${type}\n${hash}`);
    if (known !== undefined) return known;
    const contentType = this.#stored.get(hash)?.contentType ?? "image/png";
    const id = await createAsset(
      { trx: this.#trx, orgId: this.#orgId, now: this.#now },
      { type, fileName: `${name}.${endingOfType(contentType)}`, contentType, blobHash: hash },
    );
    this.#ids.set(`${type}\n${hash}`, id);
    return id;
  }
}
