import type { Route } from "./+types/help";
import { pageTitle } from "#values/page-title.ts";
import {
  BoxSetting,
  RadioSetting,
  SettingsForm,
  SettingsGroup,
  SettingsHead,
  TextSetting,
} from "./setting-form.tsx";
import { Mailboxes } from "./mailboxes.tsx";
import { SETTINGS_FORMS } from "./page-forms.ts";
import { loadSettings, saveSettings } from "./save.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Help and contact", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  return { shown: (await loadSettings(context, SETTINGS_FORMS.help)).shown };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, SETTINGS_FORMS.help);
}

export default function HelpSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <SettingsHead title="Help and contact">
        A button without an email address or a link is hidden.
      </SettingsHead>
      <SettingsForm shown={loaderData.shown} answer={actionData}>
        <Mailboxes />
        <HelpAction
          name="contactSupport"
          title="Contact support"
          mail="Sends an email to the support mailbox"
        />
        <HelpAction
          name="reportIssue"
          title="Report issue"
          mail="Sends an email to the security mailbox"
        />
      </SettingsForm>
    </>
  );
}

const ONLY_WITH_A_PAGE = {
  contactSupport:
    "[form:not(:has([name='contactSupport.onClickAction'][value=direct_to_site]:checked))_&]:hidden",
  reportIssue:
    "[form:not(:has([name='reportIssue.onClickAction'][value=direct_to_site]:checked))_&]:hidden",
};

function HelpAction({
  name,
  title,
  mail,
}: {
  name: "contactSupport" | "reportIssue";
  title: string;
  mail: string;
}) {
  const choices = [
    { value: "send_email", label: mail },
    { value: "direct_to_site", label: "Opens a page" },
  ];
  return (
    <SettingsGroup title={title}>
      <BoxSetting name={`${name}.enabled`} label={`Show “${title}”`} />
      <RadioSetting name={`${name}.onClickAction`} label="What it does" choices={choices} />
      <div className={ONLY_WITH_A_PAGE[name]}>
        <TextSetting
          name={`${name}.url`}
          label={`Page of “${title}”`}
          hint="Such as https://www.example.com/contact."
          inputMode="url"
        />
      </div>
    </SettingsGroup>
  );
}
