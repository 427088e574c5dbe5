import { fileTypeInWords } from "#values/file-types.ts";
import { auditorKey, BADGES, customBadge } from "#model/cards/catalogue/badges.ts";
import { choiceOf, type BulkGroup, type BulkItem, type BulkRow } from "#model/bulk-download.ts";
import { formatSize } from "#values/file-size.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { CertificationBadge } from "#web/ui/certification-badge.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { useAssetHref, useFrame } from "#web/portal/links.ts";

/** What a plain form's POST came to, when it was not the archive itself. */
export type BulkOutcome =
  | { kind: "refused"; status: number; message: string; chosen: string[]; all: boolean }
  | { kind: "partial"; fileUrl: string | null; ready: number; failed: string[] };

/** What the dialog offers, and what came of its form. */
export interface BulkData {
  groups: BulkGroup[];
  productId: string;
  /** The call that hands the archive out; null where this viewer has none. */
  endpoint: string | null;
  outcome: BulkOutcome | null;
}

/** The dialog: a plain form, whose states scripts add (islands/bulk-download). */
export function BulkDialog({ data, closeHref }: { data: BulkData; closeHref: string }) {
  const { outcome, groups } = data;
  return (
    <Dialog
      closeHref={closeHref}
      title="Bulk download"
      headerExtra={
        outcome?.kind === "partial" ? null : (
          <p className="mt-1 text-sm text-muted">
            Documents that are unlocked and available for download can be bulk selected below.
          </p>
        )
      }
    >
      {outcome?.kind === "partial" ? (
        <Partial outcome={outcome} closeHref={closeHref} />
      ) : groups.length === 0 ? (
        <p className="text-muted">There are no documents to download.</p>
      ) : (
        <Choice data={data} closeHref={closeHref} />
      )}
    </Dialog>
  );
}

/**
 * What a POST says when not everything can be had: how much is ready, by a link, and what is not.
 */
function Partial({
  outcome,
  closeHref,
}: {
  outcome: Extract<BulkData["outcome"], { kind: "partial" }>;
  closeHref: string;
}) {
  const { portalTitle } = useFrame();
  return (
    <div role="status">
      <p className="text-lg font-semibold">
        {outcome.ready} ready, {outcome.failed.length} failed
      </p>
      {outcome.fileUrl === null ? null : (
        <p className="mt-4">
          <a href={outcome.fileUrl} className={buttonClass("primary")}>
            Download {outcome.ready} document(s)
          </a>
        </p>
      )}
      <h3 className="mt-6 text-sm font-semibold">
        Failed to download {outcome.failed.length} document(s)
      </h3>
      <ul className="mt-2 list-disc space-y-1 ps-5 text-sm text-muted">
        {outcome.failed.map((name, i) => (
          <li key={`${i} ${name}`} className="[overflow-wrap:anywhere]">
            {name === "" ? "(Untitled)" : name}
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <a href={closeHref} className={buttonClass("secondary")}>
          Back to {portalTitle}
        </a>
      </p>
    </div>
  );
}

function Choice({
  data: { groups, outcome, productId, endpoint },
  closeHref,
}: {
  data: BulkData;
  closeHref: string;
}) {
  const { portalTitle, keep } = useFrame();
  const refused = outcome?.kind === "refused" ? outcome : null;
  const chosen = new Set(refused?.chosen);
  return (
    <PostForm
      data-bulk={endpoint === null ? undefined : `${endpoint}${keep === "" ? "" : `?${keep}`}`}
      data-product={productId}
      data-portal-title={portalTitle}
    >
      {refused === null ? null : (
        <div className="mb-4">
          <ErrorSummary fields={[{ id: "bulk-all", errors: [refused.message] }]} />
        </div>
      )}
      <label className="flex min-h-10 items-center gap-3 border-b border-line pb-3 font-medium">
        <input
          id="bulk-all"
          type="checkbox"
          name="all"
          value="on"
          defaultChecked={refused?.all}
          aria-invalid={refused === null ? undefined : true}
          className="size-6 flex-none accent-accent"
        />
        Select all document(s)
      </label>
      <div
        className="max-h-[60vh] overflow-y-auto max-sm:max-h-[45vh] overscroll-contain"
        tabIndex={0}
        role="group"
        aria-label="Documents"
      >
        {groups.map((group) => (
          <Group key={group.kind} group={group} chosen={chosen} />
        ))}
      </div>
      <div className="flex flex-wrap-reverse justify-end gap-x-2 gap-y-3 border-t border-line pt-5 max-sm:[&>*]:grow max-sm:[&>*]:px-3">
        <a href={closeHref} data-bulk-close="" className={buttonClass("secondary")}>
          Cancel
        </a>{" "}
        <button type="submit" data-bulk-submit="" className={buttonClass("primary")}>
          Download selected document(s)
        </button>
      </div>
    </PostForm>
  );
}

function Group({ group, chosen }: { group: BulkGroup; chosen: ReadonlySet<string> }) {
  return (
    <div role="group" aria-labelledby={`bulk-${group.kind}`} className="py-4">
      <h3
        id={`bulk-${group.kind}`}
        className="text-xs font-semibold uppercase tracking-wide text-muted"
      >
        {group.title}
      </h3>
      {group.items.map((item) => (
        <Item key={item.uid} item={item} chosen={chosen} />
      ))}
    </div>
  );
}

function Item({ item, chosen }: { item: BulkItem; chosen: ReadonlySet<string> }) {
  const asset = useAssetHref();
  const badge =
    (item.badgeId === null ? undefined : BADGES[item.badgeId]) ??
    (item.badgeId === null && item.badgePicture === null ? null : customBadge(item.title));
  return (
    <fieldset className="mt-3">
      <legend className="flex items-center gap-2 text-sm font-semibold">
        {badge === null ? null : (
          <CertificationBadge
            badge={badge}
            auditor={auditorKey(item.auditor)}
            picture={item.badgePicture === null ? null : asset(item.badgePicture)}
            size={32}
            state="Enabled"
          />
        )}
        {item.title}
      </legend>
      <ul className="mt-1">
        {item.rows.map((row) => (
          <li key={row.fileId}>
            <File row={row} chosen={chosen} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function File({ row, chosen }: { row: BulkRow; chosen: ReadonlySet<string> }) {
  const choice = choiceOf(row);
  return (
    <label className="-mx-2 flex min-h-10 items-center gap-3 rounded-md px-2 py-1.5 text-sm hover:bg-sunken">
      <input
        type="checkbox"
        name="file"
        value={choice}
        defaultChecked={chosen.has(choice)}
        data-generated={row.generated ? "" : undefined}
        className="size-6 flex-none accent-accent"
      />
      <Icon name="file" size={18} className="text-muted" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span data-name="">{row.name === "" ? "(Untitled)" : row.name}</span>
        {row.alsoIn.length === 0 ? null : (
          <>
            {" "}
            <span className="block text-xs text-muted">Also in: {row.alsoIn.join(", ")}</span>
          </>
        )}
      </span>
      {row.fileType === null ? null : <Tag tone="accent">{fileTypeInWords(row.fileType)}</Tag>}
      {row.size === null ? null : (
        <span className="w-16 flex-none text-right text-xs tabular-nums text-muted max-sm:hidden">
          {formatSize(row.size)}
        </span>
      )}
    </label>
  );
}
