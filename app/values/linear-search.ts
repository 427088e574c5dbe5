/**
 * Finding texts in texts in a time that is proportional to their lengths, whatever they hold. What
 * people or foreign hosts write is looked for by these, never by a pattern made of it.
 */

/**
 * Where a text stands in another one, from a place on; -1 where it does not. Unlike `indexOf` it
 * looks at no character more than twice (Knuth, Morris and Pratt).
 */
export function placeOf(text: string, wanted: string, from = 0): number {
  if (wanted.length < 2) return text.indexOf(wanted, from);
  const back = prefixes(wanted);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = back[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    if (matched === wanted.length) return at - matched + 1;
  }
  return -1;
}

/** For each beginning of a text, how long its longest end is that the text begins with as well. */
function prefixes(wanted: string): Uint32Array {
  const back = new Uint32Array(wanted.length);
  let matched = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    const code = wanted.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = back[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    back[at] = matched;
  }
  return back;
}
