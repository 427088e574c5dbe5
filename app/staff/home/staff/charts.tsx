import { Link } from "react-router";
import type { Chart, Ranking } from "#model/home.ts";
import { classNames } from "#web/ui/class-names.ts";

/**
 * The series of a chart, from the bottom of a column up: each has a pattern of its own, not a color
 * alone.
 */
const FILLS = ["text-accent", "text-green", "text-red", "text-edge"] as const;

const HEIGHT = 96;
const WIDTH = 28;
const GAP = 12;

const PANEL = "rounded-lg border border-line bg-surface p-6";

/** Columns of stacked numbers, drawn on the server; the table below says the same in figures. */
export function ColumnChart({
  chart: { title, series, columns },
  usual,
}: {
  chart: Chart;
  /** How long a decision usually takes: 'within a day'; null before there are enough. */
  usual: string | null;
}) {
  const totals = columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const most = Math.max(1, ...totals);
  const width = columns.length * (WIDTH + GAP) - GAP;
  const sum = totals.reduce((all, total) => all + total, 0);
  return (
    <section aria-labelledby="requests-chart" className={PANEL}>
      <h3 id="requests-chart" className="font-semibold">
        {title}
      </h3>
      {usual === null ? null : <p className="text-sm text-muted">You usually decide {usual}.</p>}
      {sum === 0 ? (
        <p className="mt-3 text-sm text-muted">None in these weeks.</p>
      ) : (
        <svg
          viewBox={`0 0 ${width} ${HEIGHT + 14}`}
          role="group"
          aria-label={title}
          className="mt-4 h-auto w-full max-w-[22rem] forced-color-adjust-none"
        >
          {columns.map(({ label, values, to }, at) => {
            const x = at * (WIDTH + GAP);
            let y = HEIGHT;
            const column = (
              <>
                <rect x={x} y={HEIGHT - 1} width={WIDTH} height={1} className="fill-line" />
                {values.map((value, index) => {
                  const height = (value / most) * (HEIGHT - 14);
                  y -= height;
                  return value === 0 ? null : (
                    <rect
                      key={series[index]}
                      x={x}
                      y={y}
                      width={WIDTH}
                      height={height}
                      fill="currentColor"
                      className={FILLS[index]}
                    />
                  );
                })}
              </>
            );
            // Beside the link, whose name says both.
            const words = (
              <g aria-hidden="true" className="pointer-events-none">
                {(totals[at] ?? 0) === 0 ? null : (
                  <text
                    x={x + WIDTH / 2}
                    y={y - 3}
                    textAnchor="middle"
                    fontSize="10"
                    className="fill-ink"
                  >
                    {totals[at]}
                  </text>
                )}
                {at % 2 === 1 ? null : (
                  <text x={x} y={HEIGHT + 12} fontSize="9" className="fill-muted">
                    {label}
                  </text>
                )}
              </g>
            );
            // The whole height and the gap are the link, so that it is easy to hit.
            const total = totals[at] ?? 0;
            return total === 0 ? (
              <g key={label}>
                {column}
                {words}
              </g>
            ) : (
              <g key={label}>
                <a
                  href={to}
                  aria-label={`Week from ${label}: ${total === 1 ? "1 request" : `${total} requests`}`}
                >
                  <title>{`Week from ${label}: ${values
                    .flatMap((value, index) => (value === 0 ? [] : `${series[index]} ${value}`))
                    .join(", ")}`}</title>
                  <rect
                    x={x - GAP / 2}
                    y={0}
                    width={WIDTH + GAP}
                    height={HEIGHT + 14}
                    className="fill-transparent hover:fill-sunken"
                  />
                  {column}
                </a>
                {words}
              </g>
            );
          })}
        </svg>
      )}
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {series.map((name, index) => (
          <li key={name} className="inline-flex items-center gap-1.5">
            <svg
              width="10"
              height="10"
              aria-hidden="true"
              className={classNames("forced-color-adjust-none", FILLS[index])}
            >
              <rect width="10" height="10" rx="2" fill="currentColor" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <Figures
        caption={title}
        head={["Week from", ...series]}
        rows={columns.map(({ label, values }) => [label, ...values.map(String)])}
      />
    </section>
  );
}

/** Rows with a bar each, as a table that reads without the bars. */
export function RankingPanel({ id, ranking }: { id: string; ranking: Ranking }) {
  const { title, unit, rows } = ranking;
  const most = Math.max(1, ...rows.map(({ value, isApart }) => (isApart === true ? 0 : value)));
  return (
    <section aria-labelledby={id} className={PANEL}>
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {rows.length === 0 ? (
        <p className="mt-3 text-sm text-muted">No one has viewed a document in the last 30 days.</p>
      ) : (
        <table className="mt-3 w-full text-sm">
          <thead className="sr-only">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, value, to, isApart = false }) => (
              <tr key={label}>
                <td className="py-1.5 pe-3 align-top">
                  <span className="block break-words">
                    {to === null ? (
                      label
                    ) : (
                      <Link to={to} className="inline-block py-0.5 text-accent underline">
                        {label}
                      </Link>
                    )}
                  </span>
                  {isApart ? null : (
                    <svg
                      width="100%"
                      height="6"
                      aria-hidden="true"
                      className="mt-1 block text-accent forced-color-adjust-none"
                      preserveAspectRatio="none"
                      viewBox="0 0 100 6"
                    >
                      <rect width="100" height="6" className="fill-sunken" />
                      <rect width={(value / most) * 100} height="6" fill="currentColor" />
                    </svg>
                  )}
                </td>
                <td className="py-1.5 text-end align-top font-medium tabular-nums">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Figures({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <details className="mt-3 text-sm">
      <summary className="w-max cursor-pointer py-1 text-muted hover:text-ink">
        Show numbers
      </summary>
      <div className="mt-2 overflow-x-auto">
        <table className="w-full [&_td]:py-1 [&_td]:pe-3 [&_th]:py-1 [&_th]:pe-3 [&_th]:text-start [&_th]:font-medium">
          <caption className="sr-only">{caption}</caption>
          <thead className="text-muted">
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((value, index) => (
                  <td key={head[index + 1]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
