import type { Route } from "./+types/dora";
import { ICT_SERVICES } from "#model/settings/dora.ts";
import { countryOptions } from "#values/countries.ts";
import { pageTitle } from "#values/page-title.ts";
import {
  AreaSetting,
  BoxesSetting,
  SelectSetting,
  SettingsForm,
  SettingsGroup,
  SettingsHead,
  TextSetting,
} from "./setting-form.tsx";
import { SETTINGS_FORMS } from "./page-forms.ts";
import { loadSettings, saveSettings } from "./save.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("DORA register", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { shown } = await loadSettings(context, SETTINGS_FORMS.dora);
  return { shown, countries: [{ value: "", label: "Not given" }, ...countryOptions()] };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, SETTINGS_FORMS.dora);
}

const SERVICES = Object.entries(ICT_SERVICES).map(([value, label]) => ({
  value,
  label: `${value} ${label}`,
}));
const COUNTRIES = "One country per line, by its name or two-letter code.";

export default function DoraSettings({
  loaderData: { shown, countries },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <SettingsHead title="DORA register">
        Financial entities in the EU list their ICT providers in a register of information. What you
        enter here is public on your portal, as a page, CSV and JSON. Empty fields are left out.
      </SettingsHead>
      <SettingsForm shown={shown} answer={actionData}>
        <SettingsGroup title="Your organization">
          <TextSetting
            name="dora.legalName"
            label="Legal name"
            hint="As in the company register."
          />
          <TextSetting
            name="dora.lei"
            label="LEI"
            hint="20 letters and digits. The check digits are verified."
          />
          <TextSetting
            name="dora.euid"
            label="EUID"
            hint="For companies in the EU, such as DEK1101R.HRB116737."
          />
          <TextSetting
            name="dora.registrationNumber"
            label="National registration number"
            hint="In the register of the country of your head office."
          />
          <SelectSetting
            name="dora.headOffice"
            label="Country of the head office"
            options={countries}
          />
        </SettingsGroup>
        <SettingsGroup title="Ultimate parent" about="Leave empty if there is no parent company.">
          <TextSetting name="dora.parentName" label="Legal name of the ultimate parent" />
          <TextSetting name="dora.parentLei" label="LEI of the ultimate parent" />
        </SettingsGroup>
        <SettingsGroup title="Services">
          <BoxesSetting
            name="dora.services"
            label="Types of ICT services"
            hint="Select what your customers buy from you."
            choices={SERVICES}
          />
          <TextSetting
            name="dora.rank"
            label="Rank in the chain"
            hint="1 if financial entities sign their contract with you."
            inputMode="numeric"
          />
          <AreaSetting name="dora.storedIn" label="Data is stored in" hint={COUNTRIES} />
          <AreaSetting name="dora.processedIn" label="Data is processed in" hint={COUNTRIES} />
          <SelectSetting
            name="dora.governingLaw"
            label="Governing law of your contracts"
            options={countries}
          />
          <AreaSetting
            name="dora.exitNotes"
            label="Exit and substitutability"
            hint="How customers get their data back, and how you can be replaced. At most 2,000 characters."
          />
        </SettingsGroup>
      </SettingsForm>
    </>
  );
}
