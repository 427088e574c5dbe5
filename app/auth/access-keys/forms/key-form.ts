import * as z from "zod";
import {
  KEY_ENDS,
  KEY_SCOPES,
  MAX_NETWORKS,
  MEMBER_KEY_ENDS,
  MEMBER_SCOPES,
  type KeyEnd,
  type KeyScope,
  type MemberScope,
} from "#model/access-keys.ts";
import { nameField } from "#model/name-field.ts";
import { readNetwork } from "../rules/networks.ts";

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

/** The form of a new key that can have these scopes and ends. */
function newKeyForm<Scope extends string, End extends KeyEnd>(
  offered: readonly { scope: Scope }[],
  ends: readonly [End, ...End[]],
) {
  const known: ReadonlySet<string> = new Set(offered.map(({ scope }) => scope));
  return z.object({
    name: nameField,
    scopes: z
      .array(z.string())
      .min(1, "Choose what the key can do")
      .refine((scopes) => scopes.every((scope) => known.has(scope)), "Choose from the list")
      .transform((scopes) => [...new Set(scopes)] as Scope[]),
    products: z.array(z.string()).max(500, "Choose fewer products").default([]),
    ends: z.enum(ends, { error: "Choose when the key expires" }),
    networks,
  });
}

/** The form of a new key of staff. Who may give which scopes and products is the server's to know. */
export const newKeySchema = newKeyForm<KeyScope, KeyEnd>(KEY_SCOPES, KEY_ENDS);

/** The form of a new key of a member. */
export const newMemberKeySchema = newKeyForm<MemberScope, (typeof MEMBER_KEY_ENDS)[number]>(
  MEMBER_SCOPES,
  MEMBER_KEY_ENDS,
);

/** The button that ends one. */
export const revokeKeySchema = z.object({ keyId: z.string().min(1).max(64) });
