import * as z from "zod";
import { box, mailbox, optionalUrl } from "./fields.ts";

/** The two actions of the help section, and the mailboxes behind them. */
const action = z
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
        message: "Enter the address that it leads to",
      });
  });

export const helpSchema = z.object({
  supportMailbox: mailbox,
  securityMailbox: mailbox,
  contactSupport: action,
  reportIssue: action,
});
