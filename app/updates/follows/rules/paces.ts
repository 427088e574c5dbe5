import * as z from "zod";
import { PACES, type Pace } from "../forms/follows.ts";

/** A pace, and since when it was somebody's. */
export interface ChosenPace {
  pace: Pace;
  from: string;
}

/** What was chosen before that says nothing any more: changes are undone within a day, and weeks end. */
const KEPT_MS = 9 * 24 * 3_600_000;
const MOST_KEPT = 20;

const earlierSchema = z.array(z.object({ pace: z.enum(PACES), from: z.string() }));

/** The paces of a stored choice, the present one last. */
export function pacesOf({
  pace,
  createdAt,
  earlierJson,
}: {
  pace: Pace;
  createdAt: string;
  earlierJson: string | null;
}): ChosenPace[] {
  const earlier = earlierJson === null ? [] : earlierSchema.parse(JSON.parse(earlierJson));
  return [...earlier, { pace, from: createdAt }];
}

/** Paces that end now, as the column of the next choice holds them; null for none. */
export function earlierColumn(paces: readonly ChosenPace[], now: Date): string | null {
  const since = new Date(now.getTime() - KEPT_MS).toISOString();
  const kept = paces.filter((_pace, at) => {
    const next = paces[at + 1];
    return next === undefined || next.from >= since;
  });
  return kept.length === 0 ? null : JSON.stringify(kept.slice(-MOST_KEPT));
}

/** Which pace was somebody's at a moment; undefined before they chose one. */
export function paceAt(paces: readonly ChosenPace[], moment: string): Pace | undefined {
  return paces.findLast(({ from }) => from <= moment)?.pace;
}
