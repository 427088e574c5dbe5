import { ContentUids, type UidNoun } from "../store/exchange.server.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import { referenceKey } from "#content/controls/rules/controls.ts";
import { ContentError, type ContentIds, type Fault } from "../content-ids.ts";
import type { Content } from "../read-folder.ts";
import { rowsOfContent } from "./of-content.ts";
import { rowsOfOrg } from "./of-org.ts";
import { heedUpdates } from "./published-updates.ts";
import { CONTENT_SOURCE } from "#model/knowledge-base.ts";
import { changesBetween, merged, ofNoun, tidy, type Change, type Rows } from "./rows.ts";

export interface Comparison {
  uids: ContentUids;
  current: Rows;
  target: Rows;
  changes: Change[];
  /** What of the folder is left alone, and why. */
  notes: string[];
  /** Changes of published updates become drafts that wait for approval. */
  secondPerson: boolean;
  /** There are such changes. */
  waits: boolean;
}

interface Given {
  idOf: ContentIds;
  /** SHA-256 of each named file as it is stored. */
  hashes: ReadonlyMap<string, string>;
  replace: boolean;
  now: Date;
  /** When it is done. */
  at: Date;
}

/**
 * What an import comes to in an org: what it holds, what it will hold, and the changes in between.
 * @throws ContentError for what can't be brought in here: a file that is neither in the folder nor
 *   in the org, another text under the name of an NDA that was published, a product that accounts
 *   have access to
 */
export async function compare(
  db: Reader,
  orgId: string,
  content: Content,
  { idOf, hashes, replace, now, at }: Given,
): Promise<Comparison> {
  const uids = await ContentUids.of(db, orgId, idOf);
  const timeZone =
    (await db.selectFrom("orgs").select("timeZone").where("id", "=", orgId).executeTakeFirst())
      ?.timeZone ?? "UTC";
  const file = rowsOfContent(content, {
    hashes,
    now,
    timeZone: content.given.timeZone ? content.org.timeZone : timeZone,
  });
  adoptAll(uids, file);
  const current = await rowsOfOrg(db, orgId, uids);
  let target = withSources(merged(current, file, replace), current);
  const notes = notesOf(content);
  if (replace) target = await withKeptProfiles({ db, orgId, uids, current, target, notes });
  const faults = [
    ...(await missingFiles(db, orgId, content)),
    ...takenControls(content, file, target),
    ...changedNdas(content, current, file),
    ...(await keptProducts({ db, orgId, uids, current, target })),
  ];
  if (faults.length > 0) throw new ContentError(faults);
  const heeding = await heedUpdates({ db, orgId, uids, current, target, now: at });
  return {
    uids,
    current,
    target: heeding.target,
    changes: changesBetween(current, heeding.target),
    notes: [...notes, ...heeding.notes],
    secondPerson: heeding.secondPerson,
    waits: heeding.waits,
  };
}

const PLAIN = [
  "company",
  "document",
  "product",
  "faq",
  "control",
  "topic",
  "topic-update",
  "profile",
  "nda-version",
] as const satisfies readonly UidNoun[];

function adoptAll(uids: ContentUids, rows: Rows): void {
  for (const noun of PLAIN) for (const { key } of ofNoun(rows, noun)) uids.adopt(noun, key);
  for (const { value } of ofNoun(rows, "subprocessor"))
    uids.adopt("subprocessor", String(value.uid));
  for (const { value } of ofNoun(rows, "grades"))
    for (const entry of value.entries as { uid: string }[]) uids.adopt("grade", entry.uid);
}

/**
 * An entry whose source the file does not say keeps the one that it has; a new one is of the
 * import.
 */
function withSources(rows: Rows, current: Rows): Rows {
  return new Map(
    [...withNames(rows, current)].map(([key, row]) => {
      if (row.noun !== "faq" || row.value.source !== undefined) return [key, row];
      const { source = CONTENT_SOURCE, sourceSubtype, sourceName } = current.get(key)?.value ?? {};
      return [key, { ...row, value: tidy({ sourceSubtype, sourceName, ...row.value, source }) }];
    }),
  );
}

/** An entry for which the file has no name of a program keeps the one that it has. */
function withNames(rows: Rows, current: Rows): Rows {
  return new Map(
    [...rows].map(([key, row]) => {
      const externalId = current.get(key)?.value.externalId;
      return externalId === undefined || row.value.externalId !== undefined
        ? [key, row]
        : [key, { ...row, value: tidy({ externalId, ...row.value }) }];
    }),
  );
}

