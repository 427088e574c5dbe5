import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { PlacingData, PlacingRow } from "../placing.server.ts";
import { FactList } from "#content/documents/staff/facts-read.tsx";
import { OWN_ITEM } from "#content/documents/rules/placing.ts";
import { SORTED_DOCUMENT_TYPES } from "#model/documents/library.ts";
import { ACCESS_LABELS } from "#model/items/forms/items.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { inputClass } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface PlacingFormProps {
  data: PlacingData;
  result: SubmissionResult | undefined;
  submit: string;
}

/** How often the page looks whether first pages were read, and how long it waits in between. */
const LOOKS = 4;
const LOOK_MS = 1_500;

/**
 * 'Where should visitors find it?', a row a document: its type, its item and who reads it, all
 * saved by one button.
 */
export function PlacingForm({ data, result, submit }: PlacingFormProps) {
  useFreshProposals(data.isReading && result === undefined);
  const errors = result?.error ?? {};
  const sent = rowsSent(result);
  const fields = data.rows.flatMap((_, i) =>
    (["type", "item", "access"] as const).map((part) => ({
      id: `place-${i}-${part}`,
      errors: errors[`rows[${i}].${part}`] ?? undefined,
    })),
  );
  return (
    <form method="post" noValidate className="space-y-6">
      <OnceField />
      <ErrorSummary errors={[...(errors[""] ?? []), ...(errors.rows ?? [])]} fields={fields} />
      <ul className="space-y-4">
        {data.rows.map((row, i) => (
          <Row
            key={row.id}
            row={{
              ...row,
              ...sent.get(row.id),
              facts: row.facts,
              tookFacts: sent.get(row.id)?.facts,
            }}
            i={i}
            data={data}
          />
        ))}
      </ul>
      {data.isReading ? (
        <p className="text-sm text-muted">
          We’re still reading some files. Reload this page in a moment for more suggestions.
        </p>
      ) : null}
      <Button>{submit}</Button>
    </form>
  );
}

const FROM = {
  name: "Suggested from its name",
  content: "Suggested from its first page",
} as const;

function Row({
  row,
  i,
  data,
}: {
  row: PlacingRow & { access?: string; tookFacts?: unknown };
  i: number;
  data: PlacingData;
}) {
  // What somebody chose stays; what nobody touched follows a better proposal.
  const [touched, setTouched] = useState(false);
  const key = touched ? "touched" : `${row.type} ${row.item}`;
  const touch = () => setTouched(true);
  const id = (part: string) => `place-${i}-${part}`;
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <fieldset>
        <legend className="float-start flex w-full items-start gap-2 font-medium">
          <Icon name="file" size={18} className="mt-0.5 flex-none text-muted" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{row.name}</span>
        </legend>
        <div className="clear-both mb-4 space-y-2 ps-6.5 text-sm">
          <p className="text-muted">
            {row.from === null ? "No suggestion. Choose where it belongs." : FROM[row.from]}
          </p>
          {row.notes.map((note) => (
            <p key={note} className="max-w-prose border-l-2 border-line pl-3">
              {note}
            </p>
          ))}
        </div>
        <input type="hidden" name={`rows[${i}].id`} value={row.id} />
        <div className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)_9rem]">
          <Labeled id={id("type")} label="Type">
            <select
              key={key}
              id={id("type")}
              name={`rows[${i}].type`}
              defaultValue={row.type}
              onChange={touch}
              className={inputClass}
            >
              {SORTED_DOCUMENT_TYPES.map((type) => (
                <option key={type} value={type}>
                  {type}
                </option>
              ))}
            </select>
          </Labeled>
          <Labeled id={id("item")} label="Where visitors find it">
            <select
              key={key}
              id={id("item")}
              name={`rows[${i}].item`}
              defaultValue={row.item}
              onChange={touch}
              className={inputClass}
            >
              <option value="">Not on the portal yet</option>
              <option value={OWN_ITEM}>Documents, under its own name</option>
              {data.groups.map(({ title, places }) => (
                <optgroup key={title} label={title}>
                  {places.map(({ uid, title: name, shown }) => (
                    <option key={uid} value={uid}>
                      {shown ? `${name} (on your portal)` : name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </Labeled>
          <Labeled id={id("access")} label="Who can read it">
            <select
              id={id("access")}
              name={`rows[${i}].access`}
              defaultValue={row.access ?? data.access}
              onChange={touch}
              className={inputClass}
            >
              {data.mayRestrict ? (
                <option value="restricted">{ACCESS_LABELS.restricted}</option>
              ) : null}
              <option value="public">{ACCESS_LABELS.public}</option>
            </select>
          </Labeled>
        </div>
        {row.facts.length === 0 ? null : (
          <div className="mt-4 rounded-md bg-sunken p-3 text-sm">
            <FactList facts={row.facts} />
            <label className="mt-2 flex min-h-8 items-center gap-2.5">
              <input
                type="checkbox"
                id={id("facts")}
                name={`rows[${i}].facts`}
                value="on"
                defaultChecked={isTicked(row.tookFacts)}
                className="size-6 flex-none accent-accent"
              />
              Save what its first page says
            </label>
          </div>
        )}
      </fieldset>
    </li>
  );
}

function Labeled({
  id,
  label,
  children,
}: {
  id: string;
  label: string;
  children: React.ReactNode;
}) {
  return (
    <div className="min-w-0 space-y-1">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      {children}
    </div>
  );
}

/** While first pages are read, looks for what they propose a few times. */
function useFreshProposals(waiting: boolean): void {
  const { revalidate } = useRevalidator();
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!waiting || looks >= LOOKS) return;
    const timer = setTimeout(() => {
      setLooks(looks + 1);
      void revalidate();
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [waiting, looks, revalidate]);
}

/** Whether a box was ticked in a form that comes back. */
const isTicked = (sent: unknown): boolean => sent === true || sent === "on";

/** What a refused form was sent with, by document. */
function rowsSent(result: SubmissionResult | undefined): Map<string, Partial<PlacingRow>> {
  const rows: unknown = result?.initialValue?.rows;
  return new Map(
    (Array.isArray(rows) ? rows : []).flatMap((row: Partial<PlacingRow> | null) =>
      typeof row?.id === "string" ? [[row.id, row] as const] : [],
    ),
  );
}
