import { Link } from "react-router";
import { SectionFrame } from "#web/portal/home/section.tsx";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import { DORA_TITLE } from "../rules/register.ts";

/** The way from a product's page to the facts for registers, where the company gives any. */
export function DoraLink() {
  const { has } = useFrame();
  const href = usePortalHref();
  const query = useProductQuery();
  if (!has.dora) return null;
  return (
    <SectionFrame id="dora" title={DORA_TITLE}>
      <p className="text-muted">
        Company identifiers, services and data locations for financial entities in the EU.{" "}
        <Link to={href("/dora", query)} className="inline-flex min-h-6 items-center text-accent">
          Open the facts for your register
        </Link>
      </p>
    </SectionFrame>
  );
}
