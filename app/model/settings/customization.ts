import { EARLIER_VERSIONS } from "#model/documents/earlier-versions.ts";
import * as z from "zod";
import { portalScriptsSchema } from "#model/consent/portal-scripts.ts";
import { retentionSchema } from "#model/privacy/retention.ts";
import { doraSchema } from "#model/settings/dora.ts";
import { readDomain } from "#model/subscribers/email.ts";

/** How much an anonymous visitor may read. */
export const PUBLIC_ACCESS_LEVELS = ["PublicContentOnly", "Minimal", "Limited", "Full"] as const;
export type PublicAccessLevel = (typeof PUBLIC_ACCESS_LEVELS)[number];

/** Whether members send questionnaires in, and see the answers before their file is released. */
export const QUESTIONNAIRE_UPLOADS = ["off", "send", "show"] as const;
export type QuestionnaireUploads = (typeof QUESTIONNAIRE_UPLOADS)[number];

export const BANNER_SIZES = ["none", "medium"] as const;
/** Heights that the picture above a portal can have at most, in pixels. */
export const BANNER_HEIGHTS = ["120", "200", "280", "350"] as const;

const helpAction = z.object({
  enabled: z.boolean().default(true),
  onClickAction: z.enum(["send_email", "direct_to_site"]).default("send_email"),
  /** Where 'direct_to_site' leads. */
  url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
});

const optionalField = (label: string) =>
  z
    .object({
      enabled: z.boolean().default(false),
      label: z.string().min(1).max(100).default(label),
    })
    .prefault({});

/** `#rrggbb`; its contrast is checked by values/color when it is saved. */
const color = z.string().regex(/^#[0-9a-f]{6}$/i);

/** Email domains in ASCII and lower case. */
const domains = z
  .array(
    z
      .string()
      .refine((domain) => readDomain(domain) === domain, "an email domain in ASCII and lower case"),
  )
  .max(500)
  .default([]);

const mailbox = z.email().nullable().default(null);

/**
 * The org's settings for how its portal looks and behaves. Stored as JSON,
 * read through this schema, so that a field added later has its default in older rows.
 */
export const customizationSchema = z.object({
  portalTitle: z.string().min(1).max(24, "Max 24 characters").default("Trust Center"),
  showPortalTitle: z.boolean().default(true),
  publicAccessLevel: z.enum(PUBLIC_ACCESS_LEVELS).default("PublicContentOnly"),
  description: z.string().max(300).nullable().default(null),
  accentColour: color.default("#1f4b99"),
  supportMailbox: mailbox,
  securityMailbox: mailbox,
  contactSupport: helpAction.prefault({}),
  reportIssue: helpAction.prefault({}),
  reviewBannerSize: z.enum(BANNER_SIZES).default("medium"),
  /** How tall the picture above the portal is at most. */
  bannerHeight: z.enum(BANNER_HEIGHTS).default("120"),
  accessRequestsEnabled: z.boolean().default(true),
  trustedByHeader: z.string().max(200).default("Trusted by customers of {org.name}"),
  guideUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /** The company's own terms and privacy policy stand where people agree, if it has them. */
  showTerms: z.boolean().default(true),
  termsUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  privacyUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  documentAccessType: z.enum(["view-only", "view-and-download"]).default("view-and-download"),
  /** The most that one uploaded file may be, in MiB. */
  maxUploadMegabytes: z.number().int().min(1).max(65_536).default(2_048),
  expiredDocuments: z.enum(["hidden", "shown"]).default("shown"),
  /** What readers of a document have of its earlier versions. */
  earlierVersions: z.enum(EARLIER_VERSIONS).default("none"),
  /** What happens to view-only files that can't be shown as page images. */
  viewOnlyFallback: z.enum(["refuse", "offer"]).default("refuse"),
  /** Every gated PDF that is downloaded names the one who took it. */
  watermarkDownloads: z.boolean().default(false),
  subscribeEnabled: z.boolean().default(true),
  /** A trust update is approved by somebody else than its author. */
  updatesNeedSecondPerson: z.boolean().default(false),
  /** How many days records about people are kept. */
  retention: retentionSchema,
  commentsEnabled: z.boolean().default(false),
  discreetSignIn: z.boolean().default(false),
  /** Members may add keys by which their programs read what they see. */
  memberKeysEnabled: z.boolean().default(true),
  questionnaireUploads: z.enum(QUESTIONNAIRE_UPLOADS).default("off"),
  /** Answers to a questionnaire are approved by somebody else before their account gets them. */
  questionnairesNeedSecondPerson: z.boolean().default(false),
  /**
   * After how many days access ends unless whoever gives it says otherwise; null: it does not end.
   */
  accessDays: z.number().int().min(1).max(9_999).nullable().default(null),
  /** Within how many hours staff mean to answer a request; one that waits longer is late. */
  answerHours: z.number().int().min(1).max(9_999).default(24),
  /** Addresses of free mail services are sent back with 'Please use your work email.' */
  workEmailRequired: z.boolean().default(true),
  /** Who may ask for access at all, by email domain; access-domains judges. */
  allowedDomains: domains,
  blockedDomains: domains,
  /** The footer's 'powered by' line is left out. */
  disablePoweredBy: z.boolean().default(false),
  /**
   * Terms of the company's own that mean the same to its search: a line each, with commas between.
   */
  searchSynonyms: z.array(z.string().min(3).max(500)).max(500).default([]),
  /** Whether members may ask the portal questions in words. */
  answerQuestions: z.boolean().default(true),
  /**
   * What may be sent to the model of the installation, and the host that staff were shown when they
   * allowed it.
   */
  sendTextsToModel: z.boolean().default(false),
  sendFilesToModel: z.boolean().default(false),
  modelHost: z.string().max(300).nullable().default(null),
  multiProductTooltip: z.boolean().default(true),
  /** What customers write into their registers under DORA. */
  dora: doraSchema.prefault({}),
  /** Stored and shown in the settings; nothing of it reaches a page yet. */
  scripts: portalScriptsSchema.prefault({}),
  requestForm: z
    .object({
      customCheckbox: optionalField("I agree to the organization’s terms")
        .unwrap()
        .extend({ required: z.boolean().default(false) })
        .prefault({}),
      countriesDropdown: optionalField("Country"),
      relationshipDropdown: optionalField("Relationship"),
      jobTitleTextField: optionalField("Job title"),
      /** Strangers have no contact: it must be given only where the company says why. */
      pointOfContactField: optionalField("Point of contact")
        .unwrap()
        .extend({ reason: z.string().max(300).default("") })
        .prefault({}),
      accountMemberRequestProducts: optionalField("Products"),
    })
    .prefault({}),
});

export type Customization = z.infer<typeof customizationSchema>;

/** Switches of an org. A self-hosted one has every feature that nobody switched off. */
export const FEATURES = [
  "sectionCustomization",
  "cardRenaming",
  "cardIcons",
  "restrictedHiddenFiles",
  "allowRestrictedFiles",
  "bridgeLetter",
  "bulkDownload",
  "appLoginInstructions",
  "genAi",
  "growthIntegrations",
  "partnerImport",
] as const;
export type Feature = (typeof FEATURES)[number];
