import { AUDITORS } from "#model/cards/catalogue/badges.ts";
import { valueOf, type FormValues } from "#values/form-values.ts";
import {
  ACCESS_LABELS,
  ACCESS_MEANINGS,
  ITEM_ACCESSES,
  STATE_LABELS,
  TITLE_HINT,
  UPGRADE,
} from "#model/items/forms/items.ts";
import { ENABLED_STATES, MATURITY_LEVELS, RECURRENCES } from "#model/items/items.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { ItemAnswer } from "./answer.ts";
import type { ItemPage } from "./item-page.ts";

/** What every part of the form is given. */
export interface FormPart {
  data: ItemPage;
  values: FormValues;
  errors: ItemAnswer["errors"];
}

/** The id of an input, by which messages lead to it. */
export function inputId(name: string): string {
  return `field-${name}`;
}

/**
 * What a button of the form has beside Save: its own address, and its name for browsers that know no
 * `formaction` (`buttons.ts`).
 */
export function pressing(formHref: string, button: string) {
  return { formAction: `${formHref}/${button}`, name: "intent", value: button };
}

/** What an input is called, how it is filled, and what is wrong with it. */
export function field({ values, errors }: Pick<FormPart, "values" | "errors">, name: string) {
  return { id: inputId(name), name, defaultValue: valueOf(values, name), errors: errors[name] };
}

export function TitleField(part: FormPart) {
  const { can, standardTitle } = part.data;
  if (!can.title) return null;
  const hint =
    standardTitle === null ? TITLE_HINT : `${TITLE_HINT}. The catalog calls it “${standardTitle}”.`;
  return (
    <TextField
      {...field(part, "title")}
      label="Title"
      hint={hint}
      type="text"
      required
      minLength={2}
      maxLength={100}
      autoComplete="off"
    />
  );
}

export function StateField({ values, errors }: FormPart) {
  const hints = {
    Enabled: "In place and visible to visitors.",
    WorkInProgress: "Shown with the tag “In Progress”.",
    NotEnabled: "Not shown to visitors.",
  };
  return (
    <FieldGroup id={inputId("enabledState")} legend="State" errors={errors.enabledState}>
      {ENABLED_STATES.map((state) => (
        <Choice
          key={state}
          id={inputId(`enabledState-${state}`)}
          type="radio"
          name="enabledState"
          value={state}
          label={STATE_LABELS[state]}
          hint={hints[state]}
          defaultChecked={valueOf(values, "enabledState") === state}
        />
      ))}
    </FieldGroup>
  );
}

/** Public, restricted, or restricted and hidden; what the plan leaves out says so. */
export function AccessField({ data, values, errors }: FormPart) {
  return (
    <FieldGroup id={inputId("access")} legend="Access level" errors={errors.access}>
      {ITEM_ACCESSES.map((access) => {
        const locked = data.locked.includes(access);
        const hint = (
          <>
            {ACCESS_MEANINGS[access]}
            {locked ? (
              <span className="mt-1 flex items-center gap-1.5">
                <Icon name="lock" size={14} />
                {UPGRADE}
              </span>
            ) : null}
          </>
        );
        return (
          <Choice
            key={access}
            id={inputId(`access-${access}`)}
            type="radio"
            name="access"
            value={access}
            label={ACCESS_LABELS[access]}
            hint={hint}
            disabled={locked}
            title={locked ? UPGRADE : undefined}
            defaultChecked={valueOf(values, "access") === access}
          />
        );
      })}
    </FieldGroup>
  );
}

/** Type, maturity, recurrence, auditor and expiry, as many of them as the item has. */
export function FactFields(part: FormPart) {
  const { can } = part.data;
  const types = [
    ...(can.types ?? []),
    ...[valueOf(part.values, "type")].filter(
      (type) => type !== "" && !(can.types ?? []).includes(type),
    ),
  ];
  if (can.types === null && !can.maturity && !can.recurrence && !can.auditor && !can.expiry)
    return null;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {can.types === null ? null : (
        <SelectField
          {...field(part, "type")}
          label="Item Type"
          options={types.map((type) => ({ value: type, label: type }))}
          required
        />
      )}
      {can.maturity ? (
        <SelectField
          {...field(part, "maturity")}
          label="Maturity Level"
          hint="How mature the control is, as you would present it to an auditor."
          options={[
            { value: "", label: "Not stated" },
            ...MATURITY_LEVELS.map((level) => ({ value: level, label: level })),
          ]}
        />
      ) : null}
      {can.recurrence ? (
        <SelectField
          {...field(part, "recurrence")}
          label="Recurrence"
          hint="How often it is renewed."
          options={[
            { value: "", label: "Not stated" },
            ...RECURRENCES.map((every) => ({
              value: every,
              label: every === "N/A" ? every : `Every ${every}`,
            })),
          ]}
        />
      ) : null}
      {can.auditor ? (
        <div>
          <TextField
            {...field(part, "auditor")}
            label="Auditor"
            hint="The firm that audited it."
            type="text"
            maxLength={60}
            autoComplete="off"
            list="auditors"
          />
          <datalist id="auditors">
            {Object.values(AUDITORS).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </datalist>
        </div>
      ) : null}
      {can.expiry ? (
        <TextField
          {...field(part, "expiry")}
          label="Expiration Date"
          hint="Optional. Last day it’s valid."
          type="date"
        />
      ) : null}
    </div>
  );
}

export function LinkField(part: FormPart) {
  if (!part.data.can.link || part.data.connection !== null) return null;
  return (
    <TextField
      {...field(part, "href")}
      label="Link"
      hint="A page with more information, or where visitors can verify it."
      type="text"
      inputMode="url"
      maxLength={2_000}
      autoComplete="off"
      placeholder="https://"
    />
  );
}

export function ChoiceField(part: FormPart) {
  const { can, riskProfileHref } = part.data;
  if (can.choices === null) return null;
  const now = valueOf(part.values, "choice");
  const options = [
    { value: "", label: "No answer" },
    ...can.choices,
    ...(now === "" || can.choices.some(({ value }) => value === now)
      ? []
      : [{ value: now, label: now.replace("_", " ") }]),
  ];
  return (
    <SelectField
      {...field(part, "choice")}
      label="Answer"
      hint={riskProfileHref === null ? undefined : "To enter a custom time, use Edit risk profile."}
      options={options}
    />
  );
}
