import { createHash } from "node:crypto";

/**
 * Words that stand for a secret: unique, of letters alone, so that they come through slugs, sort keys,
 * addresses, HTML and JSON unchanged. Whoever may not see what one stands for must never receive it.
 */
const FORM = /cny[a-z]{14}/gi;

export interface Canary {
  word: string;
  org: string;
  /** What it stands for, such as `items.title of restricted`. */
  what: string;
  /** A row of the decision table. */
  seenBy: string;
}

export class Canaries {
  readonly all = new Map<string, Canary>();

  /** A new word for a text of an org. */
  word(org: string, what: string, seenBy: string): string {
    const digits = BigInt(`0x${createHash("sha256").update(`${org} ${what}`).digest("hex")}`);
    const letters = Array.from({ length: 14 }, (_, i) =>
      String.fromCharCode(97 + Number((digits >> BigInt(8 * i)) % 26n)),
    );
    const word = `cny${letters.join("")}`;
    const before = this.all.get(word);
    if (before !== undefined && before.what !== what)
      throw new Error(`one word for ${before.what} and ${what}`);
    this.all.set(word, { word, org, what, seenBy });
    return word;
  }

  /**
   * The canaries in a text, each once. A word of the form that was never planted is none: among the ids and nonces
   * of a whole walk, one in about a hundred thousand spells one by chance.
   */
  in(text: string): Canary[] {
    const words = new Set([...text.matchAll(FORM)].map(([word]) => word.toLowerCase()));
    return [...words].flatMap((word) => this.all.get(word) ?? []);
  }
}
