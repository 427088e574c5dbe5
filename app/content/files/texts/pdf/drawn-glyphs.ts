/** A stretch of a page, in the page's own units. */
export interface Sides {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** What is drawn at one place, for one character or for several: a ligature, a replaced text. */
export interface Glyph {
  /** The text that it belongs to, and where it begins. */
  object: number;
  origin: readonly [number, number];
  sides: Sides;
  /** The characters it stands for that take room, and those of them that take twice as much. */
  count: number;
  wide: number;
  /** One of them is a letter or a digit. */
  isWritten: boolean;
  /** How long an em of it is along its line, and how much it is squashed: 1 is not, 0 is flat. */
  em: number;
  squash: number;
  /** Its font, at its size. */
  font: string;
}

interface FontAsDrawn {
  font: number;
  size: number;
  matrix: readonly [number, number, number, number];
}

/** Characters of a glyph that are a ligature's; what stands for more is a replaced text. */
const LIGATURE = 3;
/** How wide a character is at least, on average, in ems: as narrow as those of condensed print. */
const NARROWEST = { ligature: 0.14, text: 0.18 };
/** How large what is drawn for letters is on average, in pixels of the page's image, to be read. */
const SMALLEST = 2.6;
/** Sizes of a font that differ by less than a twentieth are one. */
const SIZES = 20;
const NO_ROOM = /^[\p{M}\p{Cf}\s]*$/u;
const WIDE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]$/u;
const WRITTEN = /^[\p{L}\p{N}]/u;

/** How a text is drawn: what its characters have in common. */
export interface Style {
  em: number;
  squash: number;
  font: string;
}

/** What a font, its size and the matrix of its text come to. */
export function styleOf({ font, size, matrix: [a, b, c, d] }: FontAsDrawn): Style {
  const [along, apart] = [Math.hypot(a, b), Math.hypot(c, d)];
  const area = Math.abs(a * d - b * c);
  // The lengths of an ellipse that a circle becomes.
  const sum = a * a + b * b + c * c + d * d;
  const rest = Math.sqrt(Math.max(0, sum * sum - 4 * area * area));
  const longest = Math.sqrt((sum + rest) / 2);
  const step = Math.round(SIZES * Math.log(Math.max(1e-9, longest * Math.abs(size))));
  const squash = longest === 0 ? 0 : area / (longest * longest);
  return {
    em: Math.abs(size) * (along || apart),
    squash,
    font: `${font} ${step} ${Math.round(SIZES * squash)}`,
  };
}

/** The glyph of one character. */
export function glyphOf(
  sign: string,
  { object, origin, sides }: Pick<Glyph, "object" | "origin" | "sides">,
  { em, squash, font }: Style,
): Glyph {
  const isPlain = sign >= "!" && sign <= "~";
  return {
    object,
    origin,
    sides,
    count: isPlain || !NO_ROOM.test(sign) ? 1 : 0,
    wide: !isPlain && WIDE.test(sign) ? 1 : 0,
    isWritten: WRITTEN.test(sign),
    em,
    squash,
    font,
  };
}

/** Whether a character is drawn by the glyph of the one before it. */
export function isSameGlyph(one: Glyph, { object, origin }: Glyph): boolean {
  return one.object === object && one.origin[0] === origin[0] && one.origin[1] === origin[1];
}

/** Adds another character to a glyph. @returns the same glyph */
export function joined(glyph: Glyph, { sides, count, wide, isWritten }: Glyph): Glyph {
  glyph.count += count;
  glyph.wide += wide;
  glyph.isWritten ||= isWritten;
  glyph.sides = {
    left: Math.min(glyph.sides.left, sides.left),
    right: Math.max(glyph.sides.right, sides.right),
    bottom: Math.min(glyph.sides.bottom, sides.bottom),
    top: Math.max(glyph.sides.top, sides.top),
  };
  return glyph;
}

/**
 * Glyphs that a reader of the page's image can take for what the file says they are: large enough
 * to be read, and wide enough for as many characters. A file may draw a page of words a point high
 * or squashed to a line, and may say of any glyph that it stands for a page of them.
 * @param scale pixels of the page's image to a unit of the page
 * @param further how many ems more there are for a text that several objects are drawn for
 */
export function legibleGlyphs(
  glyphs: Iterable<Glyph>,
  scale: number,
  further: (object: number) => number,
): Set<Glyph> {
  const all = new Set(glyphs);
  const tooSmall = fontsTooSmall(all, scale);
  return new Set([...all].filter((glyph) => !tooSmall.has(glyph.font) && hasRoom(glyph, further)));
}

/** Fonts, at a size, whose letters nobody can read. */
function fontsTooSmall(glyphs: ReadonlySet<Glyph>, scale: number): Set<string> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { font, sides, squash, isWritten, count: characters } of glyphs) {
    if (!isWritten) continue;
    const [width, height] = [sides.right - sides.left, sides.top - sides.bottom];
    const reach = squash * (characters > 1 ? Math.min(width, height) : Math.max(width, height));
    const before = sums.get(font) ?? { sum: 0, count: 0 };
    sums.set(font, { sum: before.sum + reach, count: before.count + 1 });
  }
  return new Set(
    [...sums].flatMap(([font, { sum, count }]) => ((sum / count) * scale < SMALLEST ? [font] : [])),
  );
}

/** Whether as many characters have room in it. */
function hasRoom(glyph: Glyph, further: (object: number) => number): boolean {
  const { count, wide, object } = glyph;
  if (count <= 1) return true;
  const [width, height] = [
    glyph.sides.right - glyph.sides.left,
    glyph.sides.top - glyph.sides.bottom,
  ];
  // A font that is drawn by commands may count in other units.
  const em = Math.max(glyph.em, height / 3);
  const wanted = (count + wide) * (count <= LIGATURE ? NARROWEST.ligature : NARROWEST.text);
  const room = em === 0 ? 0 : Math.max(width, height) / em;
  return room >= wanted || room + further(object) >= wanted;
}
