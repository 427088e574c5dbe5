import { useCallback, useEffect, useRef } from "react";
import { useBlocker, useNavigate } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { SENT } from "../page/sending.ts";
import { wasTypedEarly } from "../page/typed-early.ts";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Asks before a form's changes are thrown away: Cancel, Close, Escape, every other link of its
 * dialog, and the browser's Back. Before a reload and before the tab closes the browser asks in its
 * own words. Where no scripts run each link leads where it says; nothing was changed by typing.
 * @param unsaved the form came back unsaved, so that it has changes from the start
 */
export function useDiscard(unsaved: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  /** What was about to leave the form: a link, or the address that Escape leads to. */
  const leaving = useRef<HTMLAnchorElement | string>("");
  const opened = useRef<string | null>(null);
  /** The form has its answer, which comes in place of this page. */
  const sent = useRef(false);
  const navigate = useNavigate();
  const isChanged = useCallback(
    () => !sent.current && form.current !== null && contentOf(form.current) !== opened.current,
    [],
  );
  const back = useBlocker(({ historyAction }) => historyAction === "POP" && isChanged());
  useEffect(() => {
    if (back.state === "blocked" && dialog.current?.open === false) dialog.current.showModal();
  }, [back.state]);
  const running = useHydrated();

  useEffect(() => {
    // What the server rendered for browsers without scripts is still in the form: it is no change
    // when it goes.
    if (!running) return;
    opened.current = unsaved || wasTypedEarly(form.current) ? null : contentOf(form.current);
    const ask = (event: Event, by: HTMLAnchorElement | string) => {
      event.preventDefault();
      event.stopPropagation();
      leaving.current = by;
      if (dialog.current?.open === false) dialog.current.showModal();
    };
    const onClick = (event: MouseEvent) => {
      const link =
        event.target instanceof Element
          ? event.target.closest<HTMLAnchorElement>("[data-dialog] a[href]")
          : null;
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (
        link === null ||
        !isPlain ||
        link.target === "_blank" ||
        (link.getAttribute("href") ?? "").startsWith("#") ||
        !isChanged()
      )
        return;
      ask(event, link);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      // An open confirmation closes by itself; the dialog below must not hear of it.
      if (document.querySelector("dialog[open]") !== null) event.stopPropagation();
      else if (isChanged())
        ask(event, document.querySelector("[data-dialog]")?.getAttribute("data-close") ?? "");
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isChanged()) event.preventDefault();
    };
    const onSent = (event: Event) => {
      if (event.target === form.current) sent.current = true;
    };
    addEventListener("beforeunload", onUnload);
    addEventListener(SENT, onSent);
    // Before the framework and the dialog hear of it.
    addEventListener("click", onClick, true);
    addEventListener("keydown", onKey, true);
    return () => {
      removeEventListener("click", onClick, true);
      removeEventListener("keydown", onKey, true);
      removeEventListener("beforeunload", onUnload);
      removeEventListener(SENT, onSent);
    };
  }, [unsaved, running, isChanged]);

  const discard = useCallback(() => {
    opened.current = contentOf(form.current);
    dialog.current?.close();
    if (back.state === "blocked") return back.proceed();
    // A link is followed in its own way: one that loads its page anew does so, and the form is not
    // kept for it.
    if (typeof leaving.current === "string")
      void navigate(leaving.current, { preventScrollReset: true });
    else leaving.current.click();
  }, [navigate, back]);
  /** The question was closed without an answer, or by the one to stay. */
  const stay = () => {
    if (back.state === "blocked" && isChanged()) back.reset();
  };

  const confirmation = (
    <dialog
      ref={dialog}
      aria-labelledby="discard-title"
      onClose={stay}
      className="m-auto w-full max-w-md rounded-lg border border-line bg-surface p-6 text-ink shadow-panel backdrop:bg-[rgb(10_12_14/0.45)]"
    >
      <h2 id="discard-title" className="text-lg font-semibold">
        Discard changes?
      </h2>
      <p className="mt-2 text-muted">Your changes have not been saved.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="button" look="danger" onClick={discard}>
          Discard changes
        </Button>
        <Button type="button" look="secondary" onClick={() => dialog.current?.close()}>
          Keep editing
        </Button>
      </div>
    </dialog>
  );
  return { form, confirmation };
}

/** Everything that a form would send, as one text. */
function contentOf(form: HTMLFormElement | null): string | null {
  if (form === null) return null;
  return [...new FormData(form)]
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : value.name}`)
    .join("\n");
}
