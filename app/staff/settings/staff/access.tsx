import * as z from "zod";
import type { Route } from "./+types/access";
import { pageTitle } from "#values/page-title.ts";
import {
  AreaSetting,
  BoxSetting,
  SelectSetting,
  SettingsForm,
  SettingsGroup,
  SettingsHead,
  TextSetting,
} from "./setting-form.tsx";
import { type SettingsPageForm, loadSettings, saveCustomization, saveSettings } from "./save.ts";
import { UPLOAD_OPTIONS } from "#model/questionnaires/uploads.ts";
import { QUESTIONNAIRE_UPLOADS } from "#model/settings/customization.ts";
import { box, domainList, optionalUrl } from "#model/settings/fields.ts";

/** The settings of asking for access and of signing in. */

/**
 * The optional fields of the request form, in its order, with the words that staff know them by.
 */
const REQUEST_FIELDS = [
  { name: "jobTitleTextField", label: "Job title", ask: "Ask for a job title" },
  { name: "relationshipDropdown", label: "Relationship", ask: "Ask for the relationship" },
  { name: "countriesDropdown", label: "Country", ask: "Ask for a country" },
  { name: "pointOfContactField", label: "Point of contact", ask: "Ask for a point of contact" },
  { name: "accountMemberRequestProducts", label: "Products", ask: "Ask for products" },
  { name: "customCheckbox", label: "Your own checkbox", ask: "Show your own checkbox" },
] as const;

const LABEL_MAX = 100;
const labelText = z
  .string({ error: "Enter a label" })
  .trim()
  .min(1, "Enter a label")
  .max(LABEL_MAX, `Use at most ${LABEL_MAX} characters`)
  .regex(/^[^<>\p{Cc}]*$/u, "Leave out < and >");

/** A number of days that may be empty. */
const optionalDays = z
  .string()
  .trim()
  .regex(/^(?:[1-9]\d{0,3})?$/, "Enter a number of days from 1 to 9999")
  .optional()
  .transform((text) => (text === undefined || text === "" ? null : Number(text)));

const hours = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,3}$/, "Enter a number of hours from 1 to 9999")
  .transform(Number);

const REASON_MAX = 300;
const reasonText = z
  .string()
  .trim()
  .max(REASON_MAX, `Use at most ${REASON_MAX} characters`)
  .default("");

const optionalField = z.object({ enabled: box, label: labelText });

const accessFormSchema = z
  .object({
    requestForm: z.object({
      jobTitleTextField: optionalField,
      relationshipDropdown: optionalField,
      countriesDropdown: optionalField,
      pointOfContactField: optionalField.extend({ reason: reasonText }),
      accountMemberRequestProducts: optionalField,
      customCheckbox: optionalField.extend({ required: box }),
    }),
    accessRequestsEnabled: box,
    workEmailRequired: box,
    discreetSignIn: box,
    memberKeysEnabled: box,
    questionnaireUploads: z.enum(QUESTIONNAIRE_UPLOADS),
    questionnairesNeedSecondPerson: box,
    accessDays: optionalDays,
    answerHours: hours,
    allowedDomains: domainList,
    blockedDomains: domainList,
    showTerms: box,
    termsUrl: optionalUrl,
    privacyUrl: optionalUrl,
  })
  .superRefine(({ allowedDomains, blockedDomains }, check) => {
    const both = allowedDomains.find((domain) => blockedDomains.includes(domain));
    if (both !== undefined)
      check.addIssue({
        code: "custom",
        path: ["blockedDomains"],
        message: `${both} is also an allowed domain`,
      });
  });

const FORM: SettingsPageForm<z.output<typeof accessFormSchema>> = {
  page: "access",
  fields: [
    "requestForm",
    "accessRequestsEnabled",
    "workEmailRequired",
    "discreetSignIn",
    "memberKeysEnabled",
    "questionnaireUploads",
    "questionnairesNeedSecondPerson",
    "accessDays",
    "answerHours",
    "allowedDomains",
    "blockedDomains",
    "showTerms",
    "termsUrl",
    "privacyUrl",
  ],
  schema: accessFormSchema,
  write: saveCustomization,
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Access form", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, FORM);
  return {
    shown,
    byInvitation: org.customization.publicAccessLevel === "Full",
    formHref: `/${org.slug}?view=public&requestAccess=true`,
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, FORM);
}

