import { ItemLink } from "#web/portal/item-parts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ShortAnswerTag } from "#web/ui/short-answer.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { ShownControl } from "../store/shown.server.ts";

/**
 * One control with the requirements that it answers; the item that says more where the viewer knows
 * of it.
 */
export function ControlEntry({ control }: { control: ShownControl }) {
  const { id, reference, title, shortAnswer, description, requirements, item, owner } = control;
  return (
    <article
      id={`control-${id}`}
      aria-labelledby={`control-${id}-title`}
      className="space-y-2 px-5 py-4 target:bg-accent-soft"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="text-sm font-medium text-muted">{reference}</span>{" "}
        <h2 id={`control-${id}-title`} className="min-w-0 text-base font-medium wrap-anywhere">
          {title}
        </h2>
        <ShortAnswerTag answer={shortAnswer} />
        {owner === null || owner.access === "public" ? null : (
          <Tag tone="yellow">{owner.access === "internal" ? "Internal" : "Accounts"}</Tag>
        )}
      </div>
      {description === null ? null : (
        <p className="whitespace-pre-line text-sm wrap-anywhere">{description}</p>
      )}
      {requirements.length === 0 ? null : (
        <ul aria-label="Framework references" className="flex flex-wrap gap-1.5">
          {requirements.map((requirement) => (
            <li
              key={requirement}
              className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-xs font-medium text-muted wrap-anywhere"
            >
              {requirement}
            </li>
          ))}
        </ul>
      )}
      {item === null ? null : (
        <p className="text-sm">
          <ItemLink
            item={item}
            source="control"
            className="inline-flex min-h-6 items-center gap-1.5 font-medium text-accent"
          >
            {item.access.text === "locked" ? <Icon name="lock" size={16} label="Locked" /> : null}
            {item.title}
          </ItemLink>
        </p>
      )}
      {owner === null || owner.products.length === 0 ? null : (
        <p className="text-xs text-muted">Products: {owner.products.join(", ")}</p>
      )}
    </article>
  );
}
