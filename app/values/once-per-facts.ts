/**
 * Keeps what was made of plain facts, such as a schema of a form: making one can take a hundred
 * times as long as asking it.
 * @param make decides by the facts alone, which are JSON
 * @param most as many are kept; the one that was made first goes first
 */
export function oncePerFacts<Facts, Made>(
  make: (facts: Facts) => Made,
  most = 50,
): (facts: Facts) => Made {
  const kept = new Map<string, Made>();
  return (facts) => {
    const key = JSON.stringify(facts);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(facts);
    kept.set(key, made);
    for (const [oldest] of kept) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return made;
  };
}
