import * as z from "zod";
import { orgName } from "../../../auth/forms/staff-forms.ts";
import { isTimeZone } from "../../../values/time-zones.ts";
import { box, optionalText, optionalUrl } from "./fields.ts";

/** Who publishes the portal, what it is called, and whose clock it goes by. */
export const generalSchema = z.object({
  orgName,
  websiteUrl: optionalUrl,
  timeZone: z.string({ error: "Choose a time zone" }).refine(isTimeZone, "Choose a time zone"),
  portalTitle: z
    .string({ error: "Enter a title" })
    .trim()
    .min(1, "Enter a title")
    .max(24, "Max 24 characters")
    .regex(/^[^<>\p{Cc}]*$/u, "Leave out < and >"),
  showPortalTitle: box,
  description: optionalText(300),
  guideUrl: optionalUrl,
});
