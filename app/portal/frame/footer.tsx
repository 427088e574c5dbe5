import { Link } from "react-router";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";

/** Who publishes the page, where its parts are, and what it runs on unless that is switched off. */
export function Footer({ inert }: { inert: boolean }) {
  const { org, portalTitle, canonicalBase, path, poweredBy, securityMailbox, has, cookies } =
    useFrame();
  const href = usePortalHref();
  const query = useProductQuery();
  // A path below the product's own page names the product; any other one leads to it by the query.
  const ofProduct =
    query.product === undefined || path.startsWith("/product/")
      ? ""
      : `?${new URLSearchParams({ product: String(query.product) })}`;
  return (
    <footer inert={inert} className="mt-auto border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 text-sm text-muted sm:px-6">
        <p data-printed={`${canonicalBase}${path}${ofProduct}`}>
          {org.name} {portalTitle}
        </p>
        <nav aria-label="Portal" className="flex flex-wrap gap-x-5 gap-y-1">
          {has.updates ? <FooterLink to={href("/updates", query)}>Updates</FooterLink> : null}
          {has.subprocessors ? (
            <FooterLink to={href("/subprocessors", query)}>Subprocessors</FooterLink>
          ) : null}
          {has.controls ? <FooterLink to={href("/controls", query)}>Controls</FooterLink> : null}
          {has.faq ? <FooterLink to={href("/faq", query)}>FAQs</FooterLink> : null}
          <FooterLink to={href("/changes", query)}>Changes</FooterLink>
          {has.dora ? <FooterLink to={href("/dora", query)}>DORA register</FooterLink> : null}
          {has.cra ? <FooterLink to={href("/cra", query)}>CRA facts</FooterLink> : null}
          {securityMailbox === null ? null : (
            <>
              <a
                href={href("/.well-known/security.txt")}
                className="inline-flex min-h-6 items-center hover:text-ink"
              >
                security.txt
              </a>{" "}
            </>
          )}
          <FooterLink to={href("/legal/terms")}>Terms</FooterLink>
          <FooterLink to={href("/legal/privacy")}>Privacy</FooterLink>
          {cookies?.declared === true ? (
            <FooterLink to={href("/cookie-declaration")}>Cookie declaration</FooterLink>
          ) : null}
          {cookies === null ? null : (
            <a
              href={href("/legal/privacy", {}, "cookies")}
              data-cookies=""
              className="inline-flex min-h-6 items-center hover:text-ink"
            >
              Cookie settings
            </a>
          )}
        </nav>
        {poweredBy ? (
          <p className="sm:ms-auto">
            Powered by <span className="font-medium text-ink">Open Trust Center</span>
          </p>
        ) : null}
      </div>
    </footer>
  );
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <>
      <Link to={to} className="inline-flex min-h-6 items-center hover:text-ink">
        {children}
      </Link>{" "}
    </>
  );
}
