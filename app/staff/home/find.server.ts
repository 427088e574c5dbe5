import type { Permission } from "#model/auth/permissions.ts";
import { Pace } from "#db/pace.ts";
import type { Reader } from "#db/store.ts";
import { settingsPagesFor } from "#company/settings/rules/pages.ts";
import { pagesFor } from "#model/staff/private-area.ts";
import { FOUND_CONTENT } from "./find-content.server.ts";
import type { Sought } from "./find-names.server.ts";
import { FOUND_PEOPLE } from "./find-people.server.ts";
import { FOUND_OF_A_KIND, type Found, type FoundGroup } from "#model/home.ts";

const MAX_WORDS = 8;

/** The kinds in the order of the page, after the pages themselves. */
const KINDS = [...FOUND_PEOPLE.slice(0, 4), ...FOUND_CONTENT, ...FOUND_PEOPLE.slice(4)];

/**
 * Everything in the private area that somebody with these permissions may open and whose name has
 * all the words, kind by kind, the first few of each. Kinds without a hit are left out.
 */
export async function findInArea(
  db: Reader,
  org: Sought["org"],
  permissions: ReadonlySet<Permission>,
  search: string,
): Promise<FoundGroup[]> {
  const words = search.normalize("NFC").toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const sought = { org, words: words.slice(0, MAX_WORDS), typed: search };
  const groups: FoundGroup[] = [
    { title: "Pages", ...pagesFound(permissions, sought.words), all: null },
  ];
  const pace = new Pace();
  for (const { title, permission, find } of KINDS) {
    if (!permissions.has(permission)) continue;
    groups.push({ title, ...(await find(db, sought)) });
    if (pace.isDue) await pace.breathe();
  }
  return groups.filter(({ total }) => total > 0);
}

function pagesFound(
  permissions: ReadonlySet<Permission>,
  words: readonly string[],
): { rows: Found[]; total: number } {
  const found = [
    ...pagesFor(permissions).map(({ segment, label }) => ({
      label,
      about: null,
      to: `/${segment}`,
    })),
    ...settingsPagesFor(permissions).map(({ path, label, about }) => ({
      label,
      about,
      to: `/settings/${path}`,
    })),
  ].filter(({ label, about }) => {
    const text = `${label} ${about ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return { rows: found.slice(0, FOUND_OF_A_KIND), total: found.length };
}
