import type { ItemView } from "../../../visibility/rules/page.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { useLetterHref } from "../../bridge-letters/portal.links.ts";
import { useFrame } from "../../../portal/links.ts";
import { NdaTag } from "../../nda/portal/nda-tag.tsx";

/** File names longer than this show whole in a tooltip. */
const LONG_NAME = 60;

/** An item's bridge letter: a 'Linked Item' row with the PDF that it makes. */
export function LetterRow({ item }: { item: ItemView }) {
  const href = useLetterHref();
  const { portalTitle } = useFrame();
  const { letter } = item;
  if (letter === null) return null;
  return (
    <div className="mt-3">
      <p className="mb-1.5 text-xs font-medium text-muted" id={`letter-${item.slug}`}>
        Linked Item
      </p>
      <ul aria-labelledby={`letter-${item.slug}`}>
        <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-2 text-sm">
          <Icon name="fileCheck" size={18} className="text-muted" />
          <span
            className="min-w-0 flex-1 basis-40 truncate font-medium"
            title={letter.fileName.length > LONG_NAME ? letter.fileName : undefined}
          >
            {letter.fileName}
          </span>
          <span className="flex flex-wrap items-center gap-1.5">
            <Tag>Bridge letter</Tag>
            <Tag tone="accent">PDF</Tag>
            {letter.viewOnly ? (
              <span title={`This file is view-only and not downloadable in the ${portalTitle}`}>
                <Tag>View only</Tag>
              </span>
            ) : null}
            {letter.bound ? <NdaTag /> : null}
            {letter.mayView ? (
              <a
                href={href(item.uid, "view", "letter_row")}
                aria-label={`View ${letter.fileName}`}
                className={buttonClass("quiet", "small")}
              >
                View
              </a>
            ) : null}{" "}
            {letter.mayDownload ? (
              <a
                href={href(item.uid, "download", "letter_row")}
                aria-label={`Download ${letter.fileName}`}
                className={buttonClass("quiet", "small")}
              >
                Download
              </a>
            ) : null}
          </span>
        </li>
      </ul>
    </div>
  );
}
