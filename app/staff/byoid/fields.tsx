import type { FieldMetadata } from "@conform-to/react";
import { Choice, FieldGroup, TextArea } from "../../ui/choice-field.tsx";
import { describedBy, FieldFrame, SelectField, TextField } from "../../ui/field.tsx";

type Field = Pick<FieldMetadata<unknown>, "id" | "name" | "errors"> & { initialValue?: unknown };
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
  const hint = "A public key or a certificate as PEM.";
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
        id={issuer.id}
        name={issuer.name}
        label="Issuer"
        hint="What ‘iss’ says."
        type="text"
        required
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        defaultValue={text(issuer)}
        errors={issuer.errors}
      />
      <TextField
        id={audience.id}
        name={audience.name}
        label="Audience"
        hint="What ‘aud’ says: a word for this portal alone."
        type="text"
        required
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        defaultValue={text(audience)}
        errors={audience.errors}
      />
      <FieldGroup id={`${keys.id}-group`} legend="Keys" errors={keys.errors}>
        <Choice
          id={keys.id}
          type="radio"
          name={keys.name}
          value="jwks"
          defaultChecked={text(keys) !== "pem"}
          label="Published by the provider"
          hint="New keys are found by themselves."
        />
        <div className="ps-9">
          <TextField
            id={jwksUrl.id}
            name={jwksUrl.name}
            label="Address of the key set (JWKS)"
            type="url"
            maxLength={2_000}
            autoComplete="off"
            spellCheck={false}
            defaultValue={text(jwksUrl)}
            errors={jwksUrl.errors}
          />
        </div>
        <Choice
          id={`${keys.id}-pem`}
          type="radio"
          name={keys.name}
          value="pem"
          defaultChecked={text(keys) === "pem"}
          label="One key, pasted here"
        />
        <div className="ps-9">
          <FieldFrame id={publicKey.id} label="Public key" hint={hint} errors={publicKey.errors}>
            <TextArea
              id={publicKey.id}
              name={publicKey.name}
              rows={6}
              maxLength={20_000}
              spellCheck={false}
              className="font-mono text-sm"
              defaultValue={text(publicKey)}
              aria-invalid={publicKey.errors?.length ? true : undefined}
              aria-describedby={describedBy({ id: publicKey.id, hint, errors: publicKey.errors })}
            />
          </FieldFrame>
        </div>
      </FieldGroup>
      <TextField
        id={accountClaim.id}
        name={accountClaim.name}
        label="Claim that names the company"
        hint="It becomes the account's name. The address comes from ‘email’, names from ‘given_name’ and ‘family_name’."
        type="text"
        required
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        className="max-w-[20rem]"
        defaultValue={text(accountClaim)}
        errors={accountClaim.errors}
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
  const chosen = Array.isArray(productIds.initialValue)
    ? productIds.initialValue
    : [productIds.initialValue];
  return (
    <fieldset className="space-y-6 rounded-lg border border-line bg-surface p-6">
      <legend className="px-2 text-sm font-medium">What a new company gets</legend>
      <SelectField
        id={profileId.id}
        name={profileId.name}
        label="Permission profile"
        required
        defaultValue={text(profileId)}
        options={[
          { value: "", label: "Choose a profile" },
          ...profiles.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        errors={profileId.errors}
      />
      <FieldGroup id={`${productIds.id}-group`} legend="Products" errors={productIds.errors}>
        {products.map((product, i) => (
          <Choice
            key={product.id}
            id={i === 0 ? productIds.id : `${productIds.id}-${i}`}
            name={productIds.name}
            value={product.id}
            defaultChecked={chosen.includes(product.id)}
            label={product.name}
          />
        ))}
      </FieldGroup>
      <TextField
        id={expiresIn.id}
        name={expiresIn.name}
        label="Ends after days"
        hint="Empty: no expiry. Access that ended, or that you took away, does not come back by a token."
        type="text"
        inputMode="numeric"
        className="max-w-[8rem]"
        defaultValue={text(expiresIn)}
        errors={expiresIn.errors}
      />
      <SelectField
        id={nda.id}
        name={nda.name}
        label="NDA"
        defaultValue={text(nda)}
        options={[
          { value: "required", label: "Required" },
          { value: "waived", label: "Waived" },
        ]}
        errors={nda.errors}
      />
    </fieldset>
  );
}

function text(field: Field): string | undefined {
  return typeof field.initialValue === "string" ? field.initialValue : undefined;
}
