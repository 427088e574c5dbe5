import type { Route } from "./+types/page";
import type { RouteHandle } from "#values/page-query.ts";
import { registerLines } from "#model/settings/dora-lines.ts";
import { notFound } from "#web/forms/form.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { useFrame } from "#web/portal/links.ts";
import { RegisterLead } from "#web/portal/register-lead.tsx";
import { cacheForEveryone, portalRequest } from "#web/portal/scope.ts";
import { RegisterLines } from "#web/portal/register-lines.tsx";
import { registeredSubprocessors } from "../registered.server.ts";
import { DORA_TITLE, givenFacts } from "../rules/register.ts";

/** Subprocessors that the page names at most: what is more would make it too long to load. */
const MOST_SUBPROCESSORS = 40;

export const handle: RouteHandle = { query: {} };

/** What a financial entity writes into its register of information about this company. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const facts = givenFacts(portal.org.customization.dora);
  if (facts === null) throw notFound();
  const subprocessors = await registeredSubprocessors(portal.scope);
  cacheForEveryone(context, portal);
  const { product } = portal;
  return {
    lines: registerLines(facts),
    count: subprocessors.length,
    subprocessors: subprocessors
      .slice(0, MOST_SUBPROCESSORS)
      .map(({ id, company, facts: own }) => ({ id, company, lines: registerLines(own) })),
    product: product.isDefault ? null : product.slug,
  };
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

export default function Dora({
  loaderData: { lines, subprocessors, count, product },
}: Route.ComponentProps) {
  const { org } = useFrame();
  return (
    <PlainPage
      title={DORA_TITLE}
      lead={
        <RegisterLead path="/dora" product={product}>
          Facts about {org.name} for a register of information (Regulation (EU) 2022/2554). The
          codes are the columns in Implementing Regulation (EU) 2024/2956.
        </RegisterLead>
      }
    >
      <RegisterLines lines={lines} className="rounded-lg border border-line bg-surface" />
      {subprocessors.length === 0 ? null : (
        <section aria-labelledby="dora-subprocessors" className="mt-10">
          <h2 id="dora-subprocessors" className="mb-2 text-lg font-semibold">
            Subprocessors
          </h2>
          <p className="mb-4 text-sm text-muted">
            {count === subprocessors.length
              ? "Also in the CSV and JSON."
              : `The first ${subprocessors.length} of ${count.toLocaleString("en")}. All are in the CSV and JSON.`}
          </p>
          <div className="divide-y divide-line rounded-lg border border-line bg-surface">
            {subprocessors.map(({ id, company, lines: own }) => (
              <details key={id}>
                <summary className="cursor-pointer px-4 py-3 text-sm font-medium break-words">
                  {company}
                </summary>
                <RegisterLines lines={own} className="border-t border-line bg-sunken" />
              </details>
            ))}
          </div>
        </section>
      )}
    </PlainPage>
  );
}
