import { Link } from "react-router";
import { AUDITORS, auditorKey } from "#model/cards/catalogue/badges.ts";
import { formatDate } from "#values/dates.ts";
import type { ItemView } from "#model/visibility/card-view.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { Conversation } from "./conversation.tsx";
import { ItemMenu } from "#web/portal/editing/item-menu.tsx";
import { IntegrationWidget } from "./integration-widget.tsx";
import { AccessLink, ItemTags, LockedMark, StateIcon } from "#web/portal/item-parts.tsx";
import { ItemBadge } from "#web/portal/item-badge.tsx";
import { useFrame, useItemHref } from "#web/portal/links.ts";
import { DocumentRows, LockedFacts } from "./document-rows.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { useLetterHref } from "#content/bridge-letters/portal/links.ts";
import { FollowButton } from "#updates/follows/portal/follow-button.tsx";
import { NdaTag } from "#web/nda/portal/nda-tag.tsx";

/**
 * An item expanded: state, title, tags, deep link, its fields, documents and who changed it last.
 */
export function ItemDetails({ item, selected }: { item: ItemView; selected: boolean }) {
  const { org, viewer } = useFrame();
  if (item.access.text === "locked") return <LockedItem item={item} />;
  return (
    <article
      id={`item-${item.slug}`}
      tabIndex={-1}
      autoFocus={selected}
      data-autofocus={selected ? "" : undefined}
      aria-labelledby={`item-${item.slug}-title`}
      className={classNames(
        "scroll-mt-4 outline-none",
        selected && "-mx-3 rounded-md bg-accent-soft p-3 sm:-mx-4 sm:p-4",
      )}
    >
      <div className="flex items-start gap-3">
        <span className="mt-0.5">
          <StateIcon state={item.state} size={20} />
        </span>
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-2">
            <h3
              id={`item-${item.slug}-title`}
              className={classNames(
                "text-base font-semibold",
                item.state === "NotEnabled" && "text-muted",
              )}
            >
              {item.title}
            </h3>
            <ItemTags item={item} recurrence={item.recurrence} />
            {item.expired ? <Tag tone="orange">Expired</Tag> : null}
            {item.state === "NotEnabled" ? null : <DeepLink item={item} />}
            <ItemMenu item={item} />
          </div>
          <Fields item={item} />
          {item.integration === null ? null : <IntegrationWidget view={item.integration} />}
          <DocumentRows item={item} />
          <LetterRow item={item} />
          {selected && (item.kind === "Certifications" || item.documents.length > 0) ? (
            <div className="mt-3" data-screen-only>
              <FollowButton what="item" item={item.uid} title={item.title} />
            </div>
          ) : null}
          <Conversation item={item} selected={selected} />
          {item.lastModified === null ? null : (
            <p className="mt-3 text-xs text-muted">
              Last modified on {formatDate(item.lastModified.on, org.timeZone)}
              {viewer.mode === "main" ? ` by ${item.lastModified.by}` : ""}
            </p>
          )}
        </div>
        {item.kind === "Certifications" ? <ItemBadge item={item} size={56} /> : null}
      </div>
    </article>
  );
}

/** The item's own address, to follow or to copy; the copy button appears where scripts run. */
function DeepLink({ item }: { item: ItemView }) {
  const href = useItemHref()(item.slug);
  return (
    <Link
      to={href}
      preventScrollReset
      data-copy-link=""
      aria-label={`Link to ${item.title}`}
      className="inline-flex size-6 items-center justify-center rounded-sm text-muted hover:text-accent"
    >
      <Icon name="link" size={16} />
    </Link>
  );
}

/** A locked item on one line: its title, what it holds, and how to ask. */
function LockedItem({ item }: { item: ItemView }) {
  const count = item.documents.length;
  return (
    <article
      id={`item-${item.slug}`}
      aria-labelledby={`item-${item.slug}-title`}
      className="flex items-start gap-3"
    >
      <span className="mt-0.5">
        <StateIcon state={item.state} size={20} />
      </span>
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={`item-${item.slug}-title`} className="text-base font-semibold">
          {item.title}
        </h3>
        <ItemTags item={item} />{" "}
        <span className="grow">
          <LockedMark item={item} size={18} />
        </span>
        <span className="flex flex-wrap items-center gap-2">
          {count === 0 ? null : (
            <Tag>{count === 1 ? "1 locked document" : `${count} locked documents`}</Tag>
          )}
          <AccessLink item={item} source="item" look="quiet" />
        </span>
        <LockedFacts rows={item.documents} />
      </div>
    </article>
  );
}

function Fields({ item }: { item: ItemView }) {
  const { org } = useFrame();
  const facts = [
    ["Type", item.type],
    ["Maturity", item.maturity],
    ["Auditor", auditorName(item.auditor)],
    ["Expiration date", item.expiry === null ? null : formatDate(item.expiry, org.timeZone)],
    ["Answer", item.kind === "RiskProfile" ? null : item.choiceLabel],
  ].filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== "");
  return (
    <>
      {item.explanation === null ? null : <Markdown className="mt-2" tree={item.explanation} />}
      {item.href === null ? null : (
        <p className="mt-2">
          <a
            href={item.href}
            rel="noopener nofollow"
            className="inline-flex min-h-6 max-w-full items-center gap-1 text-accent underline underline-offset-2"
          >
            <span className="truncate">
              {item.href.replace(/^https?:\/\//, "").replace(/\/$/, "")}
            </span>
            <Icon name="external" size={14} />
          </a>
        </p>
      )}
      {item.listEntries.length === 0 ? null : (
        <ul className="mt-3 divide-y divide-line border-y border-line text-sm">
          {item.listEntries.map((entry) => (
            <li key={entry.label} className="py-2">
              {entry.href === undefined ? (
                <span className="font-medium">{entry.label}</span>
              ) : (
                <a
                  href={entry.href}
                  rel="noopener nofollow"
                  className="inline-flex min-h-6 items-center font-medium text-accent underline"
                >
                  {entry.label}
                </a>
              )}
              {entry.description === undefined ? null : (
                <span className="block text-muted">{entry.description}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {facts.length === 0 ? null : (
        <dl className="mt-3 grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function auditorName(auditor: string | null): string | null {
  const key = auditorKey(auditor);
  return key === null ? auditor : AUDITORS[key];
}

/** File names longer than this show whole in a tooltip. */
const LONG_NAME = 60;

/** An item's bridge letter: a 'Linked Item' row with the PDF that it makes. */
function LetterRow({ item }: { item: ItemView }) {
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
            {letter.bound ? <NdaTag name={letter.fileName} /> : null}
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
