import * as z from "zod";
import { RETENTION } from "#model/privacy/retention.ts";
import { FEATURES } from "#model/settings/customization.ts";

/** The settings that programs read and change, by the names that their forms have; the forms judge them. */

const flag = z.boolean({ error: "Use true or false" }).optional();
const text = z.string({ error: "Use text" }).nullable().optional();
const number = z.int({ error: "Use a whole number" }).nullable().optional();
const list = z.array(z.string({ error: "Use text" }), { error: "Send a list" }).optional();
const group = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, { error: "Send an object" }).optional();

const asked = { enabled: flag, label: text };
const action = group({ enabled: flag, onClickAction: text, url: text });
const named = <Value extends z.ZodType>(names: readonly string[], value: Value) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<string, Value>;

export const settingsFields = {
  orgName: text,
  websiteUrl: text,
  timeZone: text,
  portalTitle: text,
  showPortalTitle: flag,
  description: text,
  guideUrl: text,
  accentColour: text,
  reviewBannerSize: text,
  bannerHeight: text,
  trustedByHeader: text,
  disablePoweredBy: flag,
  publicAccessLevel: text,
  subscribeEnabled: flag,
  commentsEnabled: flag,
  requestForm: group({
    jobTitleTextField: group(asked),
    relationshipDropdown: group(asked),
    countriesDropdown: group(asked),
    pointOfContactField: group({ ...asked, reason: text }),
    accountMemberRequestProducts: group(asked),
    customCheckbox: group({ ...asked, required: flag }),
  }),
  accessRequestsEnabled: flag,
  workEmailRequired: flag,
  discreetSignIn: flag,
  memberKeysEnabled: flag,
  questionnaireUploads: text,
  questionnairesNeedSecondPerson: flag,
  accessDays: number,
  answerHours: number,
  allowedDomains: list,
  blockedDomains: list,
  showTerms: flag,
  termsUrl: text,
  privacyUrl: text,
  supportMailbox: text,
  securityMailbox: text,
  contactSupport: action,
  reportIssue: action,
  dora: group({
    legalName: text,
    lei: text,
    euid: text,
    registrationNumber: text,
    headOffice: text,
    parentName: text,
    parentLei: text,
    services: list,
    rank: number,
    storedIn: list,
    processedIn: list,
    governingLaw: text,
    exitNotes: text,
  }),
  ...named(FEATURES, flag),
  multiProductTooltip: flag,
  retention: group(
    named(
      RETENTION.map(({ kind }) => kind),
      number,
    ),
  ),
};
