import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import type * as z from "zod";
import {
  DECLINE_REASONS,
  NOBODY,
  UNDO_SECONDS,
  type bulkApproveSchema,
  type ListButton,
} from "../forms/review-forms.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import type { AccessPreset } from "../store/access-presets.server.ts";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { useButtonAddresses } from "#web/ui/button-form.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { inputClass } from "#web/ui/field.tsx";
import { GrantFields, MessageField, type GrantChoices } from "./grant-fields.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface BulkPanelProps {
  result: SubmissionResult | null;
  /** The one that was refused. */
  button: ListButton | null;
  /** Who may look at a request. */
  reviewers: readonly { id: string; name: string }[];
  choices: GrantChoices;
  presets: readonly AccessPreset[];
  constraint: FormConstraint;
  /** The address of this list with everybody selected. */
  selectAll: string;
  /** The requests that are selected as the page opens. */
  selected: readonly string[];
  children: (select: { name: string; chosen: ReadonlySet<string>; all: ReactNode }) => ReactNode;
}

/**
 * One form around the list: what is selected is approved or declined together, all or none. The bar
 * for it stays at the lower edge of the window while something is selected.
 */
export function BulkPanel({
  result,
  button,
  reviewers,
  choices,
  presets,
  constraint,
  selectAll,
  selected,
  children,
}: BulkPanelProps) {
  const [form, fields] = useForm<z.input<typeof bulkApproveSchema>>({
    id: "bulk",
    lastResult: result,
    constraint,
  });
  const { requestIds, profileId, productIds, nda, expiresOn, expiresIn, message } = fields;
  const kept = requestIds.initialValue;
  // A form that comes back keeps its own choice, also where its address selects everybody.
  const own = result === null ? selected : [kept].flat();
  const chosen = new Set<string>(own.filter((value) => typeof value === "string"));
  const addresses = useButtonAddresses();
  // A browser that knows no `formaction` sends every button to the page itself, by its name.
  const pressing = (word: ListButton) => ({
    formAction: addresses.of(word),
    name: "intent",
    value: word,
  });
  const list = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const [count, setCount] = useState<number | null>(null);
  const boxes = () => [
    ...(list.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? []),
  ];
  const recount = () => setCount(boxes().filter((box) => box.checked).length);
  const toggleAll = () => {
    const all = boxes();
    const on = !all.every((box) => box.checked);
    for (const box of all) box.checked = on;
    recount();
  };
  const all = hydrated ? (
    <Button type="button" {...SELECT_ALL} size="small" onClick={toggleAll}>
      All
    </Button>
  ) : (
    <Link
      to={selectAll}
      aria-label={SELECT_ALL["aria-label"]}
      className={buttonClass("quiet", "small")}
    >
      All
    </Link>
  );
  return (
    <form
      method="post"
      action={addresses.page}
      {...getFormProps(form, { ariaAttributes: false })}
      onChange={recount}
      className="group/bulk space-y-6"
    >
      <OnceField />
      <ErrorSummary
        errors={form.errors}
        fields={[requestIds, profileId, productIds, expiresOn, expiresIn, nda, message]}
      />
      <div id={requestIds.id} ref={list}>
        {children({ name: requestIds.name, chosen, all })}
      </div>
      <details
        id="bulk-terms"
        className="scroll-mb-40 rounded-lg border border-line bg-surface"
        open={button === "approve"}
      >
        <summary className="min-h-10 cursor-pointer px-4 py-3 font-medium">
          Approve selected with other terms
        </summary>
        <div className="max-w-[36rem] space-y-6 border-t border-line px-4 py-6">
          <p className="text-muted">
            Each person joins the account with the same email domain, or a new account named after
            their company. Existing product access stays as it is.
          </p>
          <GrantFields fields={fields} choices={choices} />
          <MessageField
            field={message}
            label="Message"
            hint="Optional. Included in each approval email."
          />
          <Button {...pressing("approve")}>Approve</Button>
        </div>
      </details>
      <section
        aria-label="Decide on the selected requests"
        className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-lg border border-edge bg-surface p-3 shadow-panel group-[:not(:has([name=requestIds]:checked))]/bulk:hidden"
      >
        <p className="basis-full text-sm">
          <strong className="font-semibold" role="status">
            {count === null || count === 0 ? "Selected" : `${count} selected`}
          </strong>{" "}
          <span className="text-muted">You can undo a decision for {UNDO_SECONDS} seconds.</span>
        </p>
        {presets.length === 0 ? (
          <OtherTerms />
        ) : (
          <fieldset className="min-w-0">
            <legend className="sr-only">Approve with a preset</legend>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              {presets.map(({ id, name }) => (
                <Button
                  key={id}
                  size="small"
                  look="secondary"
                  formAction={addresses.of("approve-with")}
                  name="preset"
                  value={id}
                >
                  Approve as {name}
                </Button>
              ))}{" "}
              <OtherTerms />
            </div>
          </fieldset>
        )}{" "}
        <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
          <div className="min-w-0 max-sm:grow">
            <label htmlFor="bulk-reason" className="sr-only">
              Decline with
            </label>
            <select
              id="bulk-reason"
              name="reason"
              defaultValue={chosenBefore(result, "reason")}
              className={BAR_SELECT}
            >
              <option value="">The standard message</option>
              {DECLINE_REASONS.map((reason) => (
                <option key={reason.id} value={reason.id}>
                  {reason.label}
                </option>
              ))}
            </select>
          </div>{" "}
          <Button look="danger" size="small" {...pressing("decline")}>
            Decline
          </Button>
        </div>{" "}
        <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
          <div className="min-w-0 max-sm:grow">
            <label htmlFor="bulk-assignee" className="sr-only">
              Assign to
            </label>
            <select
              id="bulk-assignee"
              name="assignee"
              defaultValue={chosenBefore(result, "assignee")}
              className={BAR_SELECT}
            >
              {reviewers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <option value={NOBODY}>Unassigned</option>
            </select>
          </div>{" "}
          <Button look="secondary" size="small" {...pressing("assign")}>
            Assign
          </Button>
        </div>
      </section>
    </form>
  );
}

/** As high as the buttons beside it, so that the bar is one row where there is room. */
const BAR_SELECT = `${inputClass} min-h-8! py-1! text-sm! sm:w-48!`;

/** What ticks every box stands in the head above them. */
const SELECT_ALL = { look: "quiet", "aria-label": "Select all on this page" } as const;

/** What was chosen in a list of the bar, whichever of its buttons was refused. */
function chosenBefore(
  result: SubmissionResult | null,
  name: "reason" | "assignee",
): string | undefined {
  const value: unknown = result?.initialValue?.[name];
  return typeof value === "string" ? value : undefined;
}

function OtherTerms() {
  return (
    <a href="#bulk-terms" className="inline-flex min-h-8 items-center text-sm underline">
      Other terms
    </a>
  );
}
