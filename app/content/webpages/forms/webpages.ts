import * as z from "zod";
import { MAX_WEBPAGE_URL, readWebpageUrl } from "#model/webpages.ts";

/** What the page of the list does: adds an address, removes a page, reads them all. */
export const webpagesSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("add"),
      url: z
        .string({ error: "Enter an address such as https://www.example.com/security" })
        .max(MAX_WEBPAGE_URL, `Use at most ${MAX_WEBPAGE_URL.toLocaleString("en")} characters`)
        .transform((text, check) => {
          const read = readWebpageUrl(text);
          if ("url" in read) return read.url;
          check.issues.push({ code: "custom", message: read.fault, input: text });
          return z.NEVER;
        }),
    }),
    z.object({ intent: z.literal("remove"), id: z.string().min(1).max(64) }),
    z.object({ intent: z.literal("read") }),
  ],
  { error: "Something went wrong with this form. Reload the page and try again." },
);
