import { getFormProps, useForm } from "@conform-to/react";
import { areaField, boxField, selectField, textField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { useFrame } from "#web/portal/links.ts";
import { AreaField } from "#web/ui/choice-field.tsx";
import { CheckField, ChoiceList } from "./choices.tsx";
import { TermsWords } from "#company/privacy/portal/privacy-parts.tsx";
import {
  AccessFormElement,
  Actions,
  AskedItem,
  refusedOf,
  SecondaryLink,
  Tabs,
  useAccess,
} from "./request-parts.tsx";
import type { OpenAccessDialog } from "./request-state.ts";

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
  "note",
  "customCheckbox",
  "agree",
  "productId",
] as const;
type Name = (typeof NAMES)[number];

/** The request form with every field that the org asks for. */
export function RequestTab({ state }: { state: OpenAccessDialog }) {
  const { loginHref } = useAccess();
  const { org, subscribe } = useFrame();
  const result = refusedOf(state, "request");
  const [form, fields] = useForm<Record<Name, string> & { subscribe: string }>({
    id: "access-request",
    lastResult: result,
    defaultValue: {
      ...state.form?.known,
      accountMemberRequestProducts: state.productId,
    },
    ...(state.form === null ? {} : { constraint: state.form.constraint }),
  });
  if (state.form === null) return null;
  if (state.asksMore !== null) return <MoreForm state={state} asker={state.asksMore} />;
  const { fields: asked, countries, relationships, products } = state.form;
  const box = (name: Name) => ({
    ...boxField(fields[name]),
    required: name === "customCheckbox" ? asked.customCheckbox.required : true,
    errors: fields[name].errors,
  });
  const chosen = fields.accountMemberRequestProducts;
  const choose = { value: "", label: "Choose…" };
  return (
    <>
      <Tabs current="request" />
      {state.invitation === null ? null : (
        <p className="mb-5 text-muted">{state.invitation.inviter} invited you to request access.</p>
      )}
      <AccessFormElement
        button="request"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-5"
      >
        <ErrorSummary
          errors={form.errors}
          fields={NAMES.map((name) => ({
            id: name === "productId" ? fields.firstName.id : fields[name].id,
            errors: fields[name].errors,
          }))}
        />
        <AskedItem state={state} />
        {state.isUnknown ? (
          <p className="text-muted">
            {state.email === null ? (
              "Your email"
            ) : (
              <strong className="font-semibold break-words text-ink">{state.email}</strong>
            )}{" "}
            doesn’t have access yet. Tell {org.name} who you are. Most requests are decided{" "}
            {state.decision}.
          </p>
        ) : null}
        <p className="text-sm text-muted">All fields are required unless marked optional.</p>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...textField(fields.firstName)}
            label="First name"
            autoComplete="given-name"
            maxLength={50}
            autoFocus={result === null}
          />
          <TextField
            {...textField(fields.lastName)}
            label="Last name"
            autoComplete="family-name"
            maxLength={50}
          />
        </div>
        <TextField
          {...textField(fields.email)}
          type="email"
          label="Work email"
          autoComplete="email"
          maxLength={320}
        />
        <TextField
          {...textField(fields.companyName)}
          label="Company"
          autoComplete="organization"
          maxLength={100}
        />
        {asked.jobTitleTextField.enabled ? (
          <TextField
            {...textField(fields.jobTitleTextField)}
            label={asked.jobTitleTextField.label}
            autoComplete="organization-title"
            maxLength={100}
          />
        ) : null}
        {asked.relationshipDropdown.enabled ? (
          <SelectField
            {...selectField(fields.relationshipDropdown)}
            label={asked.relationshipDropdown.label}
            options={[choose, ...relationships]}
          />
        ) : null}
        {asked.countriesDropdown.enabled ? (
          <SelectField
            {...selectField(fields.countriesDropdown)}
            label={asked.countriesDropdown.label}
            autoComplete="country"
            options={[choose, ...countries]}
          />
        ) : null}
        {asked.pointOfContactField.enabled ? (
          <TextField
            {...textField(fields.pointOfContactField)}
            type="email"
            label={asked.pointOfContactField.label}
            hint={
              asked.pointOfContactField.reason === ""
                ? "Optional. The email of the person you know there."
                : asked.pointOfContactField.reason
            }
            maxLength={320}
          />
        ) : null}
        {asked.accountMemberRequestProducts.enabled ? (
          <ChoiceList
            id={chosen.id}
            name={chosen.name}
            legend={asked.accountMemberRequestProducts.label}
            choices={products.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={[chosen.initialValue ?? []].flat()}
            errors={chosen.errors}
          />
        ) : null}
        <AreaField
          {...areaField(fields.note)}
          label={WISH}
          hint={`Optional. Helps ${org.name} decide faster.`}
          rows={2}
        />
        <div className="space-y-3 border-t border-line pt-5">
          {asked.customCheckbox.enabled ? (
            <CheckField {...box("customCheckbox")}>
              {asked.customCheckbox.label}
              {asked.customCheckbox.required ? null : <Optional />}
            </CheckField>
          ) : null}
          {subscribe ? (
            <CheckField {...boxField(fields.subscribe)}>
              Email me {org.name}’s trust updates
              <Optional />
            </CheckField>
          ) : null}
          <CheckField {...box("agree")}>
            I agree to <TermsWords terms={state.terms} />
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
        {/* It sticks to the edge of what scrolls, below its padding; in a low window it would cover
            too much of what it belongs to. */}
        <div
          data-foot=""
          className="-mx-5 -mb-5 rounded-b-lg border-t border-line bg-surface px-5 pt-3 pb-4 sm:-mx-8 sm:-mb-6 sm:px-8 [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:-bottom-4 sm:[@media(min-height:30rem)]:-bottom-6"
        >
          <Actions>
            <Button>Submit Request</Button>{" "}
            <SecondaryLink to={loginHref} look="quiet">
              Back
            </SecondaryLink>
          </Actions>
        </div>
      </AccessFormElement>
    </>
  );
}

