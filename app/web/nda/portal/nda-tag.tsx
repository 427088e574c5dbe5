import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";

/**
 * 'NDA required' beside a document, and for a member the button to sign it.
 * @param name of what the NDA opens
 */
export function NdaTag({ name }: { name: string | null }) {
  const { menu, base, path } = useFrame();
  const href = usePortalHref();
  return (
    <>
      <Tag tone="yellow">
        <Icon name="lock" size={14} />
        NDA required
      </Tag>
      {menu?.nda === "due" ? (
        <>
          {" "}
          <Link
            to={href("/nda", { returnTo: `${base}${path}` })}
            className={buttonClass("secondary", "small")}
            aria-label={name === null ? undefined : `Sign NDA to open: ${name}`}
          >
            Sign NDA to open
          </Link>
        </>
      ) : null}
    </>
  );
}
