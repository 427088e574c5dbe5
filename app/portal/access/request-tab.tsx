import { getFormProps, useForm } from "@conform-to/react";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useFrame } from "../links.ts";
import { CheckField, ChoiceList } from "./choices.tsx";
import {
  AccessFormElement,
  Actions,
  refusedOf,
  SecondaryLink,
  Tabs,
  TermsWords,
  useAccess,
} from "./parts.tsx";
import type { OpenAccessDialog } from "./state.ts";

/** In the order of the form, which is the order of its faults. */
const NAMES = [
  "firstName",
  "lastName",
  "email",
  "companyName",
  "jobTitleTextField",
  "relationshipDropdown",
  "countriesDropdown",
  "pointOfContactField",
  "accountMemberRequestProducts",
  "customCheckbox",
  "agree",
  "productId",
] as const;
type Name = (typeof NAMES)[number];
const idOf = (name: Name) => `access-request-${name}`;

/** The request form with every field that the org asks for (spec/1 §3 'Access request payload'). */
export function RequestTab({ state }: { state: OpenAccessDialog }) {
  const { loginHref } = useAccess();
  const { org, subscribe } = useFrame();
  const result = refusedOf(state, "request");
  const [form, fields] = useForm<Record<Name, string> & { subscribe: string }>({
    id: "access-request",
    lastResult: result,
  });
  if (state.form === null) return null;
  const { fields: asked, known, countries, relationships, products } = state.form;
  const kept = (name: Name) => fields[name].initialValue as string | string[] | undefined;
  const text = (name: Name) => ({
    id: idOf(name),
    name,
    errors: fields[name].errors,
    required: true,
  });
  const value = (name: Name) => {
    const given = kept(name);
    return typeof given === "string" ? given : undefined;
  };
  const ticked = [kept("accountMemberRequestProducts") ?? []].flat();
  const choose = { value: "", label: "Choose …" };
  return (
    <>
      <Tabs current="request" />
      {state.invitation === null ? null : (
        <p className="mb-5 text-muted">
          {state.invitation.inviter} has invited you to ask for access.
        </p>
      )}
      <AccessFormElement
        intent="request"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-5"
      >
        <ErrorSummary
          errors={form.errors}
          fields={NAMES.map((name) => ({
            id: name === "productId" ? idOf("firstName") : idOf(name),
            errors: fields[name].errors,
          }))}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...text("firstName")}
            type="text"
            label="First name"
            autoComplete="given-name"
            maxLength={50}
            autoFocus={result === null}
            defaultValue={value("firstName") ?? known.firstName}
          />
          <TextField
            {...text("lastName")}
            type="text"
            label="Last name"
            autoComplete="family-name"
            maxLength={50}
            defaultValue={value("lastName") ?? known.lastName}
          />
        </div>
        <TextField
          {...text("email")}
          type="email"
          label="Work email"
          autoComplete="email"
          maxLength={320}
          defaultValue={value("email") ?? (known.email || (state.email ?? ""))}
        />
        <TextField
          {...text("companyName")}
          type="text"
          label="Company"
          autoComplete="organization"
          maxLength={100}
          defaultValue={value("companyName") ?? known.companyName}
        />
        {asked.jobTitleTextField.enabled ? (
          <TextField
            {...text("jobTitleTextField")}
            type="text"
            label={asked.jobTitleTextField.label}
            autoComplete="organization-title"
            maxLength={100}
            defaultValue={value("jobTitleTextField")}
          />
        ) : null}
        {asked.relationshipDropdown.enabled ? (
          <SelectField
            {...text("relationshipDropdown")}
            label={asked.relationshipDropdown.label}
            options={[choose, ...relationships]}
            defaultValue={value("relationshipDropdown") ?? ""}
          />
        ) : null}
        {asked.countriesDropdown.enabled ? (
          <SelectField
            {...text("countriesDropdown")}
            label={asked.countriesDropdown.label}
            autoComplete="country"
            options={[choose, ...countries]}
            defaultValue={value("countriesDropdown") ?? ""}
          />
        ) : null}
        {asked.pointOfContactField.enabled ? (
          <TextField
            {...text("pointOfContactField")}
            type="email"
            label={asked.pointOfContactField.label}
            hint="Enter your contact's email within this organization"
            maxLength={320}
            defaultValue={value("pointOfContactField")}
          />
        ) : null}
        {asked.accountMemberRequestProducts.enabled ? (
          <ChoiceList
            id={idOf("accountMemberRequestProducts")}
            name="accountMemberRequestProducts"
            legend={asked.accountMemberRequestProducts.label}
            choices={products.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={result === null ? [state.productId] : ticked}
            errors={fields.accountMemberRequestProducts.errors}
          />
        ) : null}
        <div className="space-y-3 border-t border-line pt-5">
          {asked.customCheckbox.enabled ? (
            <CheckField
              id={idOf("customCheckbox")}
              name="customCheckbox"
              required={asked.customCheckbox.required}
              defaultChecked={kept("customCheckbox") === "on"}
              errors={fields.customCheckbox.errors}
            >
              {asked.customCheckbox.label}
            </CheckField>
          ) : null}
          {subscribe ? (
            <CheckField
              id="access-request-subscribe"
              name="subscribe"
              defaultChecked={fields.subscribe.initialValue === "on"}
            >
              Email me {org.name}'s trust updates
            </CheckField>
          ) : null}
          <CheckField
            id={idOf("agree")}
            name="agree"
            required
            defaultChecked={kept("agree") === "on"}
            errors={fields.agree.errors}
          >
            I agree to <TermsWords state={state} />
          </CheckField>
        </div>
        <input type="hidden" name="productId" value={state.productId} />
        <input type="hidden" name="statusPageCustomizationRevision" value={state.revision} />
        {Object.entries(state.carried).map(([name, carried]) => (
          <input key={name} type="hidden" name={name} value={carried} />
        ))}
        {state.invitation === null ? null : (
          <input type="hidden" name="invitedColleagueToken" value={state.invitation.token} />
        )}
        <Actions>
          <Button>Submit Request</Button>{" "}
          <SecondaryLink to={loginHref} look="quiet">
            Back
          </SecondaryLink>
        </Actions>
      </AccessFormElement>
    </>
  );
}
