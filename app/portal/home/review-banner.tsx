import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useFrame, useProductHref } from "../links.ts";
import type { HomeData } from "./page.tsx";

/** 'Start your security review', for external viewers; subtitles at medium size. */
export function ReviewBanner({
  size,
  open,
  bulk,
}: {
  size: "none" | "medium";
  /** What a member can open here. */
  open: HomeData["openToMember"];
  /** Whether all of it can be downloaded together. */
  bulk: boolean;
}) {
  const { viewer, accessRequestsEnabled, hasGrant } = useFrame();
  const href = useProductHref();
  if (size === "none" || viewer.mode === "main") return null;
  return (
    <section
      aria-labelledby="review"
      className="flex flex-wrap items-center gap-x-10 gap-y-5 rounded-lg border border-line bg-accent-soft px-5 py-6 sm:px-8"
    >
      <div className="grow basis-72">
        <h2 id="review" className="text-xl font-semibold tracking-tight">
          Start your security review
        </h2>
        {open === null || open.documents === 0 ? null : (
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
          </p>
        )}
        <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
          <li className="flex items-center gap-1.5">
            <Icon name="fileCheck" size={18} className="text-accent" />
            View &amp; download sensitive information
          </li>
          {accessRequestsEnabled ? (
            <li className="flex items-center gap-1.5">
              <Icon name="question" size={18} className="text-accent" />
              Ask for information
            </li>
          ) : null}
        </ul>
      </div>
      {hasGrant ? (
        <span className="flex flex-wrap gap-3">
          <ButtonLink
            to={href("", open === null ? {} : { open: "true", show: "documents" }, "documents")}
          >
            See your documents
          </ButtonLink>{" "}
          {bulk ? (
            <ButtonLink to={href("/bulk-download")} look="secondary" preventScrollReset>
              Download all
            </ButtonLink>
          ) : null}
        </span>
      ) : (
        <ButtonLink
          to={href(
            "",
            accessRequestsEnabled
              ? { requestAccess: "true", source: "banner" }
              : { loginRequest: "true", source: "banner" },
          )}
          preventScrollReset
        >
          {accessRequestsEnabled ? "Get access" : "Log in"}
        </ButtonLink>
      )}
    </section>
  );
}