export default function AccessFormSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { byInvitation, formHref } = loaderData;
  return (
    <>
      <SettingsHead title="Access form">
        What the request form asks for, who can send it, and how people sign in.{" "}
        <a href={formHref} className="inline-block py-0.5 text-accent underline">
          See the form as the public does
        </a>
        .{" "}
        {byInvitation
          ? "At the Full access level, no one sees it, because access is by invitation only."
          : null}
      </SettingsHead>
      <SettingsForm shown={loaderData.shown} answer={actionData}>
        <SettingsGroup title="Requests">
          <BoxSetting
            name="accessRequestsEnabled"
            label="Visitors can request access"
            hint="When off, only existing members can sign in."
          />
          <TextSetting
            name="accessDays"
            label="Days until access expires"
            hint="The default when you approve. You can change it each time. Leave empty for no expiry."
            inputMode="numeric"
            maxLength={4}
            className="max-w-[8rem]"
          />
          <TextSetting
            name="answerHours"
            label="Target response time in hours"
            hint="Your team’s response target. Requests that wait longer are marked as late in the inbox. Visitors don’t see it."
            inputMode="numeric"
            maxLength={4}
            className="max-w-[8rem]"
          />
        </SettingsGroup>
        <SettingsGroup
          title="Optional fields"
          about="Names, email, company and the agreement are always included. Fields you ask for are required, except the point of contact."
        >
          {REQUEST_FIELDS.map(({ name, label, ask }) => (
            <div key={name} className="space-y-3 border-t border-line pt-5">
              <BoxSetting name={`requestForm.${name}.enabled`} label={ask} />
              <TextSetting name={`requestForm.${name}.label`} label={`Label for “${label}”`} />
              {name === "pointOfContactField" ? (
                <TextSetting
                  name="requestForm.pointOfContactField.reason"
                  label="Why you need a contact"
                  hint="Shown under the field. If you enter a reason, the field is required. Otherwise it stays optional, since new people have no contact yet."
                  maxLength={REASON_MAX}
                />
              ) : null}
              {name === "customCheckbox" ? (
                <BoxSetting
                  name="requestForm.customCheckbox.required"
                  label="Require this checkbox"
                />
              ) : null}
            </div>
          ))}
        </SettingsGroup>
        <SettingsGroup
          title="Email addresses"
          about="Checked before your rules. Subdomains are included. Existing accounts aren’t affected."
        >
          <BoxSetting
            name="workEmailRequired"
            label="Ask for a work email"
            hint="Addresses at free email providers are refused with “Please use your work email.”"
          />
          <AreaSetting
            name="allowedDomains"
            maxLength={undefined}
            label="Allowed domains"
            hint="Separate with commas or new lines. If you list any, everyone else is declined. Leave empty to let anyone request access."
          />
          <AreaSetting
            name="blockedDomains"
            maxLength={undefined}
            label="Blocked domains"
            hint="Separate with commas or new lines. Requests from these domains are declined."
          />
        </SettingsGroup>
        <SettingsGroup title="Signing in">
          <BoxSetting
            name="discreetSignIn"
            label="Discreet sign-in"
            hint="The page never reveals whether an address has access. The answer is sent by email."
          />
          <BoxSetting
            name="memberKeysEnabled"
            label="Members may add keys"
            hint="With a key, a member’s programs read what the member sees. When off, existing keys open nothing."
          />
        </SettingsGroup>
        <SettingsGroup title="Questionnaires">
          <SelectSetting
            name="questionnaireUploads"
            label="Questionnaires from members"
            hint="Members with access can send you their questionnaires as files. You find them under Questionnaires."
            options={UPLOAD_OPTIONS}
          />
          <BoxSetting
            name="questionnairesNeedSecondPerson"
            label="A second person approves answers"
            hint="Before answers go to an account, someone other than the person who finished them approves them."
          />
        </SettingsGroup>
        <SettingsGroup
          title="Terms"
          about="Visitors see them next to Open Trust Center’s terms in the request form, when they subscribe and when they first sign in."
        >
          <BoxSetting name="showTerms" label="Show your own terms and privacy policy" />
          <TextSetting
            name="termsUrl"
            label="Your terms"
            hint="Such as https://www.example.com/terms."
            inputMode="url"
          />
          <TextSetting name="privacyUrl" label="Your privacy policy" inputMode="url" />
        </SettingsGroup>
      </SettingsForm>
    </>
  );
}
