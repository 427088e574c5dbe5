import { useEffect, useRef, useState } from "react";
import { useHydrated } from "../editing/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";

/** Where a browser remembers that somebody wants no keys of one letter. */
const OFF = "otc-inbox-keys-off";

/** What a key does, in words. */
export interface PageKey {
  key: string;
  does: string;
}

/**
 * The keys of a page of work, and the dialog that tells of them and switches them off. They only lead
 * to what the page has as links and buttons (`data-key`); a decision is always pressed itself.
 */
export function PageKeys({ keys }: { keys: readonly PageKey[] }) {
  return useHydrated() ? <Keys keys={keys} /> : null;
}

function Keys({ keys }: { keys: readonly PageKey[] }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [on, setOn] = useState(() => localStorage.getItem(OFF) === null);
  useEffect(() => {
    if (!on) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      if (event.key === "?") dialog.current?.showModal();
      else if (event.key === "j" || event.key === "k") step(event.key);
      else if (keys.some(({ key }) => key === event.key)) focusOn(event.key);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [on, keys]);
  const choose = (wanted: boolean) => {
    if (wanted) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "yes");
    setOn(wanted);
  };
  return (
    <>
      <Button
        type="button"
        look="quiet"
        size="small"
        className="max-sm:hidden"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        Keyboard shortcuts
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="keys-title"
        className="m-auto w-[28rem] max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-surface p-6 text-ink shadow-panel backdrop:bg-black/40"
      >
        <h2 id="keys-title" className="text-lg font-semibold">
          Keyboard shortcuts
        </h2>
        <dl className="mt-4 space-y-2">
          {keys.map(({ key, does }) => (
            <div key={key} className="flex items-baseline gap-3">
              <dt>
                <kbd className="inline-block min-w-7 rounded-sm border border-edge bg-sunken px-1.5 py-0.5 text-center text-sm">
                  {key}
                </kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-6 flex min-h-8 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => choose(event.target.checked)}
            className="size-6 accent-accent"
          />
          Use these shortcuts in this browser
        </label>
        <form method="dialog" className="mt-4">
          <Button look="secondary">Close</Button>
        </form>
      </dialog>
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"))
  );
}

/** To the neighbor of the open one; in a list to the row behind the one that has the focus. */
function step(key: "j" | "k"): void {
  const link = document.querySelector<HTMLAnchorElement>(`a[data-key="${key}"]`);
  if (link !== null) {
    link.click();
    return;
  }
  const rows = [...document.querySelectorAll<HTMLElement>("[data-inbox-row]")];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = key === "j" ? rows[at + 1] : rows[at === -1 ? rows.length - 1 : at - 1];
  next?.focus();
}

/** To the control of a key: what a decision is made with is pressed by the person. */
function focusOn(key: string): void {
  const place = document.querySelector<HTMLElement>(`[data-key="${key}"]`);
  const control = "button, a[href], input:not([type=hidden]), select, textarea";
  const target = place?.matches(control) ? place : place?.querySelector<HTMLElement>(control);
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement?.closest("details"))
    fold.open = true;
  target?.focus();
  target?.scrollIntoView({ block: "center" });
}
