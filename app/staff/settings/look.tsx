import type { Route } from "./+types/look";
import { pageTitle } from "../../domain/page-title.ts";
import { colourUses, colourWords, lookSchema } from "../../domain/settings/look.ts";
import { formFailed } from "../../middleware/form.ts";
import { requireStaff } from "../../middleware/staff.ts";
import { BoxSetting, RadioSetting, SettingsForm, SettingsGroup, SettingsHead, TextSetting } from "./form.tsx";
import { saveCustomization, saveSettings } from "./save.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Look", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { accentColour, reviewBannerSize, trustedByHeader, disablePoweredBy } = (await requireStaff(context, "settings:edit")).org.customization;
  return { failed: formFailed(context), uses: colourUses(accentColour), moved: colourWords(accentColour), stored: { accentColour, reviewBannerSize, trustedByHeader, disablePoweredBy } };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, { page: "look", schema: lookSchema, write: saveCustomization, note: ({ accentColour }) => colourWords(accentColour) });
}

const SIZES = [
  { value: "medium", label: "Medium", hint: "‘Start your security review’ with what it is for and the way to access." },
  { value: "none", label: "None" },
];

export default function LookSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { stored, uses, moved } = loaderData;
  return (
    <>
      <SettingsHead title="Look" />
      <SettingsForm stored={stored} result={actionData?.result ?? null}>
        <SettingsGroup title="Colour">
          <TextSetting name="accentColour" label="Accent colour" hint="Six hexadecimal digits, such as #1f4b99. Where text in it could not be read, a darker or lighter tone of it is used." maxLength={7} className="max-w-[10rem] font-mono" required />
          <Swatches uses={uses} />
          {moved === null ? null : <p className="text-sm text-muted">{moved}</p>}
        </SettingsGroup>
        <SettingsGroup title="Banner">
          <RadioSetting name="reviewBannerSize" label="Size of ‘Start your security review’" hint="External viewers see it; staff do not." choices={SIZES} />
        </SettingsGroup>
        <SettingsGroup title="Words">
          <TextSetting name="trustedByHeader" label="Above the logos of customers" hint="{org.name} stands for your name." maxLength={200} required />
          <BoxSetting name="disablePoweredBy" label="Leave out ‘Powered by Open Trust Center’" />
        </SettingsGroup>
      </SettingsForm>
    </>
  );
}

/** The colour as it is saved, on a light and on a dark page. */
function Swatches({ uses }: { uses: readonly { on: string; colour: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-3 text-sm">
      {uses.map(({ on, colour }) => (
        <li key={on} className="flex items-center gap-2">
          <svg width="24" height="24" aria-hidden="true" className="rounded-sm border border-line">
            <rect width="24" height="24" fill={colour} />
          </svg>{" "}
          {colour} on {on} pages
        </li>
      ))}
    </ul>
  );
}
