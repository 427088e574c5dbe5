import type { Customization } from "#model/settings/customization.ts";

/**
 * The company's own terms and privacy policy where people agree: none when it has none, or does not
 * want them there.
 */
export function companyTerms({
  showTerms,
  termsUrl,
  privacyUrl,
}: Pick<Customization, "showTerms" | "termsUrl" | "privacyUrl">): {
  termsUrl: string | null;
  privacyUrl: string | null;
} {
  return showTerms ? { termsUrl, privacyUrl } : { termsUrl: null, privacyUrl: null };
}
