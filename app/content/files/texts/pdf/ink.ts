/** A page as it was drawn: four bytes a pixel, whatever their order. */
export interface Drawing {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A stretch of a drawing in pixels: from its first ones to those behind its last. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** By how much two colors differ, of 255, before an eye can tell. */
const TOLD_APART = 14;
/** Beside each other in a scanned picture they differ by more than its noise. */
const TOLD_IN_A_PICTURE = 32;
const LUMA = [0.299, 0.587, 0.114] as const;

/**
 * Where something is drawn, counted so that each box of a page is looked at in one step, however
 * large it is and however many there are.
 */
export class Ink {
  readonly #width: number;
  readonly #height: number;
  /** How many marked pixels lie above and to the left of each place. */
  readonly #sums: Uint32Array;

  private constructor(
    { width, height }: Drawing,
    isMarked: (pixel: number, x: number, y: number) => boolean,
  ) {
    this.#width = width;
    this.#height = height;
    const row = width + 1;
    const sums = new Uint32Array(row * (height + 1));
    for (let y = 0; y < height; y += 1) {
      let count = 0;
      for (let x = 0; x < width; x += 1) {
        if (isMarked(4 * (y * width + x), x, y)) count += 1;
        sums[(y + 1) * row + x + 1] = (sums[y * row + x + 1] ?? 0) + count;
      }
    }
    this.#sums = sums;
  }

  /** Where two drawings of one page differ. */
  static between(one: Drawing, { pixels: other }: Drawing): Ink {
    const { pixels } = one;
    const apart = (at: number) => Math.abs((pixels[at] ?? 0) - (other[at] ?? 0)) >= TOLD_APART;
    // Most pixels are the same: they are compared as a whole.
    const [whole, otherWhole] = [wholePixels(pixels), wholePixels(other)];
    return new Ink(
      one,
      (at) => whole[at / 4] !== otherWhole[at / 4] && (apart(at) || apart(at + 1) || apart(at + 2)),
    );
  }

  /** Where a drawing is not of one color: at the edges of what is drawn. */
  static edges(drawing: Drawing): Ink {
    const { width, height, pixels } = drawing;
    const grey = (at: number) =>
      LUMA.reduce((sum, part, place) => sum + part * (pixels[at + place] ?? 0), 0);
    return new Ink(drawing, (at, x, y) => {
      const own = grey(at);
      const apart = (other: number) => Math.abs(own - grey(other)) >= TOLD_IN_A_PICTURE;
      return (x + 1 < width && apart(at + 4)) || (y + 1 < height && apart(at + 4 * width));
    });
  }

  /** The share of a box that is marked; 0 for one that lies outside. */
  shareOf({ left, top, right, bottom }: Box): number {
    const from = { x: Math.max(0, left), y: Math.max(0, top) };
    const to = { x: Math.min(this.#width, right), y: Math.min(this.#height, bottom) };
    const area = (to.x - from.x) * (to.y - from.y);
    if (to.x <= from.x || to.y <= from.y) return 0;
    const row = this.#width + 1;
    const sum = (x: number, y: number) => this.#sums[y * row + x] ?? 0;
    return (sum(to.x, to.y) - sum(from.x, to.y) - sum(to.x, from.y) + sum(from.x, from.y)) / area;
  }
}

function wholePixels({ buffer, byteOffset, length }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length / 4);
}
