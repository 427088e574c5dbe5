import { test } from "vitest";
import { chance, everything } from "../sample.ts";

/** Which part of the tests in turn the short run takes. */
const PART = 0.15;

/**
 * A test that starts servers and kills them, or reads whole archives and the worst of files, and so takes seconds: the
 * short run takes about one in seven, by the seed, so that each commit has others; the long run takes all.
 */
export function testInTurn(title: string, ...rest: [Body, number?] | [{ timeout: number }, Body]) {
  const runs = test.runIf(everything || chance(`in turn: ${title}`) < PART);
  if (typeof rest[0] === "function") runs(title, rest[0], rest[1] as number | undefined);
  else runs(title, rest[0], rest[1] as Body);
}

type Body = () => Promise<void> | void;
