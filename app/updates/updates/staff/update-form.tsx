import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import type { UpdateFormFields } from "../forms/updates.ts";
import { PLANNED_TIME_OVER } from "#model/updates/topic-updates.ts";
import { selectField, textField, boxField } from "#web/forms/fields.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { ChannelFields } from "./channel-fields.tsx";
import type { FormChoices } from "./form-data.ts";
import { initial, MessageField, ProductsField, TopicFields } from "./topic-fields.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface UpdateFormProps {
  choices: FormChoices;
  values: UpdateFormFields;
  result: SubmissionResult | null;
  /** The topic exists: its own fields are not asked for. */
  followsUp: boolean;
  /** A second person has to approve: then this form can't publish. */
  needSecondPerson: boolean;
  cancel: string;
  /** What somebody else saved meanwhile: saving again replaces it, knowingly. */
  theirs?: Theirs | null;
}

/** The other version of a draft, when two people edited it. */
export interface Theirs {
  revision: number;
  by: string;
  subject: string;
  message: string;
}

/**
 * An update before it is published, new or a draft. The first button is the one that Enter presses:
 * it saves.
 */
export function UpdateForm({
  choices,
  values,
  result,
  followsUp,
  needSecondPerson,
  cancel,
  theirs = null,
}: UpdateFormProps) {
  const [form, fields] = useForm<UpdateFormFields>({
    id: "update",
    lastResult: result,
    defaultValue: values,
  });
  const {
    draft,
    revision,
    subject,
    category,
    hidden,
    pinned,
    products,
    effectiveOn,
    objectionDays,
    message,
    audience,
    publishAt,
    publishNow,
  } = fields;
  const { statusPage, email, subscribers, source, profileId, emails } = fields;
  const inOrder = [
    subject,
    category,
    effectiveOn,
    objectionDays,
    products,
    message,
    audience,
    statusPage,
    subscribers,
    source,
    profileId,
    emails,
    publishAt,
  ];
  return (
    <form method="post" {...getFormProps(form, { ariaAttributes: false })} className="space-y-10">
      <OnceField />
      <ErrorSummary errors={form.errors} fields={inOrder} />
      {theirs === null ? null : (
        <Part title={`What ${theirs.by} saved`}>
          <p className="text-sm text-muted">
            Your version is in the form below. Saving it replaces this one.
          </p>
          <p className="font-semibold">{theirs.subject}</p>
          <pre className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap">
            {theirs.message}
          </pre>
        </Part>
      )}
      <input type="hidden" name={draft.name} value={initial(draft) ?? ""} />
      {theirs === null && initial(revision) === undefined ? null : (
        <input type="hidden" name={revision.name} value={theirs?.revision ?? initial(revision)} />
      )}
      {followsUp ? null : (
        <Part title="Topic">
          <TopicFields
            subject={subject}
            category={category}
            effectiveOn={effectiveOn}
            objectionDays={objectionDays}
          />
          <ProductsField field={products} products={choices.products} />
          <FieldGroup id="place" legend="Display">
            <Choice {...boxField(hidden)} label="Hidden" hint="Visible to your team only." />
            <Choice {...boxField(pinned)} label="Pinned" hint="Pinned to the top." />
          </FieldGroup>
        </Part>
      )}
      <Part title="Text">
        <MessageField field={message} />
      </Part>
      <Part title="Audience and channels">
        <SelectField
          {...selectField(audience)}
          label="Audience"
          hint="Public: everyone. Private: account members only."
          options={[
            { value: "public", label: "Public" },
            { value: "private", label: "Private" },
          ]}
          defaultValue={initial(audience)}
        />
        <ChannelFields
          fields={{ statusPage, email, subscribers, source, profileId, emails }}
          portalTitle={choices.portalTitle}
          profiles={choices.profiles}
        />
        <TextField
          {...textField(publishAt)}
          label="Publish at"
          hint={`Leave empty to publish now. Enter a time in ${choices.timeZone}, such as 2026-12-01T09:00.`}
          type="datetime-local"
          defaultValue={initial(publishAt)}
        />
        {publishAt.errors?.includes(PLANNED_TIME_OVER.form) || initial(publishNow) === "on" ? (
          <Choice {...boxField(publishNow)} label="Publish now, although this time has passed" />
        ) : null}
      </Part>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-6">
        <Button name="intent" value="save" look="secondary">
          Save draft
        </Button>{" "}
        <Button name="intent" value="preview" look="secondary">
          Preview
        </Button>{" "}
        {needSecondPerson ? (
          <Button name="intent" value="preview">
            Continue to approval
          </Button>
        ) : (
          <Button name="intent" value="publish">
            Publish update
          </Button>
        )}{" "}
        <ButtonLink to={cancel} look="quiet">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="space-y-6 rounded-lg border border-line bg-surface p-5 sm:p-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </div>
  );
}
