import * as z from "zod";
import { catalogueItem, catalogueOf } from "#model/cards/catalogue/index.ts";
import { ASKED_FOR_MOST } from "#model/setup-guide.ts";
import { mailbox } from "#model/settings/fields.ts";
import { ENABLED_STATES } from "#model/items/items.ts";
import { sortKey } from "#values/names.ts";
import { generalSchema, lookSchema, visitorsSchema } from "./settings-forms.ts";

/** The forms of the setup guide: each is a part of a form that the settings or the portal have. */
export const nameSchema = generalSchema
  .pick({ orgName: true, websiteUrl: true, portalTitle: true, timeZone: true })
  .extend({ supportMailbox: mailbox, securityMailbox: mailbox });
export const colorSchema = lookSchema.pick({ accentColour: true });
export const accessLevelSchema = visitorsSchema.pick({ publicAccessLevel: true });

const isCertification = (uid: string) =>
  uid.startsWith("Certifications.") && catalogueItem(uid) !== undefined;
const certification = z.string().refine(isCertification, "Choose from the list");

/** `Certifications.soc2 Enabled hidden`: how an item stood when the form was opened. */
const standing = z
  .string()
  .regex(/^\S+ (?:Enabled|WorkInProgress|NotEnabled)(?: hidden)?$/)
  .transform((text) => {
    const [uid = "", state, hidden] = text.split(" ");
    return {
      uid,
      enabledState: ENABLED_STATES.find((one) => one === state) ?? ENABLED_STATES[2],
      hidden: hidden === "hidden",
    };
  });

const MAX = 500;

export const certificationsSchema = z.object({
  held: z
    .array(certification, { error: "Choose one or more, or skip this step" })
    .min(1, "Choose one or more, or skip this step")
    .max(MAX),
  was: z.array(standing).max(MAX).default([]),
});

/** The standard certifications: those that reviewers ask for most, then the others by title. */
export function certificationChoices(): {
  first: readonly CertificationChoice[];
  others: readonly CertificationChoice[];
} {
  const choices = catalogueOf("Certifications").map(
    ({ uid, title, badge }): CertificationChoice => ({ uid, title, badge: badge ?? null }),
  );
  const first = ASKED_FOR_MOST.flatMap((uid) => choices.filter((choice) => choice.uid === uid));
  const others = choices
    .filter(({ uid }) => !ASKED_FOR_MOST.includes(uid))
    .sort((a, b) => (sortKey(a.title) < sortKey(b.title) ? -1 : 1));
  return { first, others };
}

export interface CertificationChoice {
  uid: string;
  title: string;
  badge: string | null;
}
