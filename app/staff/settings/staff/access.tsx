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
import { UPLOAD_OPTIONS } from "#model/questionnaires/uploads.ts";
import { loadSettings, saveSettings } from "./save.ts";
import { SETTINGS_FORMS } from "./page-forms.ts";
import { REASON_MAX } from "../forms/access-form.ts";

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

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Access form", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, SETTINGS_FORMS.access);
  return {
    shown,
    byInvitation: org.customization.publicAccessLevel === "Full",
    formHref: `/${org.slug}?view=public&requestAccess=true`,
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, SETTINGS_FORMS.access);
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
