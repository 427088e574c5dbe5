import { BADGES } from "#model/cards/catalogue/badges.ts";
import { catalogueItem } from "#model/cards/catalogue/index.ts";
import { destinationsOf } from "#model/cards/editing.ts";
import { momentSchema } from "./rules/content-values.ts";
import { hasPiledMarks, TOO_MANY_MARKS } from "#values/folding.ts";
import { termsFault } from "#content/search/forms/search.ts";
import { customizationSchema } from "#model/settings/customization.ts";
import {
  isCardKind,
  CATALOGUE_ONLY_KINDS,
  NOT_MOVABLE_KINDS,
  type CardKind,
} from "#model/cards/kinds.ts";
import { named } from "./check-names.ts";
import type { Fault } from "./content-ids.ts";
import { resolveMoment } from "./moments.ts";
import { listOf, recordOf, textOf } from "./raw.ts";
import type { KeyPath, SourceFile } from "./source-file.ts";
import { allSources, type Sources } from "./sources.ts";

/** Keys whose value is a moment. */
const MOMENTS: ReadonlySet<string> = new Set([
  "expiresOn",
  "periodFrom",
  "periodTo",
  "createdAt",
  "modifiedAt",
  "expiry",
  "on",
  "at",
  "publishedAt",
  "effectiveOn",
  "supportUntil",
]);

/**
 * Values that a schema alone can't judge: days that don't exist, items that the catalogue doesn't
 * know, settings by other names.
 */
export function checkValues(sources: Sources): Fault[] {
  return [
    ...checkOrg(sources.org),
    ...checkNda(sources.nda),
    ...allSources(sources).flatMap((source) => checkMoments(source, source.data, [])),
    ...allSources(sources).flatMap((source) => checkMarks(source, source.data, [])),
    ...sources.parts.flatMap((part) => part.cards.flatMap(checkCard)),
    ...named(sources.documents, ["documents"]).flatMap(({ key, entry }) =>
      sources.documents !== null && (entry.file === undefined) === (entry.sha256 === undefined)
        ? [sources.documents.fault(key, "needs either a file or the sha256 of one")]
        : [],
    ),
  ];
}

function checkOrg(org: SourceFile): Fault[] {
  const { timeZone, customization } = recordOf(org.data);
  const faults = unknownSettings(
    org,
    ["customization"],
    customization,
    customizationSchema.parse({}),
  );
  if (typeof timeZone === "string" && !isTimeZone(timeZone))
    faults.push(org.fault(["timeZone"], `there is no time zone ${timeZone}`));
  for (const [place, line] of listOf(recordOf(customization).searchSynonyms).entries()) {
    const fault = typeof line === "string" ? termsFault(line) : null;
    if (fault !== null) faults.push(org.fault(["customization", "searchSynonyms", place], fault));
  }
  for (const { key, entry } of named(org, ["domains"])) {
    const host = textOf(entry.host);
    if (
      host !== null &&
      !/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/.test(
        host,
      )
    ) {
      faults.push(org.fault([...key, "host"], `${host} is not a host name in lower case`));
    }
  }
  return faults;
}

/**
 * The schema of settings drops names that it does not know, as older rows may have them; a file
 * that has one has a slip of the pen.
 */
function unknownSettings(source: SourceFile, at: KeyPath, given: unknown, known: object): Fault[] {
  return Object.entries(recordOf(given)).flatMap(([name, value]) => {
    const key = [...at, name];
    if (!Object.hasOwn(known, name)) return [source.fault(key, "is not a known key")];
    const inner: unknown = Reflect.get(known, name);
    return typeof inner === "object" && inner !== null
      ? unknownSettings(source, key, value, inner)
      : [];
  });
}

function checkNda(nda: SourceFile | null): Fault[] {
  if (nda === null) return [];
  const { provider, versions } = recordOf(nda.data);
  return provider === "clickwrap" && listOf(versions).length === 0
    ? [nda.fault(["provider"], "clickwrap needs a version to sign")]
    : [];
}

function checkMoments(source: SourceFile, value: unknown, at: KeyPath): Fault[] {
  if (Array.isArray(value))
    return value.flatMap((entry, i) => checkMoments(source, entry, [...at, i]));
  return Object.entries(recordOf(value)).flatMap(([name, inner]) => {
    const key = [...at, name];
    if (!MOMENTS.has(name) || typeof inner !== "string") return checkMoments(source, inner, key);
    // What does not even look like a moment is the schema's to refuse.
    const impossible =
      momentSchema.safeParse(inner).success && resolveMoment(inner, new Date()) === null;
    return impossible ? [source.fault(key, `not a valid date or time: ${inner}`)] : [];
  });
}

/** The texts that have more marks on one letter than any writing has. */
function checkMarks(source: SourceFile, value: unknown, at: KeyPath): Fault[] {
  if (typeof value === "string")
    return hasPiledMarks(value) ? [source.fault(at, TOO_MANY_MARKS)] : [];
  const inner = Array.isArray(value) ? value.entries() : Object.entries(recordOf(value));
  return [...inner].flatMap(([name, one]) => checkMarks(source, one, [...at, name]));
}

function checkCard(source: SourceFile): Fault[] {
  const kind = textOf(recordOf(source.data).kind);
  if (kind === null || !isCardKind(kind)) return [];
  if (kind === "CustomerData")
    return [source.fault(["kind"], "CustomerData is not shown as a card")];
  return named(source, ["items"]).flatMap(({ key, entry }) => checkItem(source, key, entry, kind));
}

function checkItem(
  source: SourceFile,
  key: KeyPath,
  entry: Readonly<Record<string, unknown>>,
  kind: CardKind,
): Fault[] {
  const uid = textOf(entry.uid);
  if (uid === null) return [];
  const at = (name: string) => [...key, name];
  const home = uid.split(".")[0] ?? "";
  const standard = catalogueItem(uid);
  if (standard === undefined) {
    if (isCardKind(home))
      return [
        source.fault(
          at("uid"),
          `the catalog has no item ${uid}, and a custom item’s uid can’t begin with a card’s name`,
        ),
      ];
    if (CATALOGUE_ONLY_KINDS.has(kind) && NOT_MOVABLE_KINDS.has(kind))
      return [source.fault(at("uid"), `the ${kind} card takes only items from the catalog`)];
    return entry.title === undefined
      ? [source.fault(at("title"), "a custom item needs a title")]
      : [];
  }
  const faults: Fault[] = [];
  if (home !== kind && isCardKind(home) && !destinationsOf({ kind: home, uid }).includes(kind)) {
    faults.push(source.fault(at("uid"), `an item of the ${home} card can’t stand in ${kind}`));
  }
  if (standard.badge !== undefined && !Object.hasOwn(BADGES, standard.badge))
    faults.push(source.fault(at("uid"), `there is no badge ${standard.badge}`));
  const choice = textOf(entry.choice);
  if (choice !== null && !isChoice(uid, choice, standard.choices))
    faults.push(source.fault(at("choice"), `${choice} isn’t one of the item’s choices`));
  return faults;
}

/** A value of the catalogue, or for the two recovery times a number of minutes, hours or days. */
function isChoice(
  uid: string,
  choice: string,
  choices: readonly { value: string }[] | undefined,
): boolean {
  const custom = uid === "RiskProfile.recoveryTime" || uid === "RiskProfile.recoveryPoint";
  return (
    (choices ?? []).some(({ value }) => value === choice) ||
    (custom && /^(minutes|hours|days)_\d{1,2}$/.test(choice))
  );
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
