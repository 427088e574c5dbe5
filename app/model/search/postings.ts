/**
 * Of one word, the records that have it: each is one number, made of the record's own slot and of
 * the bits of its fields that have the word. They stand in the order of the slots, so that one is
 * found by halving, and the records of several words by going along their rows together.
 */
export type Postings = readonly number[];

/** There are six fields. */
const FIELD_BITS = 6;
const FIELDS = (1 << FIELD_BITS) - 1;

export function slotIn(entry: number): number {
  return entry >> FIELD_BITS;
}

/** The bits of the fields that an entry stands for. */
export function fieldsIn(entry: number): number {
  return entry & FIELDS;
}

/** Adds a slot that has a word in these fields; one that is there already is replaced. */
export function putIn(entries: number[], slot: number, bits: number): void {
  const entry = (slot << FIELD_BITS) | bits;
  const last = entries.at(-1);
  if (last === undefined || slotIn(last) < slot) {
    entries.push(entry);
    return;
  }
  const at = placeOf(entries, slot, 0);
  entries.splice(at, slotIn(entries[at] ?? -1) === slot ? 1 : 0, entry);
}

/** Takes a slot out; nothing happens where it is not in. */
export function takeOut(entries: number[], slot: number): void {
  const at = placeOf(entries, slot, 0);
  if (slotIn(entries[at] ?? -1) === slot) entries.splice(at, 1);
}

/** The bits of the fields in which a slot has the word; 0 where it does not. */
export function fieldsAt(entries: Postings, slot: number): number {
  const entry = entries[placeOf(entries, slot, 0)] ?? -1;
  return slotIn(entry) === slot ? fieldsIn(entry) : 0;
}

/** The slots that have all of some words, in their order. @param rows one a word */
export function slotsInAll(rows: readonly Postings[]): number[] {
  const [first, ...others] = rows.toSorted((a, b) => a.length - b.length);
  if (first === undefined) return [];
  const places = others.map(() => 0);
  const slots: number[] = [];
  for (const entry of first) {
    const slot = slotIn(entry);
    let isInAll = true;
    for (let nth = 0; nth < others.length; nth += 1) {
      const other = others[nth] as Postings;
      const at = placeOf(other, slot, places[nth] ?? 0);
      if (at === other.length) return slots;
      places[nth] = at;
      if (slotIn(other[at] as number) === slot) continue;
      isInAll = false;
      break;
    }
    if (isInAll) slots.push(slot);
  }
  return slots;
}

/** The first place, from one on, that is not before a slot: in growing steps, then by halving. */
function placeOf(entries: Postings, slot: number, from: number): number {
  const least = slot << FIELD_BITS;
  let [low, step] = [from, 1];
  while (low + step < entries.length && (entries[low + step] as number) < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, entries.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
