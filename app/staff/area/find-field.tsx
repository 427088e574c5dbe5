import { useEffect, useRef, useState, type KeyboardEvent as Pressed } from "react";
import { Form, useFetcher, useNavigate } from "react-router";
import { FIND_PAGE, type Found, type FoundGroup } from "#model/home.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { privatePageOf } from "#model/staff/private-area.ts";

const LIST = "find-suggestions";
/** Typing has to rest so long before anything is asked for. */
const REST_MS = 150;

/**
 * Leads to anything that this person may open, by its name. Ctrl or Cmd with K goes there from
 * everywhere; with scripts what was found stands below the field while one types, without them the
 * form leads to the page that shows it.
 */
export function FindField() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const offers = useOffers();
  const hydrated = useHydrated();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // Where the header has no room for the field, its own page has one.
      const own = document.querySelector<HTMLInputElement>("#find-q");
      const shown = field.current?.offsetParent === null ? own : field.current;
      if (shown === null) void navigate(FIND_PAGE);
      else {
        shown.focus();
        shown.select();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [navigate]);
  const { open, at, rows } = offers;
  const active = open ? rows[at] : undefined;
  const follow = ({ to }: Found) => {
    offers.close();
    if (field.current !== null) field.current.value = "";
    // What is edited in place is on the portal, which is another document.
    if (privatePageOf(to) === null) location.assign(to);
    else void navigate(to);
  };
  const onKeyDown = (event: Pressed) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      offers.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      offers.close();
    } else if (event.key === "Enter" && active !== undefined) {
      event.preventDefault();
      follow(active);
    }
  };
  return (
    <Form
      action={FIND_PAGE}
      role="search"
      aria-label="Everything"
      noValidate
      className="relative hidden shrink sm:flex"
      onSubmit={offers.close}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) offers.close();
      }}
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
          {...(hydrated
            ? {
                role: "combobox",
                "aria-autocomplete": "list",
                "aria-expanded": open,
                "aria-controls": LIST,
                "aria-activedescendant": active === undefined ? undefined : `${LIST}-${at}`,
              }
            : {})}
          onInput={({ currentTarget }) => offers.ask(currentTarget.value)}
          onKeyDown={onKeyDown}
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
      {hydrated ? <Offers {...offers} follow={follow} /> : null}
    </Form>
  );
}

/** What is offered of the words typed last, and which of it the arrow keys are at. */
function useOffers() {
  const { load, data, state } = useFetcher<{ search: string; groups: FoundGroup[] }>();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(-1);
  const words = typed.trim();
  useEffect(() => {
    if (words === "") return;
    const timer = setTimeout(
      () => void load(`${FIND_PAGE}?${new URLSearchParams({ q: words }).toString()}`),
      REST_MS,
    );
    return () => clearTimeout(timer);
  }, [words, load]);
  const groups = words === "" || data === undefined ? [] : data.groups;
  const rows = groups.flatMap((group) => group.rows);
  return {
    words,
    groups,
    rows,
    at: Math.min(at, rows.length - 1),
    /** Nothing of it has the name, as far as was asked. */
    nothing: state === "idle" && data?.search === words && rows.length === 0,
    open: rows.length > 0,
    ask: (value: string) => {
      setTyped(value);
      setAt(-1);
    },
    move: (by: 1 | -1) => setAt(Math.max(-1, Math.min(at + by, rows.length - 1))),
    close: () => {
      setTyped("");
      setAt(-1);
    },
  };
}

function intoView(option: HTMLElement | null) {
  void option?.scrollIntoView({ block: "nearest" });
}

function Offers({
  groups,
  rows,
  at,
  open,
  nothing,
  words,
  follow,
}: ReturnType<typeof useOffers> & { follow: (row: Found) => void }) {
  return (
    <>
      <div
        id={LIST}
        role="listbox"
        aria-label="Found"
        hidden={!open}
        className="absolute end-0 top-full z-30 mt-1 max-h-[min(32rem,70dvh)] w-[26rem] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-md border border-line bg-surface p-2 text-sm shadow-panel"
      >
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title} className="mb-1">
            <p
              aria-hidden="true"
              className="flex justify-between px-2 py-1 text-xs font-medium tracking-wide text-muted uppercase"
            >
              {group.title}
              {group.total > group.rows.length ? <span>{group.total}</span> : null}
            </p>
            {group.rows.map((row) => {
              const place = rows.indexOf(row);
              return (
                <div
                  key={place}
                  id={`${LIST}-${place}`}
                  ref={place === at ? intoView : null}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === at}
                  // The press itself would take the focus away and close the list.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    if (event.button === 0) follow(row);
                  }}
                  className={classNames(
                    "cursor-pointer rounded-sm px-2 py-1.5",
                    place === at ? "bg-accent-soft text-accent" : "hover:bg-sunken",
                  )}
                >
                  <span className="block truncate">{row.label}</span>
                  {row.about === null ? null : (
                    <span className="block truncate text-xs text-muted">{row.about}</span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p aria-live="polite" className="sr-only">
        {words === "" ? "" : nothing ? "Nothing found" : open ? `${rows.length} suggestions` : ""}
      </p>
    </>
  );
}
