import { createHash } from "node:crypto";

/**
 * How much of what only repeats is asked: everything by `npm run test:long`, a sample by `npm test`. The sample
 * follows from a seed, which the test command prints; TEST_SEED asks for the same one again.
 */

/** Whether everything is asked. */
export const everything = process.env.TEST_LONG === "1";

/** What the sample follows from. */
export const seed = process.env.TEST_SEED ?? "0";

/** A number from 0 up to 1 that follows from the seed and a name. */
export function chance(name: string): number {
  const digest = createHash("sha256").update(`${seed}\0${name}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}

/**
 * All of a list in the long run, else as many of its members as asked for, in their own order.
 * @param count how many of them the short run takes
 * @param name what the list is about; a list of other members under the same name is sampled anew
 */
export function sample<T>(list: readonly T[], count: number, name: string): T[] {
  if (everything || list.length <= count) return [...list];
  const taken = list
    .map((member, at) => ({ at, member, by: chance(`${name} ${at}`) }))
    .sort((a, b) => a.by - b.by)
    .slice(0, count);
  return taken.sort((a, b) => a.at - b.at).map(({ member }) => member);
}
