import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import type * as z from "zod";
import { BASE_FIELD } from "#model/cards/editing.ts";
import { FAQ_ACCESS_HINTS, FAQ_ACCESS_WORDS } from "#model/knowledge-base/forms/faq-forms.ts";
import { FAQ_ACCESS } from "#model/updates/update-words.ts";
import { areaField, choiceField, selectField, textField } from "#web/forms/fields.ts";
import type { FormConstraint } from "#web/forms/constraint.ts";
import { ConflictPanel, type ShownConflict } from "#web/staff/editing/conflict.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { AreaField, Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import type { controlSchema } from "../forms/controls.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export type ControlInput = z.input<typeof controlSchema>;

interface ControlFormProps {
  /** What the fields show at first. */
  values: ControlInput;
  result: SubmissionResult | null;
  /** What the form is made with: its limits, and what can be chosen. */
  given: {
    constraint: FormConstraint;
    products: readonly { id: string; name: string }[];
    items: readonly { uid: string; label: string }[];
  };
  /** The stamp of what the form was rendered from; null for a new control. */
  base: string | null;
  /** Somebody else saved the control meanwhile: what is not as they left it. */
  conflict?: ShownConflict | null;
  children?: ReactNode;
}

/** The fields of a control, the same for a new one and for one that is edited. */
export function ControlForm({
  values,
  result,
  given: { constraint, products, items },
  base,
  conflict = null,
  children,
}: ControlFormProps) {
  const [form, fields] = useForm<ControlInput>({
    id: "control",
    lastResult: result,
    defaultValue: values,
    constraint,
  });
  const { reference, title, description, requirements, itemUid, access, productIds } = fields;
  // An item that is gone stays named until another one is chosen.
  const isGone = values.itemUid && !items.some(({ uid }) => uid === values.itemUid);
  // A form that comes again is still the one that was opened then: what was saved since is noticed.
  const sent = result?.initialValue?.[BASE_FIELD];
  const stamp = conflict?.base ?? (typeof sent === "string" ? sent : base);
  return (
    <form
      method="post"
      className="max-w-[44rem] space-y-6"
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <OnceField />
      {conflict === null ? (
        <ErrorSummary
          errors={form.errors}
          fields={[reference, title, description, requirements, itemUid, access, productIds]}
        />
      ) : (
        <ConflictPanel conflict={conflict} />
      )}
      {stamp === null ? null : <input type="hidden" name={BASE_FIELD} value={stamp} />}
      <TextField
        {...textField(reference)}
        label="Reference"
        hint="Your own name of it, such as AC-01."
        autoComplete="off"
        className="max-w-[16rem]"
      />
      <TextField {...textField(title)} label="Title" autoComplete="off" />
      <AreaField {...areaField(description)} label="Description" rows={6} />
      <AreaField
        {...areaField(requirements)}
        label="Framework references"
        hint="One per line, for example SOC 2 CC6.1."
        rows={5}
        spellCheck={false}
      />
      <SelectField
        {...selectField(itemUid)}
        label="Linked item"
        hint="Shown with the control to those who see the item."
        options={[
          { value: "", label: "None" },
          ...(isGone
            ? [{ value: values.itemUid ?? "", label: "An item that no longer exists" }]
            : []),
          ...items.map(({ uid, label }) => ({ value: uid, label })),
        ]}
      />
      <FieldGroup id={access.id} legend="Access" errors={access.errors}>
        {FAQ_ACCESS.map((level) => (
          <Choice
            key={level}
            {...choiceField(access, level)}
            label={FAQ_ACCESS_WORDS[level]}
            hint={FAQ_ACCESS_HINTS[level]}
          />
        ))}
      </FieldGroup>
      {products.length < 2 ? (
        (values.productIds ?? []).map((id) => (
          <input key={id} type="hidden" name={productIds.name} value={id} />
        ))
      ) : (
        <FieldGroup
          id={productIds.id}
          legend="Products"
          hint="None ticked: all products."
          errors={productIds.errors}
        >
          {products.map(({ id, name }) => (
            <Choice key={id} {...choiceField(productIds, id, "checkbox")} label={name} />
          ))}
        </FieldGroup>
      )}
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="save">
          {conflict === null ? "Save" : conflict.save}
        </Button>{" "}
        <ButtonLink to="/controls" look="secondary">
          Cancel
        </ButtonLink>{" "}
        {children}
      </div>
    </form>
  );
}
