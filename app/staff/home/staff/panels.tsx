import { Link } from "react-router";
import type { AuditSentence } from "#tenancy/audit/rules/audit.ts";
import { Sentence } from "#company/audit/staff/sentence.tsx";
import { VALIDITY_DAYS, type Validity } from "#model/home.ts";

const PANEL = "rounded-lg border border-line bg-surface p-6 text-sm";

/**
 * How long documents are still good, the nearest end first: a bar each up to a year from now, and
 * the day beside it, so that the table reads without the bars.
 */
export function ValidityPanel({ rows }: { rows: readonly Validity[] }) {
  return (
    <section aria-labelledby="validity" className={PANEL}>
      <h3 id="validity" className="text-base font-semibold">
        Valid until
      </h3>
      <p className="text-muted">Documents that expire in the next 12 months.</p>
      <table className="mt-3 w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Document</th>
            <th scope="col">Valid until</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, days, until }) => (
            <tr key={id}>
              <td className="py-1.5 pe-3 align-top">
                <Link
                  to={`/documents/${id}`}
                  className="inline-block py-0.5 [overflow-wrap:anywhere] text-accent underline"
                >
                  {name}
                </Link>
                <svg
                  width="100%"
                  height="6"
                  aria-hidden="true"
                  preserveAspectRatio="none"
                  viewBox={`0 0 ${VALIDITY_DAYS} 6`}
                  className={`mt-1 block ${days < 0 ? "text-red" : days <= 30 ? "text-yellow" : "text-green"}`}
                >
                  <rect width={VALIDITY_DAYS} height="6" className="fill-sunken" />
                  <rect
                    width={days < 0 ? VALIDITY_DAYS : Math.max(3, Math.min(days, VALIDITY_DAYS))}
                    height="6"
                    fill="currentColor"
                  />
                </svg>
              </td>
              <td className="py-2 text-end align-top whitespace-nowrap tabular-nums">
                {days < 0 ? "Expired " : null}
                {until}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The last entries of the record, as sentences. */
export function Lately({
  rows,
}: {
  rows: readonly {
    id: string;
    at: string;
    who: string;
    sentence: AuditSentence;
    ago: string;
    when: string;
  }[];
}) {
  return (
    <section aria-labelledby="lately" className={PANEL}>
      <h3 id="lately" className="text-base font-semibold">
        What your team and visitors did
      </h3>
      <ul className="mt-3 space-y-2">
        {rows.map(({ id, at, who, sentence, ago, when }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <Sentence who={who} sentence={sentence} />{" "}
            <time dateTime={at} title={when} className="text-muted">
              {ago}
            </time>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <Link to="/audit" className="inline-block py-0.5 text-accent underline">
          See the audit log
        </Link>
      </p>
    </section>
  );
}
