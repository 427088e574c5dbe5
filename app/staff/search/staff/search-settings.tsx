import { Link } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/search-settings";
import { pageTitle } from "#values/page-title.ts";
import {
  AreaSetting,
  SettingsForm,
  SettingsGroup,
  SettingsHead,
} from "#staff/settings/staff/setting-form.tsx";
import {
  loadSettings,
  saveCustomization,
  saveSettings,
  type SettingsPageForm,
} from "#staff/settings/staff/save.ts";
import { servicesContext } from "#platform/context.ts";
import { listWebpages } from "#content/webpages/store/webpages.server.ts";
import { synonymsSchema } from "#content/search/forms/search.ts";
import { leftOutOf, MAX_RECORDS } from "#content/search/store/indexes.server.ts";

const FORM: SettingsPageForm<z.output<typeof synonymsSchema>> = {
  page: "search",
  fields: ["searchSynonyms"],
  schema: synonymsSchema,
  write: saveCustomization,
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Search", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, FORM);
  const { store } = context.get(servicesContext);
  const leftOut = leftOutOf(store, org.id);
  const webpages = (await listWebpages(store.read, org.id)).length;
  return { shown, leftOut, most: MAX_RECORDS, webpages };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, FORM);
}

export default function SearchSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, leftOut, most, webpages } = loaderData;
  return (
    <>
      <SettingsHead title="Search">
        Visitors can search everything they have access to. Common security and privacy synonyms are
        built in. Add the terms that only your organization uses.
      </SettingsHead>
      {leftOut === 0 ? null : (
        <p role="status" className="mb-6 max-w-[44rem]">
          Your portal has more than the {most.toLocaleString("en-US")} texts that search can hold.{" "}
          {leftOut.toLocaleString("en-US")} of the oldest files aren’t searched.
        </p>
      )}
      <SettingsForm shown={shown} answer={actionData}>
        <SettingsGroup title="Synonyms">
          <AreaSetting
            name="searchSynonyms"
            label="Your own synonyms"
            hint="One line for each meaning, with commas between the terms: Vault, key store, secrets manager."
            rows={8}
          />
        </SettingsGroup>
      </SettingsForm>
      <section className="mt-10 max-w-[44rem]" aria-labelledby="webpages-title">
        <h2 id="webpages-title" className="text-lg font-semibold">
          Webpages
        </h2>
        <p className="mt-1 text-muted">
          Pages on your own website that visitors can find in the portal’s search.
        </p>
        <p className="mt-3">
          <Link
            to="/settings/search/webpages"
            className="inline-flex min-h-8 items-center text-sm font-medium text-accent"
          >
            {webpages === 0 ? "List webpages" : `Webpages (${webpages})`}
          </Link>
        </p>
      </section>
    </>
  );
}
