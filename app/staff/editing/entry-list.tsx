import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { canMove, MOVE_LABELS, type Move } from "../../values/list-order.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";

interface Entry {
  id: string;
  /** What its buttons call it. */
  name: string;
  content: ReactNode;
  /** Its dialog. */
  href: string;
  /** Its place in the whole list, from 0, where these are a part of it. */
  place?: number;
}

const MOVE_ICONS: Readonly<Record<Move, IconName>> = {
  top: "arrowUpToLine",
  up: "chevronUp",
  down: "chevronDown",
  bottom: "arrowDownToLine",
};

/**
 * The rows of a list with what can be done to each: edit, move, remove. Every button is a form of
 * its own.
 * @param length of the whole list, where these are a part of it
 */
export function EntryList({
  entries,
  moves,
  length = entries.length,
}: {
  entries: readonly Entry[];
  moves: readonly Move[];
  length?: number;
}) {
  return (
    <ol className="divide-y divide-line border-y border-line">
      {entries.map(({ id, name, content, href, place: own }, nth) => (
        <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 grow basis-56">{content}</div>
          <div className="flex flex-none flex-wrap items-center gap-1">
            <Link to={href} preventScrollReset className={buttonClass("secondary", "small")}>
              Edit<span className="sr-only"> {name}</span>
            </Link>{" "}
            <Form method="post" noValidate preventScrollReset className="flex gap-1">
              <input type="hidden" name="intent" value="move" />
              <input type="hidden" name="id" value={id} />
              {moves.map((move) => (
                <RowButton
                  key={move}
                  name="move"
                  value={move}
                  icon={MOVE_ICONS[move]}
                  label={`${MOVE_LABELS[move]} ${name}`}
                  disabled={!canMove(move, own ?? nth, length)}
                />
              ))}
            </Form>{" "}
            <Form method="post" noValidate preventScrollReset>
              <input type="hidden" name="id" value={id} />
              <RowButton name="intent" value="remove" icon="trash" label={`Remove ${name}`} />
            </Form>
          </div>
        </li>
      ))}
    </ol>
  );
}

function RowButton({
  icon,
  label,
  ...button
}: {
  name: string;
  value: string;
  icon: IconName;
  label: string;
  disabled?: boolean;
}) {
  return (
    <button
      type="submit"
      title={label}
      className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-40"
      {...button}
    >
      <Icon name={icon} size={18} label={label} />
    </button>
  );
}

/** Tells staff why visitors see nothing of a list, while its item is not enabled. */
export function NotEnabledNote({ state, noun }: { state: string | null; noun: string }) {
  if (state !== "NotEnabled") return null;
  return (
    <p className="mb-6 flex items-start gap-3 rounded-md border border-yellow bg-yellow-soft p-4 text-sm text-yellow">
      <Icon name="eyeOff" className="shrink-0" />
      <span>Visitors see none of these {noun}: the card's item is not enabled.</span>
    </p>
  );
}
