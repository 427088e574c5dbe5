import { SEARCH_TYPES, type SearchType } from "../search.ts";

/** The results of one type, the best first. */
export interface Group<Result> {
  type: SearchType;
  own: Result[];
}

/**
 * Results in their groups: the group of the best one first, so that the top match is the first that
 * one sees; then the others in their own order.
 * @param results the best first
 */
export function inGroups<Result>(
  results: readonly Result[],
  typeOf: (result: Result) => SearchType,
): Group<Result>[] {
  const groups = new Map<SearchType, Result[]>();
  for (const result of results) {
    const type = typeOf(result);
    const own = groups.get(type);
    if (own === undefined) groups.set(type, [result]);
    else own.push(result);
  }
  const [best] = groups.keys();
  const order = best === undefined ? [] : [best, ...SEARCH_TYPES.filter((type) => type !== best)];
  return order.flatMap((type) => {
    const own = groups.get(type);
    return own === undefined ? [] : [{ type, own }];
  });
}