function Optional() {
  return <span className="text-muted"> (optional)</span>;
}

export const WISH = "What do you need, and by when?";
const LONGER_WISH = "How long do you need access, and why?";

/** What ends, and when. */
function Ends({ ends }: Pick<OpenAccessDialog, "ends">) {
  return (
    <ul className="space-y-1">
      {ends.map(({ product, until }) => (
        <li key={product}>
          Your access to <strong className="font-semibold">{product}</strong> expires on{" "}
          <time dateTime={until.iso}>{until.text}</time>.
        </li>
      ))}
    </ul>
  );
}

/** For a member with access: one field, since who asks is known. */
function MoreForm({
  state,
  asker,
}: {
  state: OpenAccessDialog;
  asker: { email: string; accountName: string };
}) {
  const { ends } = state;
  const isLonger = ends.length > 0;
  const button = isLonger ? "ask-longer" : "ask-more";
  // Their access may have lost its end since the form was shown.
  const result = refusedOf(state, "ask-longer") ?? refusedOf(state, "ask-more");
  const [form, fields] = useForm<{ note: string }>({
    id: button,
    lastResult: result,
    constraint: state.constraints.more,
  });
  return (
    <AccessFormElement
      button={button}
      {...getFormProps(form, { ariaAttributes: false })}
      className="space-y-5"
    >
      {/* What is wrong with the member's own address has no field here. */}
      <ErrorSummary
        errors={[...(form.errors ?? []), ...(result?.error?.email ?? [])]}
        fields={[fields.note]}
      />
      {isLonger ? <Ends ends={ends} /> : <AskedItem state={state} />}
      <p className="break-words text-muted">
        You are signed in as {asker.email} of {asker.accountName}. We’ll email the answer to this
        address.
      </p>
      <AreaField
        {...areaField(fields.note)}
        label={isLonger ? LONGER_WISH : WISH}
        hint="Optional."
        rows={3}
      />
      <p className="text-sm text-muted">
        By sending this you agree to <TermsWords terms={state.terms} />.
      </p>
      <input type="hidden" name="productId" value={state.productId} />
      <input type="hidden" name="statusPageCustomizationRevision" value={state.revision} />
      {Object.entries(state.carried).map(([name, carried]) => (
        <input key={name} type="hidden" name={name} value={carried} />
      ))}
      <Actions>
        <Button>Send request</Button>
      </Actions>
    </AccessFormElement>
  );
}
