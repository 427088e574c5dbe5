import type { Route } from "./+types/page";
import { isWebAddress } from "#model/cra.ts";
import { formatDate } from "#values/dates.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { notFound } from "#web/forms/form.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { RegisterLead } from "#web/portal/register-lead.tsx";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { CRA_TITLE, craLines, shownFacts, type CraLine } from "../rules/file.ts";

export const handle: RouteHandle = { query: {} };

/** What customers keep about a product under the Cyber Resilience Act. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const { product, org, scope } = portal;
  const facts = shownFacts(product.cra, org.customization);
  if (facts === null) throw notFound();
  cacheForEveryone(context, portal);
  return {
    lines: craLines(facts),
    ended: facts.supportUntil !== null && scope.clock.passed(facts.supportUntil),
    name: product.name,
    product: product.isDefault ? null : product.slug,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const names = (loaderData?.lines ?? []).map(({ label }) => label);
  return headOf(matches, {
    title: CRA_TITLE,
    lists: { what: "Facts under the Cyber Resilience Act", names },
    path: "/cra",
    twin: true,
  });
}

export default function Cra({ loaderData: { lines, ended, name, product } }: Route.ComponentProps) {
  return (
    <PlainPage
      title={CRA_TITLE}
      lead={
        <RegisterLead path="/cra" product={product}>
          Facts about {name} under the Cyber Resilience Act (Regulation (EU) 2024/2847), each with
          the point that asks for it.
        </RegisterLead>
      }
    >
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {lines.map((line) => (
          <div
            key={line.name}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <dt className="font-medium">
              {line.label}{" "}
              <span className="block text-xs font-normal text-muted">{line.point}</span>
            </dt>
            <dd className="break-words whitespace-pre-line">
              <Value line={line} />
              {line.name === "supportUntil" && ended ? " (ended)" : null}
            </dd>
          </div>
        ))}
      </dl>
    </PlainPage>
  );
}

/** A fact; an address as a link. */
function Value({ line: { name, value } }: { line: CraLine }) {
  if (name === "supportUntil") return <time dateTime={value}>{formatDate(value, "UTC")}</time>;
  const to = isWebAddress(value)
    ? value
    : name === "contact" && value.includes("@")
      ? `mailto:${value}`
      : null;
  if (to === null) return value;
  return (
    <a
      href={to}
      rel="noopener noreferrer"
      className="inline-block min-h-6 [overflow-wrap:anywhere] text-accent"
    >
      {value}
    </a>
  );
}
