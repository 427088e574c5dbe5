import type { FieldMetadata } from "@conform-to/react";
import { areaField, choiceField, selectField, textField } from "../../../forms/fields.ts";
import { AreaField, Choice, FieldGroup } from "../../../ui/choice-field.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";

type Field = FieldMetadata<unknown>;
type Fields<Name extends string> = Readonly<Record<Name, Field>>;

/** Whose tokens they are, and how they are checked. */
export function ProviderFields({
  fields,
}: {
  fields: Fields<
    "enabled" | "issuer" | "audience" | "keys" | "jwksUrl" | "publicKey" | "accountClaim"
  >;
}) {
  const { enabled, issuer, audience, keys, jwksUrl, publicKey, accountClaim } = fields;
  return (
    <>
      <Choice
        id={enabled.id}
        name={enabled.name}
        value="yes"
        defaultChecked={enabled.initialValue === "yes"}
        label="People can sign in by a token"
      />
      <TextField
        {...textField(issuer)}
        label="Issuer"
        hint="What ‘iss’ says."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...textField(audience)}
        label="Audience"
        hint="What ‘aud’ says: a word for this portal alone."
        autoComplete="off"
        spellCheck={false}
      />
      <FieldGroup id={keys.id} legend="Keys" errors={keys.errors}>
        <Choice
          {...choiceField(keys, "jwks")}
          label="Published by the provider"
          hint="New keys are found by themselves."
        />
        <div className="ps-9">
          <TextField
            {...textField(jwksUrl)}
            label="Address of the key set (JWKS)"
            type="url"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <Choice {...choiceField(keys, "pem")} label="One key, pasted here" />
        <div className="ps-9">
          <AreaField
            {...areaField(publicKey)}
            label="Public key"
            hint="A public key or a certificate as PEM."
            rows={6}
            spellCheck={false}
            className="font-mono text-sm"
          />
        </div>
      </FieldGroup>
      <TextField
        {...textField(accountClaim)}
        label="Claim that names the company"
        hint="It becomes the account's name. The address comes from ‘email’, names from ‘given_name’ and ‘family_name’."
        autoComplete="off"
        spellCheck={false}
        className="max-w-[20rem]"
      />
    </>
  );
}

/** What a company gets that comes in for the first time. */
export function GivesFields({
  fields,
  profiles,
  products,
}: {
  fields: Fields<"profileId" | "productIds" | "expiresIn" | "nda">;
  profiles: readonly { id: string; name: string }[];
  products: readonly { id: string; name: string }[];
}) {
  const { profileId, productIds, expiresIn, nda } = fields;
  return (
    <fieldset className="space-y-6 rounded-lg border border-line bg-surface p-6">
      <legend className="px-2 text-sm font-medium">What a new company gets</legend>
      <SelectField
        {...selectField(profileId)}
        label="Permission profile"
        options={[
          { value: "", label: "Choose a profile" },
          ...profiles.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FieldGroup id={productIds.id} legend="Products" errors={productIds.errors}>
        {products.map(({ id, name }) => (
          <Choice key={id} {...choiceField(productIds, id, "checkbox")} label={name} />
        ))}
      </FieldGroup>
      <TextField
        {...textField(expiresIn)}
        label="Ends after days"
        hint="Empty: no expiry. Access that ended, or that you took away, does not come back by a token."
        inputMode="numeric"
        className="max-w-[8rem]"
      />
      <SelectField
        {...selectField(nda)}
        label="NDA"
        options={[
          { value: "required", label: "Required" },
          { value: "waived", label: "Waived" },
        ]}
      />
    </fieldset>
  );
}
