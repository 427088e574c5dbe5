import {
  customizationSchema,
  FEATURES,
  type Customization,
  type Feature,
} from "#model/settings/customization.ts";
import { DORA_LABELS, DORA_NAMES } from "#model/settings/dora.ts";

/**
 * Every setting of an org by the name of its field: the customization, the org's own, and a box a
 * feature.
 */
export type SettingsView = Customization & {
  orgName: string;
  websiteUrl: string | null;
  timeZone: string;
} & Record<Feature, boolean>;

interface OrgOfView {
  name: string;
  websiteUrl: string | null;
  timeZone: string;
  /** As stored, or read already. */
  customization: unknown;
  switchedOff: { has(feature: string): boolean };
}

export function settingsView({
  name,
  websiteUrl,
  timeZone,
  customization,
  switchedOff,
}: OrgOfView): SettingsView {
  const features = Object.fromEntries(
    FEATURES.map((feature) => [feature, !switchedOff.has(feature)]),
  ) as Record<Feature, boolean>;
  return {
    ...customizationSchema.parse(customization),
    orgName: name,
    websiteUrl,
    timeZone,
    ...features,
  };
}

/** The fields of one page of the settings. */
export function pickSettings(
  view: SettingsView,
  fields: readonly (keyof SettingsView)[],
): Partial<SettingsView> {
  return Object.fromEntries(fields.map((name) => [name, view[name]]));
}

/** A setting in a line of text, `group.setting` for one in a group. */
export interface SettingLine {
  name: string;
  label: string;
  text: string | null;
}

/** Settings as lines: one for each that is no group. */
export function settingLines(values: object, group = ""): SettingLine[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]): SettingLine[] => {
    const name = group === "" ? key : `${group}.${key}`;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return settingLines(value, name);
    return [{ name, label: labelOf(name), text: textOf(value) }];
  });
}

function textOf(value: unknown): string | null {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(", ");
  return value === null || value === undefined || value === "" ? null : String(value);
}

const LABELS: Readonly<Record<string, string>> = {
  orgName: "Name",
  websiteUrl: "Website",
  guideUrl: "Guide URL",
  publicAccessLevel: "Access level",
  reviewBannerSize: "Size of “Start your security review”",
  trustedByHeader: "Above your customers’ logos",
  termsUrl: "Terms",
  privacyUrl: "Privacy policy",
  genAi: "AI answers",
  ...Object.fromEntries(DORA_NAMES.map((name) => [`dora.${name}`, DORA_LABELS[name]])),
};

/** `requestForm.jobTitleTextField.label` as 'Request form, job title text field, label'. */
function labelOf(name: string): string {
  const known = LABELS[name];
  if (known !== undefined) return known;
  const words = name
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
    .replaceAll("_", " ")
    .replaceAll(".", ", ")
    .replace(/ url\b/g, " address");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
