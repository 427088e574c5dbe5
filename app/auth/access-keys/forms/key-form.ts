import * as z from "zod";
import { KEY_ENDS, KEY_SCOPES, MAX_NETWORKS, type KeyScope } from "#model/access-keys.ts";
import { nameField } from "#model/name-field.ts";
import { readNetwork } from "../rules/networks.ts";

const SCOPES: ReadonlySet<string> = new Set(KEY_SCOPES.map(({ scope }) => scope));

/** One network a line. */
const networks = z
  .string()
  .max(2_000, "Use at most 2,000 characters")
  .optional()
  .transform((text, ctx) => {
    const lines = (text ?? "")
      .split(/[\n,]/)
      .map((line) => line.trim())
      .filter((line) => line !== "");
    const wrong = lines.find((line) => readNetwork(line) === null);
    if (wrong !== undefined)
      ctx.addIssue({
        code: "custom",
        message: `“${wrong.slice(0, 60)}” isn’t a network. Enter one such as 192.0.2.0/24.`,
      });
    if (lines.length > MAX_NETWORKS)
      ctx.addIssue({ code: "custom", message: `Enter at most ${MAX_NETWORKS} networks` });
    return [...new Set(lines.map((line) => readNetwork(line) ?? ""))];
  });

/** The form of a new key. Who may give which scopes and products is the server's to know. */
export const newKeySchema = z.object({
  name: nameField,
  scopes: z
    .array(z.string())
    .min(1, "Choose what the key can do")
    .refine((scopes) => scopes.every((scope) => SCOPES.has(scope)), "Choose from the list")
    .transform((scopes) => [...new Set(scopes)] as KeyScope[]),
  products: z.array(z.string()).max(500, "Choose fewer products").default([]),
  ends: z.enum(KEY_ENDS, { error: "Choose when the key expires" }),
  networks,
});

/** The button that ends one. */
export const revokeKeySchema = z.object({ keyId: z.string().min(1).max(64) });
