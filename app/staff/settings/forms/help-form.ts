import * as z from "zod";
import { box, mailbox, optionalUrl } from "#model/settings/fields.ts";
import { withoutFields } from "#values/form-values.ts";

/** The form of help and contact. */

/** The two actions of the help section, and the mailboxes behind them. */
const helpFields = z
  .object({
    enabled: box,
    onClickAction: z.enum(["send_email", "direct_to_site"], { error: "Choose what it does" }),
    url: optionalUrl,
  })
  .superRefine(({ enabled, onClickAction, url }, check) => {
    if (enabled && onClickAction === "direct_to_site" && url === null)
      check.addIssue({
        code: "custom",
        path: ["url"],
        message: "Enter the link’s address",
      });
  });

/** Where it sends an email there is no page: the form does not show the field then. */
const helpAction = z.preprocess(
  (sent) =>
    withoutFields(sent, ({ onClickAction }) => (onClickAction === "direct_to_site" ? [] : ["url"])),
  helpFields,
);

export const helpSchema = z.object({
  supportMailbox: mailbox,
  securityMailbox: mailbox,
  contactSupport: helpAction,
  reportIssue: helpAction,
});
