import type { FieldMetadata } from "@conform-to/react";
import { DeclaredField } from "#content/edit-kit/entry-form.tsx";
import type { FormField } from "#content/edit-kit/rules/entry-fields.ts";
import { DORA_LABELS, ICT_SERVICES } from "#model/settings/dora.ts";
import { choiceField } from "#web/forms/fields.ts";
import type { DialogFields } from "#web/staff/editing/form-dialog.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";

/** Whether a field of a subprocessor is one for registers. */
export function isRegister(name: string): boolean {
  return name in DORA_LABELS;
}

/** What registers of information ask about a subprocessor, folded: open where something is wrong. */
export function RegisterDetails({
  fields,
  all,
}: {
  fields: readonly FormField[];
  all: DialogFields<string>;
}) {
  const own = fields.flatMap((field) => {
    const contract = all[field.name];
    return contract === undefined ? [] : [{ field, contract }];
  });
  return (
    <details
      className="rounded-md border border-line"
      open={own.some(({ contract }) => (contract.errors?.length ?? 0) > 0)}
    >
      <summary className="cursor-pointer px-4 py-3 text-sm font-medium">
        Facts for DORA registers
      </summary>
      <div className="space-y-5 border-t border-line px-4 py-4">
        <p className="text-sm text-muted">
          For customers who keep a register of information. Shown to those who can read your list of
          subprocessors. Empty fields are left out.
        </p>
        {own.map(({ field, contract }) =>
          field.name === "services" ? (
            <Services key={field.name} field={field} contract={contract} />
          ) : (
            <DeclaredField key={field.name} field={field} own={contract} />
          ),
        )}
      </div>
    </details>
  );
}

function Services({ field, contract }: { field: FormField; contract: FieldMetadata<string> }) {
  return (
    <FieldGroup id={contract.id} legend={field.label} errors={contract.errors}>
      {Object.entries(ICT_SERVICES).map(([code, name]) => (
        <Choice key={code} {...choiceField(contract, code, "checkbox")} label={`${code} ${name}`} />
      ))}
    </FieldGroup>
  );
}
