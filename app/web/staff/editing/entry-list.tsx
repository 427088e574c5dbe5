import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { Form, Link, useSubmit } from "react-router";
import { canMove, type Move } from "#values/list-order.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { useButtonAddresses } from "#web/ui/button-form.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { focusMoved, MoveButton, moveOfKey, OrderedRow } from "./ordered-row.tsx";
import { useRowDragging } from "./row-dragging.ts";

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

/**
 * The rows of a list with what can be done to each: edit, move, remove. Every button is a form of
 * its own, and saves at once; keys and dragging send what the buttons would.
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
  const root = useRef<HTMLDivElement>(null);
  const moving = useRef<{ id: string; move: string } | null>(null);
  const submit = useSubmit();
  const { page, of } = useButtonAddresses();
  const send = (button: "move" | "put", fields: Record<string, string>) =>
    void submit(fields, { method: "post", action: of(button) ?? page, preventScrollReset: true });
  const ids = entries.map(({ id }) => id);
  const order = ids.join("\n");
  const shown = useRef(order);
  const edge = useRowDragging(root, [ids], (id, { index }) => {
    const others = ids.filter((other) => other !== id);
    const before = others[index];
    const beside = before ?? others.at(-1);
    if (beside === undefined || ids.indexOf(id) === index) return;
    send("put", { id, beside, edge: before === undefined ? "behind" : "before" });
  });
  useEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    if (moving.current !== null) focusMoved(root.current, moving.current);
    moving.current = null;
  }, [order]);

  const onKeyDown = (event: KeyboardEvent, id: string, place: number) => {
    const move = moveOfKey(event);
    if (move === null || move === "across") return;
    event.preventDefault();
    if (!canMove(move, place, length)) return;
    moving.current = { id, move };
    send("move", { id, move });
  };

  return (
    <div ref={root}>
      <ol
        data-list={0}
        className="divide-y divide-line overflow-hidden rounded-md border border-line"
      >
        {entries.map(({ id, name, content, href, place: own }, nth) => (
          <OrderedRow
            key={id}
            id={id}
            edge={edge?.id === id ? edge.edge : null}
            tools={
              <div className="flex flex-none flex-wrap items-center gap-1">
                <Link to={href} preventScrollReset className={buttonClass("secondary", "small")}>
                  Edit<span className="sr-only"> {name}</span>
                </Link>{" "}
                <Form
                  method="post"
                  action={of("move")}
                  noValidate
                  preventScrollReset
                  className="flex gap-1"
                >
                  <input type="hidden" name="id" value={id} />
                  {moves.map((move) => (
                    <MoveButton
                      key={move}
                      move={move}
                      row={name}
                      value={move}
                      disabled={!canMove(move, own ?? nth, length)}
                      onClick={() => (moving.current = { id, move })}
                      onKeyDown={(event) => onKeyDown(event, id, own ?? nth)}
                    />
                  ))}
                </Form>{" "}
                <Form method="post" action={of("remove")} noValidate preventScrollReset>
                  <input type="hidden" name="id" value={id} />
                  <button
                    type="submit"
                    title={`Remove ${name}`}
                    className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
                  >
                    <Icon name="trash" size={18} label={`Remove ${name}`} />
                  </button>
                </Form>
              </div>
            }
          >
            {content}
          </OrderedRow>
        ))}
      </ol>
    </div>
  );
}

/** Tells staff why visitors see nothing of a list, while its item is not enabled. */
export function NotEnabledNote({ state, noun }: { state: string | null; noun: string }) {
  if (state !== "NotEnabled") return null;
  return (
    <p className="mb-6 flex items-start gap-3 rounded-md border border-yellow bg-yellow-soft p-4 text-sm text-yellow">
      <Icon name="eyeOff" className="shrink-0" />
      <span>Visitors can’t see these {noun} because the card’s item isn’t enabled.</span>
    </p>
  );
}
