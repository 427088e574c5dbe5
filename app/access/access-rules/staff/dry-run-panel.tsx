import { emailFault } from "#values/email-address.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import type { DryRun } from "../store/access-dry-run.server.ts";
import { outcomeWords } from "./outcome-words.ts";
import { countryChoices, productChoices, relationshipOptions } from "./rule-conditions.tsx";

interface DryRunPanelProps {
  asked: string;
  said: { relationship: string; country: string; product: string };
  products: readonly { id: string; name: string }[];
  countries: readonly { value: string; label: string }[];
  unreadable: boolean;
  outcome: (DryRun & { email: string; freeMail: boolean }) | null;
}

/** What would happen to an address now, and why; asking changes nothing. */
export function DryRunPanel({
  asked,
  said,
  products,
  countries,
  unreadable,
  outcome,
}: DryRunPanelProps) {
  return (
    <section
      aria-labelledby="dry-run"
      className="mb-10 rounded-lg border border-line bg-surface p-6"
    >
      <h2 id="dry-run" className="text-lg font-semibold">
        Test an email address
      </h2>
      <form method="get" noValidate className="mt-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow sm:max-w-[24rem]">
          <TextField
            id="address"
            name="address"
            label="Email"
            type="text"
            inputMode="email"
            autoComplete="off"
            placeholder="jane@corp.example"
            maxLength={320}
            defaultValue={asked}
            errors={unreadable ? [emailFault(asked)] : []}
          />
        </div>{" "}
        <SelectField
          id="says"
          name="says"
          label="Relationship"
          options={relationshipOptions()}
          defaultValue={said.relationship}
        />{" "}
        <SelectField
          id="from"
          name="from"
          label="Country"
          options={countryChoices(countries)}
          defaultValue={said.country}
        />{" "}
        {products.length < 2 ? null : (
          <SelectField
            id="product"
            name="product"
            label="Product requested"
            options={productChoices(products)}
            defaultValue={said.product}
          />
        )}{" "}
        <Button look="secondary">Test</Button>
      </form>
      {outcome === null ? null : (
        <p role="status" className="mt-4">
          <strong className="break-all">{outcome.email}</strong>: {outcomeWords(outcome)}
        </p>
      )}
    </section>
  );
}
