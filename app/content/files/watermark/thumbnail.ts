import type { PageSize } from "./jobs.ts";
import { encodePng } from "./png.ts";

/** A page as opaque RGBA pixels. */
export interface Drawn extends PageSize {
  pixels: Uint8Array;
}

/** Large enough to know a document by its first page, too small to read more than its title. */
const MAX_WIDTH = 160;
const MAX_HEIGHT = 240;

/**
 * A page as a small PNG: each pixel is the mean of those that it stands for. What is longer than a
 * page of paper is cut at the foot.
 */
export function thumbnailOf({ pixels, width, height }: Drawn): Buffer {
  const step = Math.max(1, width / MAX_WIDTH);
  const across = Math.max(1, Math.floor(width / step));
  const down = Math.max(1, Math.min(MAX_HEIGHT, Math.floor(height / step)));
  const small = new Uint8Array(across * down * 4);
  for (let y = 0, to = 0; y < down; y += 1) {
    const [top, bottom] = [Math.floor(y * step), Math.max(1, Math.floor((y + 1) * step))];
    for (let x = 0; x < across; x += 1, to += 4) {
      const [left, right] = [Math.floor(x * step), Math.max(1, Math.floor((x + 1) * step))];
      const count = (bottom - top) * (right - left);
      const sum = { red: 0, green: 0, blue: 0 };
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1) {
          const from = (row * width + column) * 4;
          sum.red += pixels[from] ?? 0;
          sum.green += pixels[from + 1] ?? 0;
          sum.blue += pixels[from + 2] ?? 0;
        }
      small.set([sum.red / count, sum.green / count, sum.blue / count], to);
    }
  }
  return encodePng(small, across, down);
}
