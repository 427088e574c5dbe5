import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { FIND_PAGE } from "#model/home.ts";
import { HeaderSearch } from "../search/portal/search-header.tsx";
import { AreaLink, useMayOpen } from "#web/portal/editing/area-link.tsx";
import { useAssetHref, useFrame, useLogoHref, usePortalHref } from "#web/portal/links.ts";
import { MemberMenu, MENU_ROW } from "./member-menu.tsx";
import { productPath } from "#model/portal-paths.ts";

/**
 * The sticky row of 50 pixels: logo to the company's site, portal title, product selector, account
 * place.
 */
export function Header({ inert }: { inert: boolean }) {
  const { portalTitle, showPortalTitle } = useFrame();
  const href = usePortalHref();
  return (
    <header
      inert={inert}
      className="sticky top-[var(--bar,0px)] z-30 h-[50px] border-b border-line bg-surface"
    >
      <div className="mx-auto flex h-full max-w-6xl items-center gap-2 px-4 sm:gap-3 sm:px-6">
        <div className="flex min-w-0 items-center">
          <Logo />
        </div>
        {showPortalTitle ? (
          <div className="hidden border-s border-line ps-3 md:block">
            <Link
              to={href("")}
              className="inline-flex min-h-6 items-center text-sm font-medium text-muted no-underline hover:text-ink"
            >
              {portalTitle}
            </Link>
          </div>
        ) : null}
        <div className="grow" />
        <HeaderSearch />
        <ProductSelector />
        <AccountPlace />
      </div>
    </header>
  );
}

/** The company's logo, or its name where it has none; it leads to the company's own site. */
function Logo() {
  const { org } = useFrame();
  const asset = useAssetHref();
  const logo = useLogoHref();
  const picture =
    org.logo === null ? (
      <span className="text-base font-semibold tracking-tight">{org.name}</span>
    ) : (
      <picture>
        {org.logoDark === null ? null : (
          <source srcSet={asset(org.logoDark)} media="(prefers-color-scheme: dark)" />
        )}
        <img
          src={logo(org.logo)}
          alt={org.name}
          height={30}
          className="block h-[30px] w-auto max-w-full object-contain object-left md:max-w-[12rem]"
        />
      </picture>
    );
  return org.websiteUrl === null ? (
    picture
  ) : (
    <a href={org.websiteUrl} className="inline-flex min-h-8 min-w-0 items-center no-underline">
      {picture}
    </a>
  );
}

/** The account menu's place: asking for access, the member's state, or the owner's ways out. */
function AccountPlace() {
  const { viewer, accessRequestsEnabled, page } = useFrame();
  const href = usePortalHref();
  if (viewer.mode === "public" || (viewer.mode === "preview" && viewer.account === null)) {
    return (
      <Link
        to={href(page.path, { ...page.query, loginRequest: "true", source: "header" })}
        className={buttonClass("primary", "small", "flex-none max-sm:px-2")}
        preventScrollReset
      >
        {accessRequestsEnabled ? "Get access" : "Sign in"}
      </Link>
    );
  }
  const name = viewer.mode === "preview" ? (viewer.account?.name ?? "") : viewer.name;
  return (
    <details className="relative" data-menu>
      <summary className="inline-flex size-9 list-none items-center justify-center rounded-full border border-edge text-ink hover:bg-sunken">
        <Icon name="user" size={18} label={`Account: ${name}`} />
      </summary>
      <div className="absolute end-0 top-full z-20 mt-2 w-64 rounded-md border border-line bg-surface p-3 text-sm shadow-panel">
        <p className="font-semibold">{name}</p>
        {viewer.mode === "main" ? (
          <StaffMenu preview={href("", { view: "public" })} />
        ) : (
          <>
            {viewer.mode === "accountExternal" ? (
              <p className="break-words text-muted">{viewer.email}</p>
            ) : null}
            <p className="mt-2 flex items-center justify-between gap-2">
              {viewer.mode === "accountExternal" ? (
                <span className="min-w-0 break-words">{viewer.accountName}</span>
              ) : null}
              <ReviewStatus
                status={
                  viewer.mode === "accountExternal"
                    ? viewer.reviewStatus
                    : (viewer.account?.reviewStatus ?? "approved")
                }
              />
            </p>
            <MemberMenu />
          </>
        )}
      </div>
    </details>
  );
}

