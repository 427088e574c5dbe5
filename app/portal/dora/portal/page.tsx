import type { Route } from "./+types/page";
import type { RouteHandle } from "#values/page-query.ts";
import { twinPath } from "#model/twins.ts";
import { notFound } from "#web/forms/form.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { DORA_TITLE, givenFacts, registerLines } from "../rules/register.ts";

export const handle: RouteHandle = { query: {} };

/** What a financial entity writes into its register of information about this company. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const facts = givenFacts(portal.org.customization.dora);
  if (facts === null) throw notFound();
  cacheForEveryone(context, portal);
  const { product } = portal;
  return { lines: registerLines(facts), product: product.isDefault ? null : product.slug };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const names = (loaderData?.lines ?? []).map(({ label }) => label);
  return headOf(matches, {
    title: DORA_TITLE,
    lists: { what: "Facts for the register of information under DORA", names },
    path: "/dora",
    twin: true,
  });
}

export default function Dora({ loaderData: { lines, product } }: Route.ComponentProps) {
  const { org } = useFrame();
  const href = usePortalHref();
  const files = [
    ["CSV", href("/dora.csv", { product })],
    ["JSON", href(twinPath("/dora", "json"), { product })],
  ] as const;
  return (
    <PlainPage
      title={DORA_TITLE}
      lead={
        <p className="-mt-4 mb-6 text-sm text-muted">
          Facts about {org.name} for a register of information (Regulation (EU) 2022/2554). The
          codes are the columns in Implementing Regulation (EU) 2024/2956. Download as{" "}
          {files.map(([label, to], place) => (
            <span key={label}>
              {place === 0 ? null : " or "}
              <a href={to} className="inline-flex min-h-6 items-center text-accent">
                {label}
              </a>
            </span>
          ))}
          .
        </p>
      }
    >
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {lines.map(({ label, column, values }) => (
          <div
            key={label}
            className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          >
            <dt className="font-medium">
              {label}{" "}
              {column === null ? null : (
                <span className="block text-xs font-normal text-muted">{column}</span>
              )}
            </dt>
            <dd className="space-y-1 break-words whitespace-pre-line">
              {values.map((value) => (
                <div key={value}>{value}</div>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </PlainPage>
  );
}
