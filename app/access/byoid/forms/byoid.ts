import * as z from "zod";
import { MAX_TOKEN } from "#model/byoid.ts";

/** The forms of /settings/byoid. */

const text = (what: string, max: number) =>
  z.string({ error: what }).trim().min(1, what).max(max, `Use at most ${max} characters`);
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters`)
    .optional()
    .transform((value) => (value === undefined || value === "" ? null : value));

export const KEY_SOURCES = ["jwks", "pem"] as const;

export const byoidSchema = z
  .object({
    enabled: z
      .literal("yes")
      .optional()
      .transform((value) => value !== undefined),
    issuer: text("Enter the issuer, as in the token’s “iss” claim", 500),
    audience: text("Enter the audience, as in the token’s “aud” claim", 500),
    keys: z.enum(KEY_SOURCES, { error: "Choose where the keys come from" }),
    jwksUrl: optional(2_000),
    publicKey: optional(20_000),
    accountClaim: text("Enter the claim with the company’s name", 100).regex(
      /^[\w.:/-]+$/,
      "Use letters, digits and . _ : / - only",
    ),
    profileId: text("Choose a permission profile", 64),
    productIds: z
      .array(z.string().min(1).max(64), { error: "Choose at least one product" })
      .min(1, "Choose at least one product")
      .max(100),
    expiresIn: optional(10),
    nda: z.enum(["required", "waived"], { error: "Choose whether the NDA is required" }),
  })
  .transform((form, context) => {
    const fault = (path: string, message: string) =>
      context.issues.push({ code: "custom", path: [path], message, input: form });
    const byUrl = form.keys === "jwks";
    if (byUrl && !isWebAddress(form.jwksUrl))
      fault("jwksUrl", "Enter an address such as https://id.example.com/.well-known/jwks.json");
    if (!byUrl && form.publicKey === null) fault("publicKey", "Paste the public key");
    if (form.expiresIn !== null && !/^[1-9]\d{0,3}$/.test(form.expiresIn))
      fault("expiresIn", "Enter a number of days from 1 to 9999, or leave it empty");
    const { enabled, issuer, audience, accountClaim, profileId, productIds } = form;
    return {
      enabled,
      issuer,
      audience,
      jwksUrl: byUrl ? form.jwksUrl : null,
      publicKey: byUrl ? null : form.publicKey,
      accountClaim,
      profileId,
      productIds: [...new Set(productIds)],
      expiresInDays: form.expiresIn === null ? null : Number(form.expiresIn),
      ndaRequired: form.nda === "required",
    };
  });

export const testTokenSchema = z.object({ token: text("Paste a token", MAX_TOKEN) });

export const byoidIntentSchema = z.object({
  intent: z.enum(["save", "test"], {
    error: "Something went wrong with this form. Reload the page and try again.",
  }),
});

function isWebAddress(address: string | null): boolean {
  if (address === null || !URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" && url.hash === ""
  );
}
