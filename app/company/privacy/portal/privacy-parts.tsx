import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import type { companyTerms } from "../rules/privacy-notice.ts";

/** Sections of a legal text: a heading and what stands below it. */
export function LegalText({
  sections,
}: {
  sections: readonly (readonly [title: string, text: ReactNode])[];
}) {
  return (
    <div className="mt-8 space-y-8">
      {sections.map(([title, text]) => (
        <section key={title} className="space-y-3">
          <h2 className="text-lg font-semibold">{title}</h2>
          {text}
        </section>
      ))}
    </div>
  );
}

/** A link to another page of the portal, within a text. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  const href = usePortalHref();
  return (
    <Link to={href(to)} className="text-accent underline underline-offset-2">
      {children}
    </Link>
  );
}

/**
 * The platform's terms and privacy notice by name, each a link, as forms and the welcome say what
 * is agreed to.
 */
export function PlatformTerms() {
  return (
    <>
      Open Trust Center’s <PageLink to="/legal/terms">Terms of Service</PageLink> and{" "}
      <PageLink to="/legal/privacy">Privacy Notice</PageLink>
    </>
  );
}

/** Our terms and the company's own, as the forms and the welcome name them. */
export function TermsWords({ terms }: { terms: ReturnType<typeof companyTerms> }) {
  const { org } = useFrame();
  const { termsUrl, privacyUrl } = terms;
  return (
    <>
      <PlatformTerms />
      {termsUrl === null && privacyUrl === null ? null : (
        <>
          {" and to "}
          {org.name}’s {termsUrl === null ? null : <TermsLink href={termsUrl}>terms</TermsLink>}
          {termsUrl !== null && privacyUrl !== null ? " and " : null}
          {privacyUrl === null ? null : <TermsLink href={privacyUrl}>privacy policy</TermsLink>}
        </>
      )}
    </>
  );
}

function TermsLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="text-accent underline underline-offset-2">
      {children}
    </a>
  );
}
