import { Link } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { useFrame, usePortalHref } from "../../../portal/links.ts";

/**
 * 'NDA required' beside a document: for a member the way to sign it, in a preview the word alone.
 */
export function NdaTag() {
  const { menu, base, path } = useFrame();
  const href = usePortalHref();
  const tag = (
    <Tag tone="yellow">
      <Icon name="lock" size={14} />
      NDA required
    </Tag>
  );
  if (menu?.nda !== "due") return tag;
  return (
    <Link
      to={href("/nda", { returnTo: `${base}${path}` })}
      className="inline-flex min-h-8 items-center"
    >
      {tag}
    </Link>
  );
}