/** Where staff go from the portal, and out. Every other page is a click away on their home. */
function StaffMenu({ preview }: { preview: string }) {
  const mayOpen = useMayOpen();
  return (
    <>
      <ul className="mt-2 space-y-1">
        <li>
          <AreaLink segment="home" className={MENU_ROW}>
            Home
          </AreaLink>
        </li>
        {mayOpen("inbox") ? (
          <li>
            <AreaLink segment="inbox" path="/inbox" className={MENU_ROW}>
              Inbox
            </AreaLink>
          </li>
        ) : null}
        <li>
          <AreaLink segment="home" path={FIND_PAGE} className={MENU_ROW}>
            Find
          </AreaLink>
        </li>
        <li>
          <Link to="/account" className={MENU_ROW}>
            Account
          </Link>
        </li>
        <li>
          <a href={preview} className={MENU_ROW}>
            Preview as the public
          </a>
        </li>
      </ul>
      <form method="post" noValidate action="/sign-out" className="mt-2 border-t border-line pt-2">
        <button type="submit" name="intent" value="sign-out" className={MENU_ROW}>
          Sign out
        </button>
      </form>
    </>
  );
}

const STATUS = {
  approved: { label: "Approved", tone: "green" },
  pending: { label: "Pending review", tone: "yellow" },
  declined: { label: "Declined", tone: "red" },
  expired: { label: "Expired", tone: "orange" },
} as const;

function ReviewStatus({ status }: { status: keyof typeof STATUS }) {
  return <Tag tone={STATUS[status].tone}>{STATUS[status].label}</Tag>;
}

/**
 * Switches between products, and offers the links that the org put beside them. A disclosure with
 * plain links; the owner also sees what the selector does not show to others, and the tooltip that
 * says so.
 */
function ProductSelector() {
  const { products, links, product, multiProductTooltip, viewer } = useFrame();
  const href = usePortalHref();
  const shown = products.filter(
    (candidate) => candidate.show || candidate.slug === product.slug || viewer.mode === "main",
  );
  if (shown.length + links.length < 2) return null;
  return (
    <details className="group relative" data-menu>
      <summary
        className="inline-flex min-h-9 list-none items-center gap-1 rounded-md border border-edge px-2 text-sm hover:bg-sunken sm:max-w-64 sm:px-3"
        aria-describedby={multiProductTooltip ? "product-tooltip" : undefined}
      >
        <span className="sr-only">Product: </span>
        {/* Two letters of a name say nothing: where there is no room for it, a sign takes its place. */}
        <span className="max-sm:sr-only sm:truncate">{product.name}</span>
        <Icon name="layers" size={18} className="sm:hidden" />
        <Icon name="chevronDown" size={16} className="text-muted" />
      </summary>{" "}
      {multiProductTooltip ? (
        <span id="product-tooltip" role="tooltip" className="tooltip">
          Each product has its own page. Visitors switch between them here.
        </span>
      ) : null}
      <ul className="absolute end-0 top-full z-20 mt-2 max-h-[300px] w-64 overflow-y-auto rounded-md border border-line bg-surface p-1.5 text-sm shadow-panel">
        {shown.map((candidate) => (
          <li key={candidate.slug}>
            <Link
              to={href(productPath(candidate))}
              aria-current={candidate.slug === product.slug ? "page" : undefined}
              className="flex min-h-9 items-center justify-between gap-2 rounded-sm px-2.5 no-underline hover:bg-sunken aria-[current]:font-semibold"
            >
              {candidate.name}
              {candidate.slug === product.slug ? (
                <Icon name="check" size={16} className="text-accent" />
              ) : candidate.show ? null : (
                <Icon
                  name="eyeOff"
                  size={16}
                  label="Not shown in the selector"
                  className="text-muted"
                />
              )}
            </Link>
          </li>
        ))}
        {links.map((link) => (
          <li key={link.link}>
            <a
              href={link.link}
              className="flex min-h-9 items-center justify-between gap-2 rounded-sm px-2.5 no-underline hover:bg-sunken"
            >
              {link.label}
              <Icon name="external" size={16} className="text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
