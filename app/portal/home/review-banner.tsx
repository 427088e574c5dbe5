import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useFrame, useProductHref } from "../links.ts";

/** 'Start your security review', for external viewers; subtitles at medium size. */
export function ReviewBanner({ size }: { size: "none" | "medium" }) {
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
        <ButtonLink to={href("", {}, "documents")}>See your documents</ButtonLink>
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
