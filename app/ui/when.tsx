import type { Moment } from "../values/moments.ts";

/** A moment as its distance from now; its title has the day and the time. */
export function When({ at }: { at: Moment }) {
  return (
    <time dateTime={at.iso} title={at.full}>
      {at.text}
    </time>
  );
}
