import type { ReactNode } from "react";
import { contrast } from "#values/color.ts";
import type { Brand } from "./brand.ts";
import { FONT, INK, MUTED, TextLink } from "./parts.tsx";

/** Where a recipient changes what they get; a mail to one person has neither. */
export interface RecipientLinks {
  preferencesUrl: string | null;
  unsubscribeUrl: string;
}

export interface FrameProps {
  brand: Brand;
  subject: string;
  heading: string;
  reason: string;
  links: RecipientLinks | null;
  children: ReactNode;
}

const SURFACE_DARK = "#16191c";

/**
 * What stands around every message: whose mail it is above, why one gets it below. One column that
 * is as wide as the window allows, no picture, nothing loaded from anywhere.
 */
export function Frame({ brand, subject, heading, reason, links, children }: FrameProps) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style>{darkScheme(brand)}</style>
      </head>
      <body
        className="page"
        style={{
          margin: 0,
          padding: 0,
          background: "#f8f8f6",
          fontFamily: FONT,
          fontSize: 16,
          lineHeight: "24px",
        }}
      >
        <div className="page" style={{ padding: "24px 12px", background: "#f8f8f6" }}>
          <div
            className="surface"
            style={{
              maxWidth: 560,
              margin: "0 auto",
              border: "1px solid #e2e3df",
              borderTop: `4px solid ${brand.accent.light.fill}`,
              borderRadius: 8,
              background: "#ffffff",
              overflowWrap: "break-word",
            }}
          >
            <div style={{ padding: "24px 24px 8px" }}>
              <p
                className="muted sender"
                style={{ margin: "0 0 16px", color: MUTED, fontSize: 14, lineHeight: "20px" }}
              >
                {brand.orgName === brand.portalTitle
                  ? brand.orgName
                  : `${brand.orgName} · ${brand.portalTitle}`}
              </p>
              <h1
                className="ink"
                style={{
                  margin: "0 0 16px",
                  color: INK,
                  fontSize: 22,
                  lineHeight: "28px",
                  fontWeight: 600,
                }}
              >
                {heading}
              </h1>
              {children}
            </div>
          </div>
          <div
            className="footer"
            style={{ maxWidth: 560, margin: "0 auto", padding: "16px 24px 0" }}
          >
            <p
              className="muted"
              style={{ margin: "0 0 8px", color: MUTED, fontSize: 13, lineHeight: "20px" }}
            >
              {reason}
            </p>
            <p
              className="muted"
              style={{ margin: 0, color: MUTED, fontSize: 13, lineHeight: "20px" }}
            >
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
          </div>
        </div>
      </body>
    </html>
  );
}

function darkScheme({ accent }: Brand): string {
  const { dark } = accent;
  // On the darkest surface a link must stay readable too; the palette was made for a lighter one.
  const link = contrast(dark.accent, SURFACE_DARK) >= 4.5 ? dark.accent : "#eceded";
  return [
    "@media(prefers-color-scheme:dark){",
    ".page{background:#0f1113!important}",
    `.surface{background:${SURFACE_DARK}!important;border-color:#2b3035!important;border-top-color:${dark.fill}!important}`,
    ".ink{color:#eceded!important}",
    ".muted{color:#a5acb4!important}",
    ".code{background:#1d2125!important}",
    ".quote{border-color:#2b3035!important}",
    `.link{color:${link}!important}`,
    `.button{background:${dark.fill}!important;color:${dark.onFill}!important;border-color:${dark.accent}!important}`,
    "}",
  ].join("");
}
