import type * as z from "zod";
import type { Route } from "./+types/visitors";
import { pageTitle } from "../../domain/page-title.ts";
import { LEVEL_COLUMNS, levelTable, type LevelRow } from "../../domain/settings/level-table.ts";
import { LEVEL_WORDS, visitorsSchema } from "../../domain/settings/visitors.ts";
import { TableFrame } from "../../ui/table-frame.tsx";
import { BoxSetting, RadioSetting, SettingsForm, SettingsGroup, SettingsHead } from "./form.tsx";
import { loadSettings, saveCustomization, saveSettings, type SettingsPageForm } from "./save.ts";

const FORM: SettingsPageForm<z.output<typeof visitorsSchema>> = {
  page: "visitors",
  fields: ["publicAccessLevel", "subscribeEnabled", "commentsEnabled"],
  schema: visitorsSchema,
  write: saveCustomization,
};

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Visitors", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, FORM);
  return { shown, current: org.customization.publicAccessLevel, tables: LEVEL_WORDS.map(({ value, label }) => ({ level: value, label, rows: levelTable(value) })) };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, FORM);
}

export default function VisitorSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { current, tables } = loaderData;
  return (
    <>
      <SettingsHead title="Visitors" />
      <SettingsForm shown={loaderData.shown} answer={actionData}>
        <SettingsGroup title="Access level" about="What somebody reads who is not signed in. The public cards are Overview, Certifications, Trusted by, Security grades and Subprocessors.">
          <RadioSetting name="publicAccessLevel" label="Visitors read" choices={LEVEL_WORDS} />
        </SettingsGroup>
        <SettingsGroup title="Subscribing and comments">
          <BoxSetting name="subscribeEnabled" label="Visitors may subscribe to trust updates" />
          <BoxSetting name="commentsEnabled" label="Members may comment on items" hint="A conversation of an account with you below each item." />
        </SettingsGroup>
      </SettingsForm>
      <section className="mt-12" aria-labelledby="what-each-sees">
        <h2 id="what-each-sees" className="text-lg font-semibold">
          What each viewer sees
        </h2>
        <p className="mt-1 mb-4 max-w-[44rem] text-sm text-muted">Items that are not enabled, and hidden cards, are seen by staff alone. Staff see everything.</p>
        <div className="space-y-3">
          {tables.map(({ level, label, rows }) => (
            <details key={level} open={level === current} className="rounded-lg border border-line bg-surface">
              <summary className="px-4 py-3 font-medium">
                {label}
                {level === current ? ", as it is now" : null}
              </summary>
              <div className="p-2 pt-0">
                <LevelTable label={`At the level ${label}`} rows={rows} />
              </div>
            </details>
          ))}
        </div>
      </section>
    </>
  );
}

function LevelTable({ label, rows }: { label: string; rows: readonly LevelRow[] }) {
  return (
    <TableFrame label={label} head={["Viewer", ...LEVEL_COLUMNS]}>
      {rows.map(({ viewer, cells }) => (
        <tr key={viewer}>
          <th scope="row" className="min-w-[12rem] px-4 py-3 text-start align-top font-medium">
            {viewer}
          </th>
          {cells.map((cell, i) => (
            <td key={LEVEL_COLUMNS[i]}>{cell}</td>
          ))}
        </tr>
      ))}
    </TableFrame>
  );
}
