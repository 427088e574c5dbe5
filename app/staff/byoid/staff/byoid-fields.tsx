import type { FieldMetadata } from "@conform-to/react";
import { areaField, choiceField, textField } from "#web/forms/fields.ts";
import { AreaField, Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { TextField } from "#web/ui/field.tsx";

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
        label="People can sign in with a token"
      />
      <TextField
        {...textField(issuer)}
        label="Issuer"
        hint="The token’s iss claim."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...textField(audience)}
        label="Audience"
        hint="The token’s aud claim: a value used only for this portal."
        autoComplete="off"
        spellCheck={false}
      />
      <FieldGroup id={keys.id} legend="Keys" errors={keys.errors}>
        <Choice
          {...choiceField(keys, "jwks")}
          label="Published by the provider"
          hint="New keys are picked up automatically."
        />
        <div className="ps-9">
          <TextField
            {...textField(jwksUrl)}
            label="URL of the key set (JWKS)"
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
        label="Claim with the company’s name"
        hint="Used as the account’s name. The email address comes from “email”, names from “given_name” and “family_name”."
        autoComplete="off"
        spellCheck={false}
        className="max-w-[20rem]"
      />
    </>
  );
}
