import { accentPalettes, type AccentPalette } from "#values/color.ts";
import { headerText } from "#model/mail/mail.ts";
import { baseOnHost, canonicalBase, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Reader } from "#db/store.ts";
import type { Config } from "../config.ts";
import { mailLogo } from "./logo.ts";
import { withoutSlashes } from "#values/ends.ts";

/** In whose name a mail comes, how it looks, and where its links lead. */
export interface Brand {
  /** null: the installation itself. */
  orgId: string | null;
  orgName: string;
  portalTitle: string;
  /**
   * The portal's address without a slash at the end, from one of the org's verified domains or
   * ORIGIN; never from a header alone.
   */
  portalUrl: string;
  /** ORIGIN: where staff sign in. */
  staffOrigin: string;
  timeZone: string;
  accent: { light: AccentPalette; dark: AccentPalette };
  /** The asset of the logo that travels with the mail (logo.ts); null: the name says whose it is. */
  logo: string | null;
  replyTo: string | null;
  messageDomain: string;
}

type Setup = Pick<Config, "origin" | "mailFrom">;

/**
 * The brand of an org's mail. A route asks for it before it opens its transaction, or with the
 * transaction inside.
 */
export async function brandOf(db: Reader, org: Org, config: Setup): Promise<Brand> {
  return {
    orgId: org.id,
    orgName: headerText(org.name, 100),
    portalTitle: headerText(org.customization.portalTitle, 100),
    portalUrl: withoutSlashes(await canonicalBase(db, org, config.origin)),
    staffOrigin: config.origin,
    timeZone: org.timeZone,
    accent: accentPalettes(org.customization.accentColour),
    logo: await mailLogo(db, org),
    replyTo: org.customization.supportMailbox,
    messageDomain: messageDomain(config.mailFrom),
  };
}

/**
 * The brand of mail to somebody who asked for it: its links lead to the host by which they came.
 * @param host without its port; null: nobody knows it
 */
export async function brandOnHost(
  db: Reader,
  org: Org,
  config: Setup,
  host: string | null,
): Promise<Brand> {
  return {
    ...(await brandOf(db, org, config)),
    portalUrl: await baseOnHost(db, org, config.origin, host),
  };
}

/** The brand of mail that belongs to no org: to a person of staff about their own account. */
export function installationBrand(config: Setup): Brand {
  return {
    orgId: null,
    orgName: "Open Trust Center",
    portalTitle: "Open Trust Center",
    portalUrl: config.origin,
    staffOrigin: config.origin,
    timeZone: "UTC",
    accent: accentPalettes("#1f4b99"),
    logo: null,
    replyTo: null,
    messageDomain: messageDomain(config.mailFrom),
  };
}

/**
 * An address of the org's portal for a mail: the one way that links in mail are made.
 * @param path below the portal, such as `/updates/abc`
 */
export function portalLink(
  brand: Pick<Brand, "portalUrl">,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  return withQuery(brand.portalUrl + path, query);
}

/** An address of the private area for a mail to staff. */
export function staffLink(
  brand: Pick<Brand, "staffOrigin">,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string {
  return withQuery(brand.staffOrigin + path, query);
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return search === "" ? address : `${address}?${search}`;
}

/** Message-IDs end with the sender's domain, which does not change while a mail waits. */
function messageDomain(mailFrom: string): string {
  return mailFrom.slice(mailFrom.lastIndexOf("@") + 1).toLowerCase();
}
