/**
 * The first of many in an order, as sorting all of them would give: those that come behind so many
 * others are looked at once.
 * @param most so many at most
 */
export function firstOf<One>(
  all: Iterable<One>,
  most: number,
  compare: (one: One, other: One) => number,
): One[] {
  let kept: One[] = [];
  let last: One | null = null;
  for (const one of all) {
    if (last !== null && compare(one, last) >= 0) continue;
    kept.push(one);
    if (kept.length < 2 * most) continue;
    kept = kept.sort(compare).slice(0, most);
    last = kept.at(-1) ?? null;
  }
  return kept.sort(compare).slice(0, most);
}
