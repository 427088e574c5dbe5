import type { FieldMetadata } from "@conform-to/react";
import type * as z from "zod";
import type { profileSchema } from "../forms/profiles.ts";
import { choiceField, textField } from "#web/forms/fields.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { TextField } from "#web/ui/field.tsx";

const SCOPES = [
  { value: "chosen", label: "Chosen items", hint: "Only the items you select." },
  { value: "all", label: "Every item", hint: "Everything, including hidden and future items." },
] as const;

type Values = z.input<typeof profileSchema>;

/** Name and scope of a profile, for a new one and one that exists. */
export function ProfileFields({
  fields: { name, scope },
}: {
  fields: {
    name: FieldMetadata<Values["name"]>;
    scope: FieldMetadata<Values["scope"]>;
  };
}) {
  return (
    <div className="grid max-w-[56rem] gap-6 md:grid-cols-2">
      <TextField {...textField(name)} label="Name" autoComplete="off" />
      <FieldGroup id={scope.id} legend="Includes" errors={scope.errors}>
        {SCOPES.map(({ value, label, hint }) => (
          <Choice key={value} {...choiceField(scope, value)} label={label} hint={hint} />
        ))}
      </FieldGroup>
    </div>
  );
}
