import { EditLink } from "#web/staff/editing/public-preview.tsx";
import { Link } from "react-router";
import { STATE_LABELS } from "#model/items/forms/items.ts";
import { ENABLED_STATES } from "#model/items/items.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { inputClass } from "#web/ui/field.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { CardPage } from "./card-page.ts";

interface ItemRowProps {
  row: CardPage["rows"][number];
  place: number;
  state: string;
  was: string;
  hidden: boolean;
  /** What somebody else did to it meanwhile. */
  said: string | undefined;
}

/** An item in the drawer's list: how it stands, whether it is hidden, and the way to its form. */
export function ItemRow({ row, place, state, was, hidden, said }: ItemRowProps) {
  const id = `state-${place}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <input type="hidden" name="uid" value={row.uid} />
      <input type="hidden" name="was" value={was} />
      <div className="min-w-0 flex-1 basis-56">
        <span className="font-medium">{row.title}</span> {row.custom ? <Tag>Custom</Tag> : null}
        {row.isPublic ? <Tag tone="yellow">Public Access</Tag> : null}
        {row.documentCount > 0 ? (
          <span className="block text-sm text-muted">{row.documentCount} Document(s)</span>
        ) : null}
        {said === undefined ? null : (
          <p id={`${id}-error`} className="text-sm font-medium text-red">
            {said}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <select
          id={id}
          name="state"
          defaultValue={state}
          aria-label={`State of ${row.title}`}
          aria-describedby={said === undefined ? undefined : `${id}-error`}
          className={`${inputClass} !min-h-8 !w-auto !py-1 !text-sm`}
        >
          {ENABLED_STATES.map((option) => (
            <option key={option} value={option}>
              {STATE_LABELS[option]}
            </option>
          ))}
        </select>{" "}
        <span className="min-w-[4.5rem]">
          {row.mayHide ? (
            <label className="inline-flex min-h-6 items-center gap-2 text-sm">
              <input
                type="checkbox"
                name="hide"
                value={row.uid}
                defaultChecked={hidden}
                aria-label={`Hide ${row.title}`}
                className="size-6 accent-accent"
              />
              <span aria-hidden="true">Hide</span>
            </label>
          ) : null}
        </span>{" "}
        <EditLink to={row.editHref} title={row.title} />{" "}
        {row.deleteHref === null ? null : (
          <Link
            to={row.deleteHref}
            preventScrollReset
            title="Delete item"
            aria-label={`Delete item: ${row.title}`}
            className={buttonClass("quiet", "small")}
          >
            Delete
          </Link>
        )}
      </div>
    </li>
  );
}
