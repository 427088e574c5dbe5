import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/**
 * What staff can do beside reading a list: go somewhere, or take what is shown as a file. A file
 * that names people is taken by a form, so that the record says who took it.
 */
export type ListAction =
  | { words: string; to: string }
  | {
      words: string;
      file: string;
      by: "link" | "form";
      /** All of the list, however it is narrowed. */
      isWhole?: boolean;
    };

const WHOLE = new URLSearchParams();

/**
 * The head of a page that is one list: what it holds, how much of it, and what one can do beside
 * reading it, in one row.
 * @param up the page that it belongs to
 * @param count how many rows there are, or are left
 * @param isNarrowed the count follows what the list is narrowed to, and is announced
 * @param lead what the list is, where it is short
 * @param actions the first of them is what one does most, and looks like it
 * @param query what the list is narrowed to, as its address says it
 */
export function ListHead({
  up,
  title,
  count,
  isNarrowed = false,
  lead,
  actions = [],
  query = WHOLE,
}: {
  up?: { to: string; words: string };
  title: string;
  count?: ReactNode;
  isNarrowed?: boolean;
  lead?: ReactNode;
  actions?: readonly ListAction[];
  query?: URLSearchParams;
}) {
  return (
    <div className="mb-3 flex min-h-[2.625rem] flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div>
        {up === undefined ? null : (
          <Link to={up.to} className="mb-1 inline-block py-0.5 text-sm text-accent underline">
            {up.words}
          </Link>
        )}
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>{" "}
          {count === undefined ? null : (
            <p role={isNarrowed ? "status" : undefined} className="text-sm text-muted">
              {count}
            </p>
          )}
        </div>
        {lead === undefined ? null : <p className="max-w-[44rem] text-sm text-muted">{lead}</p>}
      </div>{" "}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {actions.map((action, at) => (
          <Fragment key={action.words}>
            {at === 0 ? null : " "}
            <ActionOfList action={action} query={query} isFirst={at === 0} />
          </Fragment>
        ))}
      </div>
    </div>
  );
}

function ActionOfList({
  action,
  query,
  isFirst,
}: {
  action: ListAction;
  query: URLSearchParams;
  isFirst: boolean;
}) {
  const { words } = action;
  if ("to" in action)
    return (
      <ButtonLink to={action.to} look={isFirst ? "primary" : "secondary"}>
        {words}
      </ButtonLink>
    );
  const isPart = query.size > 0 && action.isWhole !== true;
  const file = `${action.file}${isPart ? `?${query}` : ""}`;
  return action.by === "link" ? (
    <a href={file} className={buttonClass("secondary")} download>
      {words}
    </a>
  ) : (
    <form method="post" noValidate action={file}>
      <OnceField />
      <Button look="secondary">{words}</Button>
    </form>
  );
}
