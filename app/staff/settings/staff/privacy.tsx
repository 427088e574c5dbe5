import { Form } from "react-router";
import type { Route } from "./+types/privacy";
import { countOverdue } from "#company/privacy/store/retention.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { RETENTION } from "#model/privacy/retention.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { SettingsForm, SettingsGroup, TextSetting } from "./setting-form.tsx";
import { SETTINGS_FORMS } from "./page-forms.ts";
import { loadSettings, saveSettings } from "./save.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Privacy", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { permissions } = await requireStaff(context, "settings:edit");
  const { org, shown } = await loadSettings(context, SETTINGS_FORMS.privacy);
  const { store, persons, now } = context.get(servicesContext);
  const { retention } = org.customization;
  const overdue = await countOverdue(store.read, persons, org.id, retention, now());
  return {
    shown,
    searchesPeople: permissions.has("accounts:review"),
    overdue: RETENTION.map(({ kind, label }) => ({
      kind,
      label,
      days: retention[kind],
      count: overdue[kind],
    })),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, SETTINGS_FORMS.privacy);
}

export default function PrivacySettings({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, overdue, searchesPeople } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Privacy</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        Data retention and personal data requests. Expired records are deleted every night at 3:00
        in your time zone.
      </p>
      {searchesPeople ? (
        <section aria-labelledby="person" className="mb-10">
          <h2 id="person" className="mb-4 text-lg font-semibold">
            Find a person’s data
          </h2>
          <Form
            method="get"
            noValidate
            action="/settings/privacy/person"
            className="max-w-[44rem] space-y-4"
          >
            <TextField
              id="email"
              name="email"
              type="email"
              label="Email"
              hint="Shows what is stored about this person. You can then export or erase it."
              autoComplete="off"
              required
              maxLength={320}
            />
            <Button look="secondary">Find</Button>
          </Form>
        </section>
      ) : null}
      <section aria-labelledby="overdue" className="mb-10">
        <h2 id="overdue" className="mb-4 text-lg font-semibold">
          Records due for deletion
        </h2>
        <TableFrame label="Each kind of records" head={["Records", "Kept for", "Due now"]}>
          {overdue.map(({ kind, label, days, count }) => (
            <tr key={kind}>
              <th scope="row" className="px-4 py-3 text-start align-top font-medium">
                {label}
              </th>
              <td className="whitespace-nowrap">{days === 1 ? "1 day" : `${days} days`}</td>
              <td>{count}</td>
            </tr>
          ))}
        </TableFrame>
      </section>
      <SettingsForm shown={shown} answer={actionData}>
        <SettingsGroup
          title="Retention periods in days"
          about="NDA signatures, accounts, grants and the audit log are kept indefinitely, as evidence for auditors. Erasing a person removes their name from them."
        >
          {RETENTION.map(({ kind, label, hint, min, max }) => (
            <TextSetting
              key={kind}
              name={`retention.${kind}`}
              label={label}
              hint={`${hint}${min === max ? "" : ` From ${min} to ${max} days.`}`}
              inputMode="numeric"
              maxLength={5}
              required
              readOnly={min === max}
            />
          ))}
        </SettingsGroup>
      </SettingsForm>
    </>
  );
}
