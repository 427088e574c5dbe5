import type { ReactNode } from "react";
import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { contrast } from "#values/color.ts";
import type { Brand } from "./brand.ts";
import { LOGO_HEIGHT, logoAddress } from "./logo.ts";
import { FONT, INK, MUTED, TextLink } from "./parts.tsx";

/** Where a recipient changes what they get; a mail to one person has neither. */
export interface RecipientLinks {
  preferencesUrl: string | null;
  unsubscribeUrl: string;
}

export interface FrameProps {
  brand: Brand;
  subject: string;
  /** What the mail asks for: the line that an inbox shows beside the subject. */
  preheader: string;
  heading: string;
  reason: string;
  links: RecipientLinks | null;
  children: ReactNode;
}

const SURFACE_DARK = "#16191c";
const WIDTH = 560;

/**
 * Word draws mail in Outlook for Windows and knows no widest width: without this, lines run over
 * the whole window. React writes no comments, so `renderBody` puts it before the head's end.
 */
export const OUTLOOK_WIDTH = `<!--[if mso]><style>table.column{width:${WIDTH}px!important}</style><![endif]-->`;

/**
 * What stands around every message: whose mail it is above, why one gets it below. One column that
 * is as wide as the window allows; its only picture travels with it, and nothing is loaded from
 * anywhere.
 */
export function Frame({ brand, subject, preheader, heading, reason, links, children }: FrameProps) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style>{darkScheme(brand)}</style>
      </Head>
      <Body className="page" style={PAGE}>
        <Preview>{preheader}</Preview>
        <Container className="column surface" style={surface(brand)}>
          <Section>
            <div style={{ padding: "24px 24px 8px" }}>
              <Sender brand={brand} />
              <h1 className="ink" style={HEADING}>
                {heading}
              </h1>
              {children}
            </div>
          </Section>
        </Container>
        <Container className="column footer" style={{ maxWidth: WIDTH }}>
          <div style={{ padding: "16px 24px 0" }}>
            <p className="muted" style={{ ...SMALL, margin: "0 0 8px" }}>
              {reason}
            </p>
            <FooterLinks brand={brand} links={links} />
          </div>
        </Container>
      </Body>
    </Html>
  );
}

const PAGE = {
  margin: 0,
  padding: "24px 12px",
  background: "#f8f8f6",
  fontFamily: FONT,
  fontSize: 16,
  lineHeight: "24px",
} as const;

const HEADING = {
  margin: "0 0 16px",
  color: INK,
  fontSize: 22,
  lineHeight: "28px",
  fontWeight: 600,
} as const;

const SMALL = { margin: 0, color: MUTED, fontSize: 13, lineHeight: "20px" } as const;

function surface({ accent }: Brand) {
  return {
    maxWidth: WIDTH,
    border: "1px solid #e2e3df",
    borderTop: `4px solid ${accent.light.fill}`,
    borderRadius: 8,
    background: "#ffffff",
    overflowWrap: "break-word",
  } as const;
}

/** Whose mail it is: the logo where the company has one that travels, and the name in words. */
function Sender({ brand }: { brand: Brand }) {
  return (
    <>
      {brand.logo === null ? null : (
        <p style={{ margin: "0 0 12px" }}>
          <img
            className="logo"
            src={logoAddress(brand.logo)}
            alt=""
            // Without it, React asks in the head for the picture to be loaded ahead.
            loading="lazy"
            height={LOGO_HEIGHT}
            style={{
              display: "block",
              height: LOGO_HEIGHT,
              width: "auto",
              maxWidth: "100%",
              border: 0,
            }}
          />
        </p>
      )}
      <p
        className="muted sender"
        style={{ margin: "0 0 16px", color: MUTED, fontSize: 14, lineHeight: "20px" }}
      >
        {brand.orgName === brand.portalTitle
          ? brand.orgName
          : `${brand.orgName} · ${brand.portalTitle}`}
      </p>
    </>
  );
}

function FooterLinks({ brand, links }: Pick<FrameProps, "brand" | "links">) {
  return (
    <p className="muted" style={SMALL}>
      <TextLink href={brand.portalUrl}>
        {brand.orgId === null ? "Open Trust Center" : brand.portalTitle}
      </TextLink>
      {links === null ? null : (
        <>
          {links.preferencesUrl === null ? null : (
            <>
              {" · "}
              <TextLink href={links.preferencesUrl}>Manage preferences</TextLink>
            </>
          )}
          {" · "}
          <TextLink href={links.unsubscribeUrl}>Unsubscribe</TextLink>
        </>
      )}
    </p>
  );
}

function darkScheme({ accent }: Brand): string {
  const { dark } = accent;
  // On the darkest surface a link must stay readable too; the palette was made for a lighter one.
  const link = contrast(dark.accent, SURFACE_DARK) >= 4.5 ? dark.accent : "#eceded";
  return [
    ":root{color-scheme:light dark;supported-color-schemes:light dark}",
    "@media(prefers-color-scheme:dark){",
    ".page,.page>table>tbody>tr>td{background:#0f1113!important}",
    `.surface{background:${SURFACE_DARK}!important;border-color:#2b3035!important;border-top-color:${dark.fill}!important}`,
    ".ink{color:#eceded!important}",
    ".muted{color:#a5acb4!important}",
    ".code{background:#1d2125!important}",
    ".quote{border-color:#2b3035!important}",
    // A logo is drawn for light pages: it keeps one under it.
    ".logo{background:#ffffff!important;border:6px solid #ffffff!important;border-radius:4px}",
    `.link{color:${link}!important}`,
    `.button{background:${dark.fill}!important;color:${dark.onFill}!important;border-color:${dark.accent}!important}`,
    "}",
  ].join("");
}
