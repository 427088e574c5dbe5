import { Link } from "react-router";
import { SectionFrame } from "#web/portal/home/section.tsx";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import { CRA_TITLE } from "../cra/rules/file.ts";
import { DORA_TITLE } from "../dora/rules/register.ts";

const REGISTERS = [
  {
    name: "dora",
    title: DORA_TITLE,
    words: "Company identifiers, services and data locations for financial entities in the EU.",
    label: "Open the facts for your register",
  },
  {
    name: "cra",
    title: CRA_TITLE,
    words:
      "Vulnerability contact, support period and declaration of conformity under the Cyber Resilience Act.",
    label: "Open the facts for your file",
  },
] as const;

/** The ways from a product’s page to the facts that customers’ registers and files take, where it has any. */
export function RegisterLinks() {
  const { has } = useFrame();
  const href = usePortalHref();
  const query = useProductQuery();
  return REGISTERS.filter(({ name }) => has[name]).map(({ name, title, words, label }) => (
    <SectionFrame key={name} id={name} title={title}>
      <p className="text-muted">
        {words}{" "}
        <Link to={href(`/${name}`, query)} className="inline-flex min-h-6 items-center text-accent">
          {label}
        </Link>
      </p>
    </SectionFrame>
  ));
}
