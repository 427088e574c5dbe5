import { Link } from "react-router";
import { SIGN_BUTTON } from "#model/nda/texts.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";

/**
 * Reminds a member of the NDA that waits; with scripts it goes after 20 seconds, and the account
 * menu keeps the way.
 */
export function NdaReminder() {
  const { menu, base, path } = useFrame();
  const href = usePortalHref();
  if (menu?.nda !== "due") return null;
  return (
    <section
      aria-label="NDA"
      data-passes-after="20000"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-yellow-soft p-4 text-sm"
    >
      <p>Sign the NDA to open confidential documents.</p>{" "}
      <Link
        to={href("/nda", { returnTo: `${base}${path}` })}
        className={buttonClass("secondary", "small")}
      >
        {SIGN_BUTTON}
      </Link>
    </section>
  );
}
