import { Link } from "react-router";
import type { Route } from "./+types/coverage";
import { requireStaff } from "#auth/current-staff.ts";
import { coverageSince, type Share } from "#content/knowledge-base/store/coverage.server.ts";
import { isoNow } from "#db/ids.ts";
import { monthsAfter } from "#model/knowledge-base/reviews.ts";
import { QUESTIONNAIRES_PAGE } from "#model/questionnaires.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMonth } from "#values/dates.ts";
import { pageTitle } from "#values/page-title.ts";

export function meta() {
  return [{ title: pageTitle("Coverage", false) }];
}

/** How far back it looks, in months. */
const MONTHS = 12;

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const since = monthsAfter(isoNow(now()), -MONTHS);
  const { months, sections } = await coverageSince(store.read, org.id, since);
  return {
    months: months.map((month) => ({ ...month, name: formatMonth(`${month.name}-01`) })),
    sections: sections.map((section) => ({ ...section, name: section.name || "No section" })),
  };
}

export default function Coverage({ loaderData: { months, sections } }: Route.ComponentProps) {
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to={QUESTIONNAIRES_PAGE} className="inline-block py-0.5 text-accent underline">
          Questionnaires
        </Link>
      </p>
      <h1 className="text-2xl font-semibold tracking-tight">Coverage</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        How many answers of the last 12 months were made of an FAQ entry or a control. Questions
        that were answered without one are listed under <Link to="/knowledge-base">FAQ</Link>.
      </p>
      {months.length === 0 ? (
        <p>No question of a questionnaire was answered in the last 12 months.</p>
      ) : (
        <div className="grid gap-10 lg:grid-cols-2">
          <Shares title="By month" head="Month" shares={months} />
          <Shares title="By section" head="Section" shares={sections} />
        </div>
      )}
    </>
  );
}

function Shares({ title, head, shares }: { title: string; head: string; shares: Share[] }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="text-lg font-semibold">{title}</h2>
      <table className="mt-3 w-full text-sm [&_td]:py-1.5 [&_td]:pe-3 [&_th]:py-1.5 [&_th]:pe-3 [&_th]:text-start [&_th]:font-medium">
        <caption className="sr-only">{title}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">Answered</th>
            <th scope="col">From the library</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ name, answered, fromLibrary }) => (
            <tr key={name}>
              <th scope="row" className="[overflow-wrap:anywhere]">
                {name}
              </th>
              <td className="tabular-nums">{answered}</td>
              <td className="tabular-nums">
                {fromLibrary} ({Math.round((fromLibrary / answered) * 100)}%)
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
