import { Link } from "react-router";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useFrame, usePortalHref, useProductHref } from "#web/portal/links.ts";

/** What a member's grant opens here, and until when. */
export interface OpenToMember {
  documents: number;
  afterNda: number;
  until: { iso: string; text: string } | null;
}

/**
 * 'Start your security review', for external viewers; subtitles at medium size. A member reads what
 * is open to them first, also where the company shows strangers none of it.
 */
export function ReviewBanner({
  size,
  open,
  bulk,
}: {
  size: "none" | "medium";
  /** What a member can open here. */
  open: OpenToMember | null;
  /** Whether all of it can be downloaded together. */
  bulk: boolean;
}) {
  const { viewer, accessRequestsEnabled } = useFrame();
  const href = useProductHref();
  if (viewer.mode === "main") return null;
  if (open !== null)
    return (
      <>
        <OwnAccess open={open} bulk={bulk} />
        {size === "none" ? null : (
          <section aria-labelledby="review" className="!mt-6 px-5 sm:px-8">
            <h2 id="review" className="font-semibold">
              {REVIEW}
            </h2>
            <Subtitles documents={href("/documents")} />
          </section>
        )}
      </>
    );
  if (size === "none") return null;
  return (
    <section aria-labelledby="review" data-screen-only className={BOX}>
      <div className="grow basis-72">
        <h2 id="review" className="text-xl font-semibold tracking-tight">
          {REVIEW}
        </h2>
        <Subtitles documents={href("", { loginRequest: "true", source: "banner" })} />
      </div>
      <ButtonLink to={href("", { loginRequest: "true", source: "banner" })} preventScrollReset>
        {accessRequestsEnabled ? "Get access" : "Sign in"}
      </ButtonLink>
    </section>
  );
}

const REVIEW = "Start your security review";
const BOX =
  "flex flex-wrap items-center gap-x-10 gap-y-5 rounded-lg border border-line bg-accent-soft px-5 py-6 sm:px-8";

/** What a member's grant opens, and the way to it. */
function OwnAccess({ open, bulk }: { open: OpenToMember; bulk: boolean }) {
  const href = useProductHref();
  return (
    <section aria-labelledby="own-access" className={BOX}>
      <div className="grow basis-72">
        <h2 id="own-access" className="text-xl font-semibold tracking-tight">
          Your access
        </h2>
        <OpenWords open={open} />
      </div>
      <span className="flex flex-wrap gap-3">
        <ButtonLink to={href("", { open: "true", show: "documents" }, "documents")}>
          See your documents
        </ButtonLink>{" "}
        {bulk ? (
          <ButtonLink to={href("/bulk-download")} look="secondary" preventScrollReset>
            Download all
          </ButtonLink>
        ) : null}
      </span>
    </section>
  );
}

/** How many documents are open, until when, and how many more the NDA opens. */
function OpenWords({ open }: { open: OpenToMember }) {
  const { menu, base, path } = useFrame();
  const href = usePortalHref();
  const more = menu?.nda === "due" ? open.afterNda : 0;
  if (open.documents === 0 && more === 0) return null;
  return (
    <p className="mt-1 font-medium">
      {open.documents === 1
        ? "1 document is open to you"
        : `${open.documents} documents are open to you`}
      {open.until === null ? null : (
        <>
          {" "}
          until <time dateTime={open.until.iso}>{open.until.text}</time>
        </>
      )}
      .
      {more === 0 ? null : (
        <>
          {" "}
          {more} more {more === 1 ? "opens" : "open"} once you{" "}
          <Link
            to={href("/nda", { returnTo: `${base}${path}` })}
            className="text-accent underline underline-offset-2"
          >
            sign the NDA
          </Link>
          .
        </>
      )}
    </p>
  );
}

/** @param documents where confidential documents are opened */
function Subtitles({ documents }: { documents: string }) {
  const { accessRequestsEnabled, menu, hasGrant } = useFrame();
  const href = usePortalHref();
  const productHref = useProductHref();
  const dialog = hasGrant ? "requestAccess" : "loginRequest";
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      <li className="flex items-center gap-1.5">
        <Icon name="fileCheck" size={18} className="text-accent" />
        <Link
          to={documents}
          preventScrollReset
          className="inline-block py-0.5 text-accent underline underline-offset-2"
        >
          View &amp; download sensitive information
        </Link>
      </li>
      {accessRequestsEnabled ? (
        <li className="flex items-center gap-1.5">
          <Icon name="question" size={18} className="text-accent" />
          <Link
            to={
              menu?.answered == null
                ? productHref("", { [dialog]: "true", source: "banner" })
                : href("/my-account", {}, "questions")
            }
            preventScrollReset
            className="inline-block py-0.5 text-accent underline underline-offset-2"
          >
            Ask for information
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
