import type { SubmissionResult } from "@conform-to/react";
import { data, Link, useLocation } from "react-router";
import type { EditConflict } from "#web/history/store/record-change.server.ts";
import { formatMoment } from "#values/moments.ts";

/** A field as the form sent it, and as somebody else saved it. */
export interface ConflictField {
  label: string;
  yours: string | null;
  theirs: string | null;
}

/** Two versions of one thing, for the form that would have saved over the other. */
export interface ShownConflict {
  /** 'Robin Case' and 'Nov 21, 2026 …', where history knows. */
  by: string | null;
  at: string | null;
  /** Saving with it saves over the other version. */
  base: string;
  fields: readonly ConflictField[];
  /** What the form is told, and what its buttons do. */
  headline: string;
  lead: string;
  save: string;
  /** Another page than the form's own, which shows what is stored, to leave for. */
  leave: { href: string; label: string } | null;
}

type Words = Pick<ShownConflict, "headline" | "lead" | "save" | "leave">;

const CHANGED: Words = {
  headline: "Someone else changed this while you were editing",
  lead: "Your changes aren’t saved yet. Both versions are below. Keep yours or use theirs.",
  save: "Save my version",
  leave: null,
};

/** The base of a form that brought none, for what must not be saved unseen. */
export const UNSEEN = "unseen";

/** Of a row that is not in its list any more. @param list where that shows */
export function removedWords(list: string): Words {
  return {
    headline: "Someone else removed this while you were editing",
    lead: "Your changes aren’t saved yet. Add it again with the values in this form, or leave it removed.",
    save: "Add it again",
    leave: { href: list, label: "Leave it removed" },
  };
}

/** What a form shows of a conflict. */
export function shownConflict(
  conflict: EditConflict,
  timeZone: string,
  fields: readonly ConflictField[],
  words: Words = CHANGED,
): ShownConflict {
  const { saved, base } = conflict;
  return {
    by: saved?.by ?? null,
    at: saved === null ? null : formatMoment(saved.at, timeZone),
    base,
    fields,
    ...words,
  };
}

/**
 * The answer to a form whose thing somebody else saved meanwhile: 409, the form again with its
 * values, both versions beside each other.
 * @param kept `submitted.refuse({ form: [conflict.message] }, { status: 409 })`
 */
export function conflictAnswer(
  kept: { data: { result: SubmissionResult } },
  conflict: EditConflict,
  timeZone: string,
  fields: readonly ConflictField[],
  words?: Words,
) {
  return data(
    { result: kept.data.result, conflict: shownConflict(conflict, timeZone, fields, words) },
    { status: 409 },
  );
}

/**
 * Both versions, field by field. It stands in the form: its Save button saves over theirs, its link
 * takes theirs.
 */
export function ConflictPanel({ conflict }: { conflict: ShownConflict }) {
  // The form's own address shows what is stored.
  const { pathname, search } = useLocation();
  const theirs =
    conflict.by === null
      ? "Saved while you were editing"
      : `Saved by ${conflict.by}${conflict.at === null ? "" : ` at ${conflict.at}`}`;
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-autofocus
      className="rounded-md border border-yellow bg-yellow-soft p-4 text-sm outline-none"
    >
      <p className="font-semibold">{conflict.headline}</p>
      <p className="mt-1">{conflict.lead}</p>
      <dl className="mt-3 space-y-3">
        {conflict.fields.map((field) => (
          <div
            key={field.label}
            className={field.yours === field.theirs ? "text-muted" : undefined}
          >
            <dt className="font-medium">{field.label}</dt>
            <dd className="mt-1 grid gap-2 sm:grid-cols-2">
              <Version label="Your version" text={field.yours} />
              <Version label={theirs} text={field.theirs} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3">
        <Link
          to={conflict.leave?.href ?? pathname + search}
          reloadDocument
          className="inline-block min-h-6 font-medium underline"
        >
          {conflict.leave?.label ?? "Use theirs"}
        </Link>
      </p>
    </div>
  );
}

function Version({ label, text }: { label: string; text: string | null }) {
  return (
    <div className="rounded-sm border border-line bg-surface p-2">
      <p className="text-xs text-muted">{label}</p>
      <p className="mt-0.5 whitespace-pre-wrap break-words text-ink">
        {text === null || text === "" ? "(empty)" : text}
      </p>
    </div>
  );
}