function notesOf({ org }: Content): string[] {
  return [
    ...(org.slug === undefined
      ? []
      : ["The slug in the file is ignored. Your organization keeps its own."]),
    ...(org.domains.length === 0
      ? []
      : ["Domains are ignored. Each is set up and checked under Settings."]),
    ...(org.switchedOff.length === 0
      ? []
      : ["Features that are turned off in the file are ignored."]),
    ...(org.published === undefined ? [] : ["Whether the portal is published is ignored."]),
  ];
}

/** Documents that came without their file must be in the org already. */
async function missingFiles(db: Reader, orgId: string, content: Content): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [index, { sha256 }] of content.documents.entries()) {
    if (sha256 === undefined) continue;
    const held = await inOrg(db, orgId)
      .selectFrom("documents")
      .select("id")
      .where("blobHash", "=", sha256)
      .limit(1)
      .executeTakeFirst();
    const place = content.places.documents[index];
    if (held === undefined && place !== undefined)
      faults.push({
        ...place,
        message: "no document here has this file, and the archive doesn’t include it",
      });
  }
  return faults;
}

/** One reference is one control's: what stays beside the file's has none of theirs. */
function takenControls(content: Content, file: Rows, target: Rows): Fault[] {
  const held = new Map(
    ofNoun(target, "control")
      .filter(({ key }) => !file.has(`control\n${key}`))
      .map(({ value, label }) => [referenceKey(String(value.reference)), label]),
  );
  return content.controls.flatMap(({ reference }, index) => {
    const other = held.get(referenceKey(reference));
    const place = content.places.controls[index];
    return other === undefined || place === undefined
      ? []
      : [{ ...place, message: `is the reference of another control here: ${other}` }];
  });
}

/** What people signed stays what it was. */
function changedNdas(content: Content, current: Rows, file: Rows): Fault[] {
  return content.nda.versions.flatMap(({ uid }, index) => {
    const [was, is] = [current, file].map((rows) => rows.get(`nda-version\n${uid}`)?.value);
    if (was === undefined || is === undefined || (was.title === is.title && was.body === is.body))
      return [];
    const place = content.places.nda[index];
    return place === undefined
      ? []
      : [
          {
            ...place,
            message: "was published with another text, and a new text needs a uid of its own",
          },
        ];
  });
}

interface Around {
  db: Reader;
  orgId: string;
  uids: ContentUids;
  current: Rows;
  target: Rows;
}

/** A profile that accounts have access by is a record of who could see what: it stays. */
async function withKeptProfiles({
  db,
  orgId,
  uids,
  current,
  target,
  notes,
}: Around & { notes: string[] }): Promise<Rows> {
  const used = new Set<string>();
  for (const row of await inOrg(db, orgId)
    .selectFrom("grants")
    .select("profileId")
    .distinct()
    .execute())
    used.add(row.profileId);
  for (const row of await inOrg(db, orgId)
    .selectFrom("accessRules")
    .select("profileId")
    .distinct()
    .execute())
    if (row.profileId !== null) used.add(row.profileId);
  const kept = [...current].filter(
    ([key, row]) =>
      row.noun === "profile" && !target.has(key) && used.has(uids.idOf("profile", row.key)),
  );
  for (const [, { label }] of kept)
    notes.push(`The permission profile ${label} stays: accounts or rules have access by it.`);
  return new Map([...target, ...kept]);
}

async function keptProducts({ db, orgId, uids, current, target }: Around): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { key, label } of ofNoun(current, "product").filter(
    (row) => !target.has(`product\n${row.key}`),
  )) {
    const productId = uids.idOf("product", key);
    for (const table of [
      "grants",
      "accessRequests",
      "accessRuleProducts",
      "accessRuleAskedProducts",
    ] as const) {
      const named = await inOrg(db, orgId)
        .selectFrom(table)
        .select("orgId")
        .where("productId", "=", productId)
        .limit(1)
        .executeTakeFirst();
      if (named === undefined) continue;
      faults.push({
        file: "products.yaml",
        line: 1,
        key: "products",
        message: `${label} can’t be removed: accounts, requests or rules use it. Import without “replace”, or add it to the file.`,
      });
      break;
    }
  }
  return faults;
}
