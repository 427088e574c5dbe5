import type * as z from "zod";
import {
  colorWords,
  featuresSchema,
  generalSchema,
  lookSchema,
  visitorsSchema,
  withLogoColor,
} from "#company/settings/rules/settings-forms.ts";
import { findPlan } from "#company/entitlements/store/entitlements.server.ts";
import {
  switchFeature,
  updateCustomization,
} from "#company/settings/store/customizations.server.ts";
import { FEATURES } from "#model/settings/customization.ts";
import { retentionFormSchema } from "#model/privacy/retention.ts";
import { updateOrg } from "#tenancy/orgs/store/org-changes.server.ts";
import { accessFormSchema } from "../forms/access-form.ts";
import { doraFormSchema } from "../forms/dora-form.ts";
import { helpSchema } from "../forms/help-form.ts";
import { saveCustomization, type SettingsPageForm } from "./save.ts";

const general: SettingsPageForm<z.output<typeof generalSchema>> = {
  page: "general",
  fields: [
    "orgName",
    "websiteUrl",
    "timeZone",
    "portalTitle",
    "showPortalTitle",
    "description",
    "guideUrl",
  ],
  schema: generalSchema,
  async write(trx, { orgName, websiteUrl, timeZone, ...customization }, { org, now }) {
    await updateOrg(trx, org.id, { name: orgName, websiteUrl, timeZone });
    await updateCustomization({ trx, orgId: org.id, now }, customization);
  },
};

const look: SettingsPageForm<z.output<typeof lookSchema>> = {
  page: "look",
  fields: [
    "accentColour",
    "reviewBannerSize",
    "bannerHeight",
    "trustedByHeader",
    "disablePoweredBy",
  ],
  schema: withLogoColor(lookSchema),
  write: saveCustomization,
  note: ({ accentColour }) => colorWords(accentColour),
};

const visitors: SettingsPageForm<z.output<typeof visitorsSchema>> = {
  page: "visitors",
  fields: ["publicAccessLevel", "subscribeEnabled", "commentsEnabled"],
  schema: visitorsSchema,
  write: saveCustomization,
};

const access: SettingsPageForm<z.output<typeof accessFormSchema>> = {
  page: "access",
  fields: [
    "requestForm",
    "accessRequestsEnabled",
    "workEmailRequired",
    "discreetSignIn",
    "memberKeysEnabled",
    "questionnaireUploads",
    "questionnairesNeedSecondPerson",
    "accessDays",
    "answerHours",
    "allowedDomains",
    "blockedDomains",
    "showTerms",
    "termsUrl",
    "privacyUrl",
  ],
  schema: accessFormSchema,
  write: saveCustomization,
};

const help: SettingsPageForm<z.output<typeof helpSchema>> = {
  page: "help",
  fields: ["supportMailbox", "securityMailbox", "contactSupport", "reportIssue"],
  schema: helpSchema,
  write: saveCustomization,
};

const dora: SettingsPageForm<z.output<typeof doraFormSchema>> = {
  page: "dora",
  fields: ["dora"],
  schema: doraFormSchema,
  write: saveCustomization,
};

const features: SettingsPageForm<z.output<typeof featuresSchema>> = {
  page: "features",
  fields: [...FEATURES, "multiProductTooltip"],
  schema: featuresSchema,
  async write(trx, { multiProductTooltip, ...wanted }, { org, now }) {
    const write = { trx, orgId: org.id, now };
    // A plan decides in place of the switches, and the page has none then.
    const plan = await findPlan(trx, org.id);
    for (const feature of plan === null || plan.endedAt !== null ? FEATURES : [])
      if (org.switchedOff.has(feature) === wanted[feature])
        await switchFeature(write, feature, wanted[feature]);
    await updateCustomization(write, { multiProductTooltip });
  },
};

const privacy: SettingsPageForm<z.output<typeof retentionFormSchema>> = {
  page: "privacy",
  fields: ["retention"],
  schema: retentionFormSchema,
  write: saveCustomization,
  note: () => "It applies from tonight.",
};

/** The pages of the settings that are forms of plain values: programs change them, too. */
export const SETTINGS_FORMS = { general, look, visitors, access, help, dora, features, privacy };
export type SettingsFormName = keyof typeof SETTINGS_FORMS;
