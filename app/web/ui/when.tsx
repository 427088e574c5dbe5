import { dayMoment, type Moment } from "#values/moments.ts";

/** A moment as its distance from now; its title has the day and the time. */
export function When({ at }: { at: Moment }) {
  return (
    <time dateTime={at.iso} title={at.full}>
      {at.text}
    </time>
  );
}

/** A moment as its distance from a day, for pages that stay the same until that day ends. */
export function WhenByDay({
  iso,
  today,
  timeZone,
}: {
  iso: string;
  /** null where the page doesn't count from a day. */
  today: string | null;
  timeZone: string;
}) {
  return <When at={dayMoment(iso, today, timeZone)} />;
}
