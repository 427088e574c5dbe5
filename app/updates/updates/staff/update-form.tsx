import {
  getFormProps,
  useForm,
  type FieldMetadata,
  type SubmissionResult,
} from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import type { UpdateFormFields } from "../forms/updates.ts";
import { PLANNED_TIME_OVER } from "#model/updates/topic-updates.ts";
import { selectField, textField, boxField } from "#web/forms/fields.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { FoldedChoice } from "#web/ui/folded-choice.tsx";
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
  const own = useRef<HTMLFormElement>(null);
  // What the fields hold now; null until scripts look at them, also at what was typed before that.
  const [now, setNow] = useState<FormData | null>(null);
  const look = () => setNow(own.current === null ? null : new FormData(own.current));
  useEffect(look, []);
  const isLive = now !== null;
  return (
    <form
      ref={own}
      method="post"
      {...getFormProps(form, { ariaAttributes: false })}
      onChange={look}
      className="space-y-6 [&_:is(input,select,textarea,summary)]:scroll-mb-24"
    >
      <OnceField />
      <ErrorSummary errors={form.errors} fields={inOrder} />
      {theirs === null ? null : (
        <section aria-label={`What ${theirs.by} saved`} className={`${PART} space-y-6 p-5 sm:p-6`}>
          <h2 className="text-lg font-semibold">What {theirs.by} saved</h2>
          <p className="text-sm text-muted">
            Your version is in the form below. Saving it replaces this one.
          </p>
          <p className="font-semibold">{theirs.subject}</p>
          <pre className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap">
            {theirs.message}
          </pre>
        </section>
      )}
      <input type="hidden" name={draft.name} value={initial(draft) ?? ""} />
      {theirs === null && initial(revision) === undefined ? null : (
        <input type="hidden" name={revision.name} value={theirs?.revision ?? initial(revision)} />
      )}
      <div className={`${PART} space-y-6 p-5 sm:p-6`}>
        {followsUp ? null : (
          <TopicFields
            subject={subject}
            category={category}
            effectiveOn={effectiveOn}
            objectionDays={objectionDays}
          />
        )}
        <MessageField field={message} rows={8} />
        <div className="grid items-end gap-6 sm:grid-cols-2">
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
          <TextField
            {...textField(publishAt)}
            label="Publish at"
            hint={`Leave empty to publish now. Enter a time in ${choices.timeZone}, such as 2026-12-01T09:00.`}
            type="datetime-local"
            defaultValue={initial(publishAt)}
          />
        </div>
        {publishAt.errors?.includes(PLANNED_TIME_OVER.form) || initial(publishNow) === "on" ? (
          <Choice {...boxField(publishNow)} label="Publish now, although this time has passed" />
        ) : null}
      </div>
      <div className={`${PART} divide-y divide-line overflow-hidden`}>
        <FoldedChoice
          label="Channels"
          chosen={channelWords(now, { statusPage, email }, choices.portalTitle)}
          isLive={isLive}
          isOpen={[statusPage, subscribers, source, profileId, emails].some(isRefused)}
        >
          <ChannelFields
            fields={{ statusPage, email, subscribers, source, profileId, emails }}
            portalTitle={choices.portalTitle}
            profiles={choices.profiles}
          />
        </FoldedChoice>
        {followsUp || choices.products.length < 2 ? null : (
          <FoldedChoice
            label="Products"
            chosen={productWords(chosenOf(now, products), choices.products)}
            isLive={isLive}
            isOpen={isRefused(products)}
          >
            <ProductsField field={products} products={choices.products} isNamedAbove />
          </FoldedChoice>
        )}
        {followsUp ? null : (
          <FoldedChoice
            label="Display"
            chosen={displayWords(now, { hidden, pinned })}
            isLive={isLive}
            isOpen={false}
          >
            <FieldGroup id="place" legend="Display" isNamedAbove>
              <Choice {...boxField(hidden)} label="Hidden" hint="Visible to your team only." />
              <Choice {...boxField(pinned)} label="Pinned" hint="Pinned to the top." />
            </FieldGroup>
          </FoldedChoice>
        )}
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 max-sm:gap-2 border-t border-line bg-page py-3">
        <Button name="intent" value="save" look="secondary" className={NARROW}>
          Save draft
        </Button>{" "}
        <Button name="intent" value="preview" look="secondary" className={NARROW}>
          Preview
        </Button>{" "}
        {needSecondPerson ? (
          <Button name="intent" value="preview" className={NARROW}>
            Continue to approval
          </Button>
        ) : (
          <Button name="intent" value="publish" className={NARROW}>
            Publish update
          </Button>
        )}{" "}
        <ButtonLink to={cancel} look="quiet" className="max-sm:hidden">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

/** Three buttons stand in one row on a phone, where the way back is above the title. */
const NARROW = "max-sm:grow max-sm:px-2";
const PART = "rounded-lg border border-line bg-surface";

type Field = FieldMetadata<unknown>;

const isRefused = ({ errors }: Field): boolean => (errors?.length ?? 0) > 0;

/** What a field holds: as it is now, else as the page brought it. */
function chosenOf(now: FormData | null, { name, initialValue }: Field): string[] {
  const values: unknown[] = now === null ? [initialValue].flat() : now.getAll(name);
  return values.filter((value) => typeof value === "string" && value !== "") as string[];
}

/** 'Trust Center and email' */
function channelWords(
  now: FormData | null,
  { statusPage, email }: Record<"statusPage" | "email", Field>,
  portalTitle: string,
): string {
  const onPage = chosenOf(now, statusPage).length > 0;
  const byEmail = chosenOf(now, email).length > 0;
  if (onPage) return byEmail ? `${portalTitle} and email` : `${portalTitle}, no email`;
  return byEmail ? "Email only" : "None";
}

/** 'Acme Platform'; none chosen means all. */
function productWords(
  chosen: readonly string[],
  products: readonly { id: string; name: string }[],
): string {
  const names = products.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return names.length === 0 ? "All" : names.join(", ");
}

/** 'Shown, pinned' */
function displayWords(
  now: FormData | null,
  { hidden, pinned }: Record<"hidden" | "pinned", Field>,
): string {
  const shown = chosenOf(now, hidden).length > 0 ? "Hidden" : "Shown";
  return chosenOf(now, pinned).length > 0 ? `${shown}, pinned` : shown;
}
