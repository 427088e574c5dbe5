import { isRouteErrorResponse, useLocation } from "react-router";
import { DOWNLOAD_FAILED, viewOnlyMessage } from "#model/visibility/file-rights.ts";
import { VERSIONS_NOT_SHARED } from "#model/documents/earlier-versions.ts";
import { SIGN_BUTTON } from "#model/nda/texts.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { useDialogOpen, useFrame, usePortalHref, useProductHref } from "#web/portal/links.ts";
import type { Refusal } from "./document-request.ts";

/**
 * A file that can't be had: why, and what to do about it, between the portal's header and footer.
 */
export function FileRefused({ error }: { error: unknown }) {
  const { showCauses } = useFrame();
  const reason = reasonOf(error);
  return reason === null ? (
    <ErrorScreen error={error} showCauses={showCauses} back={<Back />} />
  ) : (
    <Screen reason={reason} />
  );
}

function Screen({ reason }: { reason: Refusal["reason"] }) {
  const inert = useDialogOpen();
  const { portalTitle } = useFrame();
  const { icon, title, text } = wordsFor(reason, portalTitle);
  return (
    <main
      id="content"
      inert={inert}
      className="mx-auto w-full max-w-xl px-4 py-16 text-center sm:py-24"
    >
      <title>{title}</title>
      <Icon name={icon} size={32} className="mx-auto text-muted" />
      <h1 className="mt-4 text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-3 text-muted">{text}</p>
      {reason === "nda" ? <SignFirst /> : null}
      <Back />
    </main>
  );
}

/** The way to the NDA, and from there back to this very document. */
function SignFirst() {
  const href = usePortalHref();
  const { base, viewer } = useFrame();
  const { pathname, search } = useLocation();
  if (viewer.mode !== "accountExternal") return null;
  // On its own domain the router knows the path with the org in front, which no visitor sees.
  const below = pathname.replace(/^\/[^/]+/, "");
  return (
    <p className="mt-6">
      <a
        href={href("/nda", { returnTo: `${base}${below}${search}` })}
        className={buttonClass("primary")}
      >
        {SIGN_BUTTON}
      </a>
    </p>
  );
}

function Back() {
  const href = useProductHref();
  const portal = usePortalHref();
  const { portalTitle, supportMailbox } = useFrame();
  return (
    <p className="mt-8 flex flex-wrap justify-center gap-3">
      <a href={href("") || portal("")} className={buttonClass("secondary")}>
        Back to {portalTitle}
      </a>{" "}
      {supportMailbox === null ? null : (
        <a href={`mailto:${supportMailbox}`} className={buttonClass("quiet")}>
          Contact support
        </a>
      )}
    </p>
  );
}

function wordsFor(
  reason: Refusal["reason"],
  portalTitle: string,
): { icon: IconName; title: string; text: string } {
  switch (reason) {
    case "nda":
      return {
        icon: "lock",
        title: "Sign the NDA first",
        text: `This document requires a non-disclosure agreement. Sign it in the ${portalTitle}, then open the document again.`,
      };
    case "view-only":
      return { icon: "eye", title: "View only", text: `${viewOnlyMessage(portalTitle)}.` };
    case "no-permission":
      return {
        icon: "lock",
        title: "No access",
        text: "Your role doesn’t allow this. Ask an owner of your organization.",
      };
    case "unmarkable":
      return {
        icon: "file",
        title: "This file can’t be downloaded",
        text: "Downloads are watermarked with your name. This file can’t be watermarked because it is protected, damaged or too large. Ask your contact for another way to get it.",
      };
    case "unshowable":
      return {
        icon: "file",
        title: "This page can’t be shown",
        text: "The document is protected, damaged or too complex to show. Ask your contact for another way to read it.",
      };
    case "busy":
      return {
        icon: "progress",
        title: "Try again in a moment",
        text: "The server is busy preparing documents.",
      };
    case "earlier-version":
      return { icon: "lock", title: "Not shared", text: VERSIONS_NOT_SHARED };
    case "failed":
      return { icon: "alert", title: "Download failed", text: DOWNLOAD_FAILED };
  }
}

/** Whether an error is a file's refusal, which has words of its own. */
export function isFileRefused(error: unknown): boolean {
  return reasonOf(error) !== null;
}

function reasonOf(error: unknown): Refusal["reason"] | null {
  if (!isRouteErrorResponse(error)) return null;
  const body = error.data as Partial<Refusal> | null;
  return body?.kind === "file-refused" ? (body.reason ?? null) : null;
}
