import { useEffect, useRef } from "react";
import { Form, useNavigate } from "react-router";
import { FIND_PAGE } from "../../features/home/rules.ts";
import { Icon } from "../../ui/icon.tsx";

/**
 * Leads to anything that this person may open, by its name. Ctrl or Cmd with K goes there from
 * everywhere.
 */
export function FindField() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // Where the page has no room for the field, its own page has one.
      if (field.current?.offsetParent === null) {
        void navigate(FIND_PAGE);
        return;
      }
      field.current?.focus();
      field.current?.select();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [navigate]);
  return (
    <Form
      action={FIND_PAGE}
      role="search"
      aria-label="Everything"
      noValidate
      className="hidden shrink sm:flex"
    >
      <label className="min-w-0">
        <span className="sr-only">Find a page, person, company, document or item</span>
        <input
          ref={field}
          type="text"
          name="q"
          placeholder="Find …"
          aria-keyshortcuts="Control+K Meta+K"
          autoComplete="off"
          className="min-h-10 w-full max-w-[14rem] rounded-s-md border border-e-0 border-edge bg-surface px-3 text-sm"
        />
      </label>
      <button
        type="submit"
        aria-label="Go"
        className="inline-flex min-h-10 cursor-pointer items-center rounded-e-md border border-edge bg-surface px-2.5 hover:bg-sunken"
      >
        <Icon name="search" size={16} />
      </button>
    </Form>
  );
}
