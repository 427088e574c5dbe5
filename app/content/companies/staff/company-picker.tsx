import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import {
  asksForTwice,
  JUST_USE,
  JUST_USE_FROM,
  SEARCH_DEBOUNCE_MS,
  type CompanyOption,
} from "#model/companies/company-forms.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Choice } from "#web/ui/choice-field.tsx";
import { describedBy, FieldFrame, inputClass } from "#web/ui/field.tsx";
import { useOrgAddress } from "#web/staff/editing/org-address.ts";

interface CompanyPickerProps {
  /** Of its text field. */
  id?: string;
  defaultName: string;
  defaultRef: string;
  /** Names to begin with, for browsers without scripts: any other text is taken as it is. */
  suggestions: readonly string[];
  errors?: readonly string[] | undefined;
  /** The box for a company that the list has was ticked. */
  allowsDuplicate: boolean;
  autoFocus?: boolean;
}

const HINT = "Choose a company, or type any name.";

/**
 * The company of an entry: a text field with suggestions, which takes free text. With scripts it
 * searches as one types, 200 ms after the last key, keeps what it found, and offers the text itself
 * as 'Just use: "..."'.
 */
export function CompanyPicker({
  id: field = "company",
  defaultName,
  defaultRef,
  suggestions,
  errors,
  allowsDuplicate,
  autoFocus = false,
}: CompanyPickerProps) {
  const id = useId();
  const [ready, setReady] = useState(false);
  const [text, setText] = useState(defaultName);
  const [ref, setRef] = useState(defaultRef);
  const [asked, setAsked] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useCompanies(asked);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What was typed before the scripts came stays.
    setText(input.current?.value ?? defaultName);
    setReady(true);
  }, [defaultName]);

  const typed = text.trim();
  const options = [
    ...found.options,
    ...(typed.length >= JUST_USE_FROM
      ? [{ ref: JUST_USE, source: "custom", name: typed, domain: null, logo: null }]
      : []),
  ];
  const shown = ready && open && options.length > 0;

  function choose(option: CompanyOption) {
    setText(option.name);
    setRef(option.ref);
    setOpen(false);
    setActive(-1);
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!shown) return ask(text);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((place) => (place + step + options.length) % options.length);
    } else if (event.key === "Enter" && shown && active >= 0) {
      const option = options[active];
      if (option === undefined) return;
      event.preventDefault();
      choose(option);
    } else if (event.key === "Escape" && shown) {
      // Closes the list alone, not the dialog.
      event.preventDefault();
      event.nativeEvent.stopImmediatePropagation();
      setOpen(false);
    }
  }

  function ask(value: string) {
    setOpen(true);
    setActive(-1);
    setAsked(value.trim());
  }

  return (
    <>
      <FieldFrame id={field} label="Company" hint={HINT} errors={errors}>
        <div className="relative">
          <input
            ref={input}
            id={field}
            name="company"
            type="text"
            required
            maxLength={100}
            autoComplete="off"
            className={inputClass}
            aria-invalid={errors?.length ? true : undefined}
            aria-describedby={describedBy({ id: field, hint: HINT, errors })}
            {...(autoFocus ? { "data-autofocus": "" } : {})}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setRef("");
              // What was typed before the scripts came opens no list over a field that was left.
              if (event.currentTarget === document.activeElement) ask(event.currentTarget.value);
            }}
            onKeyDown={onKey}
            onBlur={() => setOpen(false)}
            {...(ready
              ? {
                  role: "combobox",
                  "aria-expanded": shown,
                  "aria-autocomplete": "list" as const,
                  "aria-controls": `${id}-options`,
                  "aria-activedescendant": shown && active >= 0 ? `${id}-${active}` : undefined,
                }
              : { list: `${id}-names` })}
          />
          <input type="hidden" name="companyRef" value={ref} />
          {ready ? null : (
            <datalist id={`${id}-names`}>
              {suggestions.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </datalist>
          )}
          <div
            id={`${id}-options`}
            role="listbox"
            aria-label="Companies"
            hidden={!shown}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto rounded-md border border-edge bg-surface py-1 shadow-panel"
          >
            {options.map((option, place) => (
              <div
                key={option.ref}
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === active}
                className={classNames(
                  "flex min-h-10 cursor-pointer items-center justify-between gap-4 px-3 py-2",
                  place === active && "bg-accent-soft",
                )}
                // The press itself would take the focus away and close the list.
                onMouseDown={(event) => {
                  event.preventDefault();
                  choose(option);
                }}
              >
                <span className="min-w-0 break-words">
                  {option.ref === JUST_USE ? `Just use: "${option.name}"` : option.name}
                </span>
                {option.domain === null ? null : (
                  <span className="flex-none text-sm text-muted">{option.domain}</span>
                )}
              </div>
            ))}
          </div>
          {ready ? (
            <p role="status" className="sr-only">
              {shown && found.settled
                ? `${found.options.length} ${found.options.length === 1 ? "company" : "companies"} found`
                : ""}
            </p>
          ) : null}
        </div>
      </FieldFrame>
      {asksForTwice(errors) || allowsDuplicate ? (
        <Choice
          id={`${field}-twice`}
          name="allowDuplicate"
          label="List it twice"
          defaultChecked={allowsDuplicate}
        />
      ) : null}
    </>
  );
}

/**
 * The companies that answer to a text, asked for once it rests; what was found is kept for the
 * page's life.
 */
function useCompanies(text: string | null): {
  options: readonly CompanyOption[];
  settled: boolean;
} {
  const ofOrg = useOrgAddress();
  const cache = useRef(new Map<string, readonly CompanyOption[]>());
  const [found, setFound] = useState<{ text: string; options: readonly CompanyOption[] } | null>(
    null,
  );
  useEffect(() => {
    if (text === null) return;
    const known = cache.current.get(text);
    if (known !== undefined) return setFound({ text, options: known });
    const ended = new AbortController();
    const timer = setTimeout(() => {
      void searchCompanies(
        ofOrg(`/api/trust-center/companies?q=${encodeURIComponent(text)}`),
        ended.signal,
      ).then((options) => {
        if (options === null) return;
        cache.current.set(text, options);
        setFound({ text, options });
      });
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [text, ofOrg]);
  return { options: found?.options ?? [], settled: found !== null && found.text === text };
}

/** null when nothing came: the free text works all the same. */
async function searchCompanies(
  address: string,
  signal: AbortSignal,
): Promise<readonly CompanyOption[] | null> {
  try {
    const answer = await fetch(address, { signal, headers: { Accept: "application/json" } });
    return answer.ok ? ((await answer.json()) as { companies: CompanyOption[] }).companies : null;
  } catch {
    return null;
  }
}
