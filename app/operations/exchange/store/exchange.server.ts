import { inBatches } from "#db/batches.ts";
import type { Reader, Writer } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** The nouns whose rows a content folder names by a uid of its own, and their tables. */
const TABLES = {
  product: "products",
  company: "companies",
  document: "documents",
  subprocessor: "subprocessors",
  grade: "securityGrades",
  faq: "faqEntries",
  control: "controls",
  topic: "topics",
  "topic-update": "topicUpdates",
  profile: "permissionProfiles",
  "nda-version": "ndaVersions",
} as const;
export type UidNoun = keyof typeof TABLES;
const NOUNS = Object.keys(TABLES) as UidNoun[];

/** How a row is called in a folder that nobody gave a uid: by its own id, behind this. */
const OWN = "row.";

/**
 * What an org's rows are called in content folders. A row that came from a folder keeps the uid
 * that it had there; one that was made here is called by its id. So an export finds the same names
 * again each time, in whichever org it was imported.
 */
export class ContentUids {
  readonly #orgId: string;
  readonly #ids: ReadonlyMap<UidNoun, Set<string>>;
  readonly #byUid = new Map<string, string>();
  readonly #byRow = new Map<string, string>();
  readonly #adopted: { noun: UidNoun; uid: string; rowId: string }[] = [];
  /** The id that a uid gets where nothing has it yet. */
  readonly #derive: (noun: UidNoun, uid: string) => string;

  private constructor(
    orgId: string,
    ids: ReadonlyMap<UidNoun, Set<string>>,
    derive: (noun: UidNoun, uid: string) => string,
  ) {
    this.#orgId = orgId;
    this.#ids = ids;
    this.#derive = derive;
  }

  /** The names of an org's rows as they stand. */
  static async of(
    db: Reader,
    orgId: string,
    derive: (noun: UidNoun, uid: string) => string,
  ): Promise<ContentUids> {
    const ids = new Map<UidNoun, Set<string>>();
    for (const noun of NOUNS) {
      const rows = await inOrg(db, orgId).selectFrom(TABLES[noun]).select("id").execute();
      ids.set(noun, new Set(rows.map(({ id }) => id)));
    }
    const uids = new ContentUids(orgId, ids, derive);
    const known = await inOrg(db, orgId)
      .selectFrom("contentUids")
      .select(["noun", "uid", "rowId"])
      .execute();
    for (const { noun, uid, rowId } of known) uids.#note(noun as UidNoun, uid, rowId);
    return uids;
  }

  /** What a row is called. */
  uidOf(noun: UidNoun, rowId: string): string {
    return this.#byRow.get(`${noun}\n${rowId}`) ?? `${OWN}${rowId}`;
  }

  /** The row that is called so, or the id that one of that name gets. */
  idOf(noun: UidNoun, uid: string): string {
    const known = this.#byUid.get(`${noun}\n${uid}`);
    if (known !== undefined) return known;
    const own = uid.startsWith(OWN) ? uid.slice(OWN.length) : "";
    return this.#ids.get(noun)?.has(own) ? own : this.#derive(noun, uid);
  }

  /** Calls the row of that uid so from now on, whether it is there yet or not. */
  adopt(noun: UidNoun, uid: string): void {
    const rowId = this.idOf(noun, uid);
    if (this.#byUid.get(`${noun}\n${uid}`) === rowId || uid === `${OWN}${rowId}`) return;
    this.#note(noun, uid, rowId);
    this.#adopted.push({ noun, uid, rowId });
  }

  /** Keeps the names that were adopted. */
  async save(trx: Writer): Promise<void> {
    await inBatches(this.#adopted, async (batch) => {
      for (const noun of new Set(batch.map((row) => row.noun))) {
        const rowIds = batch.filter((row) => row.noun === noun).map((row) => row.rowId);
        await inOrg(trx, this.#orgId)
          .deleteFrom("contentUids")
          .where("noun", "=", noun)
          .where("rowId", "in", rowIds)
          .execute();
      }
      await trx
        .insertInto("contentUids")
        .values(batch.map((row) => ({ orgId: this.#orgId, ...row })))
        .onConflict((conflict) =>
          conflict
            .columns(["orgId", "noun", "uid"])
            .doUpdateSet((eb) => ({ rowId: eb.ref("excluded.rowId") })),
        )
        .execute();
    });
  }

  #note(noun: UidNoun, uid: string, rowId: string): void {
    this.#byUid.set(`${noun}\n${uid}`, rowId);
    this.#byRow.set(`${noun}\n${rowId}`, uid);
  }
}
