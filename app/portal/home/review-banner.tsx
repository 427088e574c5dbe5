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
 * is open to them also where the company shows strangers none of it.
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
  if (viewer.mode === "main" || (size === "none" && open === null)) return null;
  return (
    <section
      aria-labelledby="review"
      className="flex flex-wrap items-center gap-x-10 gap-y-5 rounded-lg border border-line bg-accent-soft px-5 py-6 sm:px-8"
    >
      <div className="grow basis-72">
        <h2 id="review" className="text-xl font-semibold tracking-tight">
          {size === "none" ? "Your access" : "Start your security review"}
        </h2>
        {open === null ? null : <OpenWords open={open} />}
        {size === "none" ? null : <Subtitles />}
      </div>
      {open !== null ? (
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
      ) : (
        <ButtonLink to={href("", { loginRequest: "true", source: "banner" })} preventScrollReset>
          {accessRequestsEnabled ? "Get access" : "Log in"}
        </ButtonLink>
      )}
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

function Subtitles() {
  const { accessRequestsEnabled, menu, hasGrant } = useFrame();
  const href = usePortalHref();
  const productHref = useProductHref();
  const dialog = hasGrant ? "requestAccess" : "loginRequest";
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      <li className="flex items-center gap-1.5">
        <Icon name="fileCheck" size={18} className="text-accent" />
        View &amp; download sensitive information
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
