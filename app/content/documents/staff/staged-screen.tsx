import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type { ReactNode } from "react";
import type { ReadFact } from "../rules/read-facts.ts";
import { formatDate, isDay } from "#values/dates.ts";
import type { Moment } from "#values/moments.ts";
import { textField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { When } from "#web/ui/when.tsx";

interface StagedScreenProps {
  document: {
    id: string;
    name: string;
    auditor: string | null;
    periodFrom: string | null;
    periodTo: string | null;
    expiresOn: string | null;
    expired: boolean;
  };
  /** The version that visitors see. */
  version: number;
  staged: { fileName: string; size: string; by: string; at: Moment; notes: readonly string[] };
  /** What its first page says. */
  facts: readonly ReadFact[];
  /** Whether it has a text that could be read. */
  wasRead: boolean;
  constraint: FormConstraint;
  refused: SubmissionResult | null;
}

const YEAR = /\b20\d\d\b/;

/** A new version before anyone else sees it: its own facts, to be confirmed, and the button. */
export function StagedScreen({
  document,
  version,
  staged,
  facts,
  wasRead,
  constraint,
  refused,
}: StagedScreenProps) {
  const back = `/documents/${document.id}`;
  return (
    <div className="max-w-[44rem] space-y-6">
      <div>
        <Link
          to={back}
          className="inline-flex min-h-8 items-center gap-2 text-sm text-muted no-underline hover:text-ink hover:underline"
        >
          <Icon name="arrowLeft" size={16} />
          <span className="[overflow-wrap:anywhere]">{document.name}</span>
        </Link>
        <h1 className="mt-2 text-2xl font-semibold tracking-tight">Publish new version</h1>
        <p className="mt-2 text-sm text-muted [overflow-wrap:anywhere]">
          {staged.fileName}, {staged.size}. Uploaded by {staged.by}, <When at={staged.at} />.
        </p>
        <p className="mt-2">
          Visitors see version {version} until you publish. An upload that isn’t published is
          deleted after a day.
        </p>
        {staged.notes.map((note) => (
          <p key={note} className="mt-2 max-w-prose border-l-2 border-line pl-3 text-sm">
            {note}
          </p>
        ))}
      </div>
      <PublishForm
        key={version}
        document={document}
        version={version}
        facts={facts}
        wasRead={wasRead}
        constraint={constraint}
        refused={refused}
      />
      <form method="post" noValidate>
        <OnceField />
        <input type="hidden" name="intent" value="discard" />
        <Button look="secondary" size="small">
          Discard this upload
        </Button>
      </form>
    </div>
  );
}

/** The fields begin with what the first page says, each with its sentence and the old value. */
function PublishForm({
  document,
  version,
  facts,
  wasRead,
  constraint,
  refused,
}: Omit<StagedScreenProps, "staged">) {
  const read = (fact: ReadFact["fact"]) => facts.find((one) => one.fact === fact);
  const [form, fields] = useForm<
    Record<"name" | "auditor" | "periodFrom" | "periodTo" | "expiresOn" | "after", string>
  >({
    id: "version",
    lastResult: refused,
    defaultValue: {
      name: document.name,
      auditor: read("auditor")?.value ?? document.auditor ?? "",
      // The old report's period is not the new one's.
      periodFrom: read("periodFrom")?.value ?? "",
      periodTo: read("periodTo")?.value ?? "",
      expiresOn: read("expiresOn")?.value ?? (document.expired ? "" : (document.expiresOn ?? "")),
    },
    constraint,
  });
  const { "": formErrors, intent, after } = refused?.error ?? {};
  const year = YEAR.exec(document.name)?.[0];
  const { name, auditor, periodFrom, periodTo, expiresOn } = fields;
  const hint = (fact: ReadFact["fact"], more?: ReactNode) => (
    <>
      {read(fact) === undefined ? null : (
        <span className="block text-ink [overflow-wrap:anywhere]">
          On the first page: “{read(fact)?.sentence}”
        </span>
      )}
      <span className="block">
        Old version: {oldValue(document[fact])}. {more}
      </span>
    </>
  );
  return (
    <form method="post" className="space-y-5" {...getFormProps(form, { ariaAttributes: false })}>
      <ErrorSummary
        errors={[...(formErrors ?? []), ...(intent ?? []), ...(after ?? [])]}
        fields={[name, auditor, periodFrom, periodTo, expiresOn]}
      />
      <OnceField />
      <input type="hidden" name="intent" value="publish" />
      <input type="hidden" name="after" value={version} />
      <p className="text-sm text-muted">
        {facts.length > 0
          ? "These details come from the first page of the new file. Check each one."
          : wasRead
            ? "We found nothing about auditor, period or validity on the first page of the new file. Enter what you know."
            : "The new file has no text that we can read. Enter what you know."}
      </p>
      <TextField
        {...textField(name)}
        label="Name"
        autoComplete="off"
        hint={
          year === undefined
            ? undefined
            : `Contains the year ${year}. Change it if the new version is from another year.`
        }
      />
      <TextField
        {...textField(auditor)}
        label="Auditor"
        autoComplete="off"
        hint={hint("auditor")}
      />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <TextField
          {...textField(periodFrom)}
          type="date"
          label="Period from"
          hint={hint("periodFrom")}
        />
        <TextField {...textField(periodTo)} type="date" label="Period to" hint={hint("periodTo")} />
      </div>
      <TextField
        {...textField(expiresOn)}
        type="date"
        label="Expiration Date"
        hint={hint("expiresOn", "Leave empty for no expiry.")}
        className="sm:max-w-60"
      />
      <div className="flex flex-wrap gap-3">
        <Button>Publish</Button>{" "}
        <ButtonLink to={`/documents/${document.id}`} look="secondary">
          Not now
        </ButtonLink>
      </div>
    </form>
  );
}

function oldValue(value: string | null): string {
  if (value === null) return "none";
  return isDay(value) ? formatDate(value, "UTC") : value.replace(/\.$/, "");
}
