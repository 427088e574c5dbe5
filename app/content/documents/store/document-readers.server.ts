import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";

/** How often a document was opened, by whom; staff are no readers. */
export interface Reads {
  views: number;
  downloads: number;
}

/** A person who opened a document with an account's access. */
export interface DocumentReader extends Reads {
  accountId: string;
  accountName: string;
  /** null once the person was erased. */
  person: { name: string; email: string } | null;
  /** When they last opened it. */
  at: string;
}

export interface DocumentReaders {
  /** Of those who opened it last, as many as were asked for. */
  people: DocumentReader[];
  /** How many people there are in all. */
  count: number;
  /** By those who were not signed in. */
  public: Reads;
}

/** Who opened a document, those who did so last first. */
export async function documentReaders(
  db: Reader,
  orgId: string,
  documentId: string,
  limit: number,
): Promise<DocumentReaders> {
  const reads = () =>
    inOrg(db, orgId)
      .selectFrom("events as e")
      .where("e.documentId", "=", documentId)
      .where("e.name", "=", "file engaged");
  const [people, strangers] = await Promise.all([
    reads()
      .innerJoin("accounts as a", (join) =>
        join.onRef("a.orgId", "=", "e.orgId").onRef("a.id", "=", "e.accountId"),
      )
      .leftJoin("members as m", (join) =>
        join.onRef("m.orgId", "=", "e.orgId").onRef("m.id", "=", "e.memberId"),
      )
      .select((eb) => [
        "a.id as accountId",
        "a.name as accountName",
        "m.email",
        "m.firstName",
        "m.lastName",
        eb.fn.max<string>("e.at").as("at"),
        eb.fn.countAll<number>().filterWhere("e.access", "=", "view").as("views"),
        eb.fn.countAll<number>().filterWhere("e.access", "=", "download").as("downloads"),
        eb.fn.countAll<number>().over().as("inAll"),
      ])
      .where("e.viewerKind", "=", "accountExternal")
      .groupBy(["a.id", "a.name", "m.id", "m.email", "m.firstName", "m.lastName"])
      .orderBy("at", "desc")
      .orderBy("a.id")
      .limit(limit)
      .execute(),
    reads()
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere("e.access", "=", "view").as("views"),
        eb.fn.countAll<number>().filterWhere("e.access", "=", "download").as("downloads"),
      ])
      .where("e.viewerKind", "=", "public")
      .executeTakeFirstOrThrow(),
  ]);
  return {
    people: people.map(({ accountId, accountName, at, views, downloads, email, ...row }) => ({
      accountId,
      accountName,
      at,
      views: Number(views),
      downloads: Number(downloads),
      person:
        email === null ? null : { name: `${row.firstName} ${row.lastName}`.trim() || email, email },
    })),
    count: Number(people[0]?.inAll ?? 0),
    public: { views: Number(strangers.views), downloads: Number(strangers.downloads) },
  };
}
