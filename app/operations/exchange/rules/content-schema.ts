import * as z from "zod";
import { FEATURES, customizationSchema } from "#model/settings/customization.ts";
import { DOCUMENT_FACTS } from "#model/documents/facts.ts";
import { MAX_AUDITOR } from "#model/documents/library.ts";
import { DOCUMENT_ACCESS_TYPES, DOCUMENT_TYPES } from "#model/items/items.ts";
import { CARD_KINDS } from "#model/cards/kinds.ts";
import { NAME_CHARACTERS, isOrgSlug } from "#values/names.ts";
import { SECTION_IDS } from "#model/cards/sections.ts";
import { CONTROL_FIELDS } from "#content/controls/forms/controls.ts";
import { SUBPROCESSOR_FIELDS } from "#content/subprocessors/forms/subprocessors.ts";
import { FAQ_FIELDS } from "#content/knowledge-base/forms/faq-fields.ts";
import { contentShape } from "#content/edit-kit/rules/entry-names.ts";
import { uid } from "#model/content-uid.ts";
import { GRADE_PROVIDERS } from "#model/grades.ts";
import { knownCompany } from "#model/companies/known-companies.ts";
import { OBJECTION_DAYS_MAX } from "#model/updates/topic-updates.ts";
import { AUDIENCES, TOPIC_CATEGORIES } from "#model/updates/words.ts";
import { isCraContact } from "#content/products/forms/cra.ts";
import { CRA_NOTES_MAX, CRA_TEXT_MAX } from "#model/cra.ts";
import { httpUrl, filePath, momentSchema, publicUrl, markdown } from "./content-values.ts";

/**
 * The shape of a content folder: what an org publishes, as readable YAML and files. The demo is two
 * such folders; import and export speak the same. People, sessions and signatures are never in it.
 * Identity is by `uid`.
 */

export const orgFileSchema = z.strictObject({
  /**
   * What stands here of the org's address, publication and plan counts where the folder makes a
   * demo's org; an import into an installation leaves it alone.
   */
  slug: z
    .string()
    .refine(isOrgSlug, "an org slug: lower-case letters, digits, hyphens, not reserved")
    .optional(),
  name: z.string().min(2).max(100),
  websiteUrl: httpUrl.optional(),
  timeZone: z.string().default("UTC"),
  published: z.boolean().optional(),
  domains: z.array(z.strictObject({ host: z.string(), verified: z.boolean() })).default([]),
  customization: customizationSchema.partial().prefault({}),
  switchedOff: z.array(z.enum(FEATURES)).default([]),
  logo: filePath.optional(),
  logoDark: filePath.optional(),
  banner: filePath.optional(),
  favicon: filePath.optional(),
});

export const productsFileSchema = z.strictObject({
  products: z
    .array(
      z.strictObject({
        uid,
        name: z
          .string()
          .min(2)
          .max(50)
          .regex(NAME_CHARACTERS, "letters, digits, spaces and . , ' & ( ) - /"),
        folder: filePath,
        /** The page's address, where it does not follow from the name. */
        slug: z
          .string()
          .min(1)
          .max(60)
          .regex(/^[A-Za-z0-9 -]+$/, "letters, digits, spaces and hyphens")
          .optional(),
        default: z.boolean().default(false),
        show: z.boolean().default(true),
        sectionOrder: z.array(z.enum(SECTION_IDS)).optional(),
        cardOrder: z.array(z.enum(CARD_KINDS)).optional(),
        hiddenSections: z.array(z.enum(SECTION_IDS)).default([]),
        featuredItems: z.array(uid).default([]),
        /** The items with documents as staff arranged them; without it the order of documents. */
        documentOrder: z.array(uid).optional(),
        /** What it says of itself under the Cyber Resilience Act. */
        cra: z
          .strictObject({
            manufacturer: z.string().max(CRA_TEXT_MAX),
            contact: z.string().trim().refine(isCraContact, "an email address or a URL"),
            policyUrl: httpUrl,
            supportUntil: momentSchema,
            declarationUrl: httpUrl,
            sbom: z.string().max(CRA_TEXT_MAX),
            updates: z.string().max(CRA_NOTES_MAX),
          })
          .partial()
          .optional(),
      }),
    )
    .min(1),
  links: z
    .array(
      z.strictObject({
        label: z.string().min(1).max(50),
        link: httpUrl,
        show: z.boolean().default(true),
      }),
    )
    .default([]),
});

export const companiesFileSchema = z.strictObject({
  companies: z.array(
    z.strictObject({
      uid,
      name: z.string().min(1).max(100),
      domain: z.string().optional(),
      logo: filePath.optional(),
      /**
       * Which of the companies that the product knows it is: its mark stands for it where it has no
       * logo.
       */
      known: z
        .string()
        .refine((id) => knownCompany(id) !== null, "one of the companies that the product knows")
        .optional(),
    }),
  ),
});

/** What programs call an entry; one whose file doesn't say keeps the name that it has. */
const called = { externalId: z.string().min(1).max(200).optional() };

