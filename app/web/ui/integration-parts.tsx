import { Tag } from "./tag.tsx";
import {
  INDICATOR_LOOKS,
  statisticRows,
  type Indicator,
  type LiveStatus,
  type Statistics,
} from "#model/integrations.ts";

const DOTS = {
  green: "bg-green",
  yellow: "bg-yellow",
  orange: "bg-orange",
  red: "bg-red",
  blue: "bg-blue",
} as const;

/** The colored dot of an indicator, with its meaning for those who see no colors. */
export function LiveDot({ indicator }: { indicator: Indicator }) {
  const { tone, words } = INDICATOR_LOOKS[indicator];
  return (
    <>
      <span aria-hidden="true" className={`size-2.5 flex-none rounded-full ${DOTS[tone]}`} />
      <span className="sr-only">{words}: </span>
    </>
  );
}

/** An indicator as a dot and a word. */
export function StatusWords({ status: { indicator } }: { status: LiveStatus }) {
  const { tone, words } = INDICATOR_LOOKS[indicator];
  return (
    <Tag tone={tone}>
      <span aria-hidden="true" className={`size-2 rounded-full ${DOTS[tone]}`} />
      {words}
    </Tag>
  );
}

/** What HackerOne says of a program, a label and a value each. */
export function StatisticList({
  statistics,
  dateOf,
}: {
  statistics: Statistics;
  dateOf: (moment: string) => string;
}) {
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      {statisticRows(statistics, dateOf).map(({ label, value }) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="text-base font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
