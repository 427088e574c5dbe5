import { Link } from "react-router";
import { SectionFrame } from "#web/portal/home/section.tsx";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import { CRA_TITLE } from "../rules/file.ts";

/** The way from a product's page to its facts under the Cyber Resilience Act, where it has any. */
export function CraLink() {
  const { has } = useFrame();
  const href = usePortalHref();
  const query = useProductQuery();
  if (!has.cra) return null;
  return (
    <SectionFrame id="cra" title={CRA_TITLE}>
      <p className="text-muted">
        Vulnerability contact, support period and declaration of conformity under the Cyber
        Resilience Act.{" "}
        <Link to={href("/cra", query)} className="inline-flex min-h-6 items-center text-accent">
          Open the facts for your file
        </Link>
      </p>
    </SectionFrame>
  );
}