export const documentsFileSchema = z.strictObject({
  documents: z.array(
    z.strictObject({
      uid,
      file: filePath.optional(),
      /**
       * In place of the file, where it was left out: the SHA-256 of one that the org has already.
       */
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits")
        .optional(),
      /** The name a reader sees and downloads, with its ending. */
      name: z.string().min(1).max(255),
      type: z.enum(DOCUMENT_TYPES),
      accessType: z.enum(DOCUMENT_ACCESS_TYPES).optional(),
      encryptedType: z.enum(["password"]).optional(),
      expiresOn: momentSchema.optional(),
      auditor: z.string().min(1).max(MAX_AUDITOR).optional(),
      /** What it reports on: two days. */
      periodFrom: momentSchema.optional(),
      periodTo: momentSchema.optional(),
      /** What is shown while it is locked; left out, its type and its year. */
      releasedFacts: z.array(z.enum(DOCUMENT_FACTS)).optional(),
      ...called,
      createdAt: momentSchema,
    }),
  ),
});

export const trustedByFileSchema = z.strictObject({
  companies: z.array(z.strictObject({ company: uid, href: publicUrl.optional() })),
});

export const subprocessorsFileSchema = z.strictObject({
  subprocessors: z.array(
    z.strictObject({
      uid,
      company: uid,
      ...contentShape(SUBPROCESSOR_FIELDS),
      /** Own place in the list, from 0 upwards; without it by name. */
      position: z.int().min(0).optional(),
      ...called,
      createdAt: momentSchema,
    }),
  ),
});

export const gradesFileSchema = z.strictObject({
  grades: z.array(
    z.strictObject({
      uid,
      provider: z.enum(GRADE_PROVIDERS),
      label: z.string().min(1).max(100),
      description: z.string().max(300).optional(),
      grade: z.string().max(20).optional(),
      url: z.string().max(500).optional(),
    }),
  ),
});

export const faqFileSchema = z.strictObject({
  entries: z.array(
    z.strictObject({
      uid,
      ...contentShape(FAQ_FIELDS),
      /**
       * Where it comes from: 'status page' unless given, and for an entry that is there already
       * what it was.
       */
      source: z.string().min(1).max(60).optional(),
      /** The kind and the name of what it came with. */
      sourceSubtype: z.string().min(1).max(60).optional(),
      sourceName: z.string().min(1).max(300).optional(),
      ...called,
      createdAt: momentSchema,
      modifiedAt: momentSchema.optional(),
    }),
  ),
});

export const controlsFileSchema = z.strictObject({
  controls: z.array(
    z.strictObject({
      uid,
      ...contentShape(CONTROL_FIELDS),
      ...called,
      createdAt: momentSchema,
      modifiedAt: momentSchema.optional(),
    }),
  ),
});

export const topicsFileSchema = z.strictObject({
  topics: z.array(
    z.strictObject({
      uid,
      subject: z.string().min(2).max(150),
      category: z.enum(TOPIC_CATEGORIES),
      hidden: z.boolean().default(false),
      pinned: z.boolean().default(false),
      products: z.array(uid).default([]),
      /**
       * A change of subprocessors: the day on which it takes effect, and how many days one may
       * object.
       */
      effectiveOn: momentSchema.optional(),
      objectionDays: z.int().min(1).max(OBJECTION_DAYS_MAX).optional(),
      updates: z
        .array(
          z.strictObject({
            uid,
            message: markdown.min(1),
            audience: z.enum(AUDIENCES).default("public"),
            email: z.boolean().default(false),
            /** Whether the portal shows it: one can be sent by mail alone. */
            portal: z.boolean().default(true),
            at: momentSchema,
          }),
        )
        .min(1),
    }),
  ),
});

export const profilesFileSchema = z.strictObject({
  profiles: z.array(
    z.strictObject({
      uid,
      name: z.string().min(1).max(50),
      allItems: z.boolean().default(false),
      /** Chosen items by product uid. */
      items: z.record(uid, z.array(uid)).default({}),
    }),
  ),
});

export const ndaFileSchema = z.strictObject({
  provider: z.enum(["none", "clickwrap"]),
  accountWide: z.boolean().default(false),
  versions: z
    .array(
      z.strictObject({
        uid,
        title: z.string().min(1).max(200),
        body: z.string().min(1),
        publishedAt: momentSchema,
      }),
    )
    .default([]),
});

export type OrgFile = z.infer<typeof orgFileSchema>;

export type ProductsFile = z.infer<typeof productsFileSchema>;

export type CompaniesFile = z.infer<typeof companiesFileSchema>;

export type DocumentsFile = z.infer<typeof documentsFileSchema>;

export type TrustedByFile = z.infer<typeof trustedByFileSchema>;

export type SubprocessorsFile = z.infer<typeof subprocessorsFileSchema>;

export type GradesFile = z.infer<typeof gradesFileSchema>;

export type FaqFile = z.infer<typeof faqFileSchema>;

export type ControlsFile = z.infer<typeof controlsFileSchema>;

export type TopicsFile = z.infer<typeof topicsFileSchema>;

export type ProfilesFile = z.infer<typeof profilesFileSchema>;

export type NdaFile = z.infer<typeof ndaFileSchema>;
