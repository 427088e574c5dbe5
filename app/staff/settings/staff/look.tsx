import { Link } from "react-router";
import type { Route } from "./+types/look";
import { pageTitle } from "#values/page-title.ts";
import { logoColors } from "../logo-colors.server.ts";
import { servicesContext } from "#platform/context.ts";
import { PICTURES, type PicturePath } from "#company/settings/rules/pictures.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { shownPicture } from "./picture-changes.ts";
import { ColorSetting } from "./color-setting.tsx";
import {
  BoxSetting,
  RadioSetting,
  SelectSetting,
  SettingsForm,
  SettingsGroup,
  SettingsHead,
  TextSetting,
} from "./setting-form.tsx";
import { SETTINGS_FORMS } from "./page-forms.ts";
import { loadSettings, saveSettings } from "./save.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Look", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org, shown } = await loadSettings(context, SETTINGS_FORMS.look);
  const pictures = PICTURE_PATHS.map((path) => ({
    path,
    title: PICTURES[path].title,
    src: shownPicture(org, path).src,
  }));
  return {
    shown,
    color: org.customization.accentColour,
    proposed: await logoColors(context.get(servicesContext), org),
    pictures,
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return saveSettings({ request, context }, SETTINGS_FORMS.look);
}

const PICTURE_PATHS = Object.keys(PICTURES) as PicturePath[];

const SIZES = [
  {
    value: "medium",
    label: "Medium",
    hint: "Shows “Start your security review”, what it is for and how to get access.",
  },
  { value: "none", label: "None" },
];

const HEIGHTS = ["120", "200", "280", "350"].map((value) => ({ value, label: `${value} pixels` }));

export default function LookSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { pictures } = loaderData;
  return (
    <>
      <SettingsHead title="Look" />
      <SettingsForm shown={loaderData.shown} answer={actionData}>
        <SettingsGroup title="Color">
          <ColorSetting stored={loaderData.color} proposed={loaderData.proposed} />
        </SettingsGroup>
        <SettingsGroup title="Banner">
          <RadioSetting
            name="reviewBannerSize"
            label="Size of “Start your security review”"
            hint="Visitors see it. Your team doesn’t."
            choices={SIZES}
          />
          <SelectSetting
            name="bannerHeight"
            label="Banner height"
            hint="The maximum, on a wide screen. A lower banner leaves more room for content."
            options={HEIGHTS}
          />
        </SettingsGroup>
        <SettingsGroup title="Text">
          <TextSetting
            name="trustedByHeader"
            label="Above your customers’ logos"
            hint="{org.name} is replaced by your name."
          />
          <BoxSetting name="disablePoweredBy" label="Hide “Powered by Open Trust Center”" />
        </SettingsGroup>
      </SettingsForm>
      <section aria-labelledby="pictures" className="mt-12 max-w-[44rem]">
        <h2 id="pictures" className="mb-4 text-lg font-semibold">
          Images
        </h2>
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {pictures.map(({ path, title, src }) => (
            <li key={path} className="flex items-center justify-between gap-4 px-5 py-3">
              <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
                {src === null ? null : (
                  <img
                    src={src}
                    alt=""
                    className={`block h-10 w-auto max-w-32 rounded-sm border border-line object-contain p-1 ${path === "logo-dark" ? "bg-[#1d2125]" : "bg-[#ffffff]"}`}
                  />
                )}
                <span>
                  {title}
                  {src === null ? <span className="text-muted">: none</span> : null}
                </span>
              </span>{" "}
              <Link to={`/settings/look/${path}`} className={buttonClass("secondary", "small")}>
                {src === null ? "Add" : "Change"} <span className="sr-only">{title}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
