import { Link } from "react-router";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useAssetHref, useFrame, usePortalHref, useProductHref } from "../links.ts";
import { ProductSelector } from "./product-selector.tsx";

/** The sticky row of 50 pixels: logo to the company's site, portal title, product selector, account place (spec/1 'Page layout'). */
export function Header({ inert }: { inert: boolean }) {
  const { portalTitle, showPortalTitle } = useFrame();
  const href = usePortalHref();
  return (
    <header inert={inert} className="sticky top-0 z-30 h-[50px] border-b border-line bg-surface">
      <div className="mx-auto flex h-full max-w-6xl items-center gap-2 px-4 sm:gap-3 sm:px-6">
        <div className="flex min-w-0 items-center">
          <Logo />
        </div>
        {showPortalTitle ? (
          <div className="hidden border-s border-line ps-3 sm:block">
            <Link to={href("")} className="inline-flex min-h-6 items-center text-sm font-medium text-muted no-underline hover:text-ink">
              {portalTitle}
            </Link>
          </div>
        ) : null}
        <div className="grow" />
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
  const picture =
    org.logo === null ? (
      <span className="text-base font-semibold tracking-tight">{org.name}</span>
    ) : (
      <picture>
        {org.logoDark === null ? null : <source srcSet={asset(org.logoDark)} media="(prefers-color-scheme: dark)" />}
        <img src={asset(org.logo)} alt={org.name} height={30} className="block h-[30px] w-auto max-w-full object-contain object-left sm:max-w-[12rem]" />
      </picture>
    );
  return org.websiteUrl === null ? picture : <a href={org.websiteUrl} className="inline-flex min-h-8 min-w-0 items-center no-underline">{picture}</a>;
}

/** The account menu's place: asking for access, the member's state, or the owner's ways out. */
function AccountPlace() {
  const { viewer, accessRequestsEnabled, guideUrl } = useFrame();
  const href = usePortalHref();
  const product = useProductHref();
  if (viewer.mode === "public" || viewer.mode === "preview") {
    return (
      <Link to={product("", { loginRequest: "true", source: "header" })} className={buttonClass("primary", "small")} preventScrollReset>
        <Icon name="key" size={18} className="sm:hidden" />
        <span className="max-sm:sr-only">{accessRequestsEnabled ? "Get access" : "Log in"}</span>
      </Link>
    );
  }
  const items =
    viewer.mode === "main"
      ? [
          { to: "/account", label: "Account" },
          ...(viewer.permissions.includes("audit:view") ? [{ to: "/audit", label: "Audit" }] : []),
          { to: href("", { view: "public" }), label: "Preview as the public" },
        ]
      : [];
  return (
    <details className="relative" data-menu>
      <summary className="inline-flex size-9 list-none items-center justify-center rounded-full border border-edge text-ink hover:bg-sunken" aria-label={`Account: ${viewer.name}`}>
        <Icon name="user" size={18} />
      </summary>
      <div className="absolute end-0 top-full z-20 mt-2 w-64 rounded-md border border-line bg-surface p-3 text-sm shadow-panel">
        <p className="font-semibold">{viewer.name}</p>
        {viewer.mode === "accountExternal" ? (
          <>
            <p className="text-muted">{viewer.email}</p>
            <p className="mt-2 flex items-center justify-between gap-2">
              <span>{viewer.accountName}</span>
              <ReviewStatus status={viewer.reviewStatus} />
            </p>
            {guideUrl === null ? null : (
              <p className="mt-2">
                <a href={guideUrl} className="inline-flex min-h-6 items-center underline">
                  Guide
                </a>
              </p>
            )}
          </>
        ) : (
          <ul className="mt-2 space-y-1">
            {items.map((item) => (
              <li key={item.to}>
                <Link to={item.to} reloadDocument={item.to.includes("view=")} className="flex min-h-8 items-center rounded-sm px-2 no-underline hover:bg-sunken -mx-2">
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
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
