import { test } from "vitest";
import { chance, everything } from "./sample.ts";

type Body = () => Promise<void> | void;
type Rest = [Body, number?] | [{ timeout: number }, Body];

/** Tests of which the short run takes one in so many, by the seed, so that each day has others; the long run takes all. */
function oneIn(count: number) {
  return (title: string, ...rest: Rest) => {
    const runs = test.runIf(isInTurn(title, count));
    if (typeof rest[0] === "function") runs(title, rest[0], rest[1] as number | undefined);
    else runs(title, rest[0], rest[1] as Body);
  };
}

/** Whether the short run of this seed takes what is one of so many. */
export function isInTurn(title: string, count: number): boolean {
  return everything || chance(`in turn: ${title}`) < 1 / count;
}

/** A test that takes more than about five seconds, since it starts servers, reads archives or draws files: one in twenty. */
export const testInTurn = oneIn(20);

/** A test that takes more than about two seconds, since passwords are compared or clocks waited for: one in five. */
export const testInFive = oneIn(5);
