import { useEffect, useRef } from "react";
import type * as z from "zod";
import type { Route } from "./+types/name";
import { requireStaff } from "#auth/current-staff.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { updateOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { setupGuideOf } from "#content/setup-guide/store/setup-guide.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pathAfter } from "#model/setup-guide.ts";
import { nameSchema } from "#company/settings/rules/first-steps.ts";
import { timeZoneOptions } from "#values/time-zones.ts";
import {
  SelectSetting,
  SettingsForm,
  SettingsGroup,
  TextSetting,
} from "#staff/settings/staff/setting-form.tsx";
import { Mailboxes } from "#staff/settings/staff/mailboxes.tsx";
import { loadSettings, saveSettings, type SettingsPageForm } from "#staff/settings/staff/save.ts";
import { Step, stepTitle } from "./step.tsx";

const FORM: SettingsPageForm<z.output<typeof nameSchema>> = {
  page: "general",
  leadsTo: pathAfter("name"),
  fields: ["orgName", "websiteUrl", "timeZone", "portalTitle", "supportMailbox", "securityMailbox"],
  schema: nameSchema,
  async write(trx, { orgName, websiteUrl, timeZone, ...customization }, { org, now }) {
    await updateOrg(trx, org.id, { name: orgName, websiteUrl, timeZone });
    await updateCustomization({ trx, orgId: org.id, now }, customization);
  },
};

/** What a new company has. */
const DEFAULT_ZONE = "UTC";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: stepTitle("name", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { session } = await requireStaff(context, "settings:edit");
  const { org, shown } = await loadSettings(context, FORM);
  const { steps } = await setupGuideOf(context.get(servicesContext).store.read, org);
  const isDone = steps.some(({ step, state }) => step === "name" && state === "done");
  const { email } = session.staff;
  const { supportMailbox, securityMailbox } = shown.stored;
  /** Nobody has said where messages arrive: the form proposes whoever fills it in. */
  const isProposed = !isDone && supportMailbox == null && securityMailbox == null;
  return {
    shown: isProposed
      ? { ...shown, stored: { ...shown.stored, supportMailbox: email, securityMailbox: email } }
      : shown,
    isProposed,
    zones: timeZoneOptions(org.timeZone),
    /** Nobody has chosen a zone: it is the one that every company begins with. */
    isFirst: !isDone && org.timeZone === DEFAULT_ZONE,
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, FORM);
}

export default function NameStep({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Step
      step="name"
      title="What is your trust center called?"
      about="Your name and the portal’s title appear at the top of every page and in every email. Visitors’ messages go to your mailboxes."
    >
      <SettingsForm shown={loaderData.shown} answer={actionData} submit="Save and continue">
        <SettingsGroup title="Names">
          <TextSetting name="orgName" label="Name of your organization" />
          <TextSetting
            name="portalTitle"
            label="Portal title"
            hint="Such as Trust Center. Max 24 characters."
          />
          <TextSetting
            name="websiteUrl"
            label="Website"
            hint="The portal’s logo links to it."
            inputMode="url"
          />
          <TimeZoneSetting
            zones={loaderData.zones}
            isOpen={loaderData.isFirst && actionData === undefined}
          />
        </SettingsGroup>
        <Mailboxes
          about={`Visitors who need help or report an issue write to these addresses, and can see them.${
            loaderData.isProposed ? " Yours is filled in. Check it before you save." : ""
          }`}
        />
      </SettingsForm>
    </Step>
  );
}

/** The time zone, filled in from the browser's own where scripts run and nobody has chosen one. */
function TimeZoneSetting({
  zones,
  isOpen,
}: {
  zones: readonly { value: string; label: string }[];
  isOpen: boolean;
}) {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!isOpen || select.current?.value !== DEFAULT_ZONE || own === DEFAULT_ZONE) return;
    if (!zones.some(({ value }) => value === own)) return;
    select.current.value = own;
  }, [isOpen, zones]);
  return (
    <SelectSetting
      name="timeZone"
      label="Time zone"
      hint="Dates and times on the portal are shown in it."
      options={zones}
      ref={select}
    />
  );
}
