import * as z from "zod";
import { hasPiledMarks, TOO_MANY_MARKS } from "#values/folding.ts";
import { DOMAIN_MESSAGE, isPlainDomain } from "#values/email-address.ts";
import { acceptedPictures } from "#values/picture-kinds.ts";

/** The company field of the lists of customers and of subprocessors. */

export const COMPANY_REQUIRED = "This field is required";
const COMPANY_MIN = 2;
const COMPANY_MAX = 100;

/**
 * What the picker offers: a company of the org's own, one of the addendum, or one that a directory
 * knows.
 */
export interface CompanyOption {
  /**
   * Names the record when the form is sent: `org:{id}`, `addendum:{companyId}`,
   * `brandfetch:{domain}` or `clearbit:{domain}`.
   */
  ref: string;
  /** brandfetch, clearbit, addendum or custom */
  source: string;
  name: string;
  domain: string | null;
  /** Its id in the addendum, for a company that comes from there. */
  companyId?: string;
  /** Where its logo is: a path here, or the directory's address of it. */
  logo: string | null;
}

/**
 * The reference that 'Just use: "..."' sends: the text as it is, whatever company has that name.
 */
export const JUST_USE = "custom";
/** 'Just use' is offered for more than one character. */
export const JUST_USE_FROM = 2;
export const SEARCH_DEBOUNCE_MS = 200;

/** A name in one line, without markup. Existing records keep names that are shorter. */
export const companyNameField = z.string({ error: COMPANY_REQUIRED }).transform((text, context) => {
  const name = text.normalize("NFC").replace(/\s+/gu, " ").trim();
  const fault = companyNameFault(name);
  if (fault !== null) context.addIssue({ code: "custom", message: fault });
  return name;
});

function companyNameFault(name: string): string | null {
  if (name === "") return COMPANY_REQUIRED;
  if (name.length < COMPANY_MIN) return `Use ${COMPANY_MIN} characters or more`;
  if (name.length > COMPANY_MAX) return `Use at most ${COMPANY_MAX} characters`;
  if (/[<>\p{Cc}\p{Cf}]/u.test(name)) return "Leave out angle brackets and control characters";
  return hasPiledMarks(name) ? TOO_MANY_MARKS : null;
}

const COMPANY_REF =
  /^(?:org:[\w-]{1,64}|addendum:[a-z0-9-]{1,64}|(?:brandfetch|clearbit):[a-z0-9.-]{1,253}|custom)$/;

/** What 'list it twice' is called, in a form and in JSON. */
const allowDuplicate = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === "on");

/** The text that was typed or picked, and the record that was picked with it. */
export const companyFields = {
  company: companyNameField,
  /** Kept when it is a reference, dropped when it is anything else: the name alone decides then. */
  companyRef: z
    .unknown()
    .optional()
    .transform((ref) => (typeof ref === "string" && COMPANY_REF.test(ref) ? ref : undefined)),
  allowDuplicate,
};

/** The same of a program: what is no reference is refused. */
export const companyCallFields = {
  ...companyFields,
  companyRef: z
    .string({ error: "Send the ref of a company" })
    .regex(COMPANY_REF, "There is no company with this companyRef")
    .nullish()
    .transform((ref) => ref ?? undefined),
};

/** A partial change by a program: a record without the name would change nothing. */
export function refuseLoneRef(
  { company, companyRef }: { company?: string | undefined; companyRef?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (companyRef !== undefined && company === undefined)
    context.addIssue({
      code: "custom",
      path: ["company"],
      message: "Send the company’s name with its companyRef",
    });
}

const TWICE_WORDS = "Select “List it twice” to do so anyway.";

/** A form's message about a company that the list has. */
export function askForTwice(message: string): string {
  return `${message} ${TWICE_WORDS}`;
}

/** Whether the messages of the company's field are about one that the list has. */
export function asksForTwice(errors: readonly string[] | undefined): boolean {
  return errors?.some((message) => message.endsWith(TWICE_WORDS)) ?? false;
}

/** A logo is shown at 56 pixels, and at 30 among subprocessors. */
export const LOGO_HINT = `Best square, 112px x 112px or more // ${acceptedPictures("logo")} // Max size: 1MB`;
export const MAX_LOGO_BYTES = 1024 * 1024;

/**
 * What a company is called and where it is found, in all lists that name it; the logo is read
 * beside these fields.
 */
export const companyDetailsSchema = z.object({
  base: z.string().max(64).optional(),
  name: companyNameField,
  domain: z
    .string()
    .nullish()
    .transform((text, context) => {
      const domain = (text ?? "").trim().toLowerCase();
      if (domain !== "" && !isPlainDomain(domain))
        context.addIssue({ code: "custom", message: DOMAIN_MESSAGE });
      return domain === "" ? null : domain;
    }),
  removeLogo: z
    .unknown()
    .optional()
    .transform((ticked) => ticked === "on"),
});

export const URL_MESSAGE = "Please enter a valid URL.";

/**
 * A company's address: blank, or http, https or ftp of a public host. A bare domain gets https://.
 */
export const companyUrl = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (text === undefined) return undefined;
    const url = withScheme((text ?? "").trim());
    if (url.length > 500)
      context.addIssue({ code: "custom", message: "Use at most 500 characters" });
    else if (url !== "" && !isPublicUrl(url))
      context.addIssue({ code: "custom", message: URL_MESSAGE });
    return url === "" ? null : url;
  });

function withScheme(text: string): string {
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#:].*)?$/i.test(text)
    ? `https://${text}`
    : text;
}

/**
 * Whether a text is an http, https or ftp address of a host that can be public: a name with a dot,
 * or a public IPv4 address.
 */
export function isPublicUrl(text: string): boolean {
  if (
    !/^(?:https?|ftp):\/\/[^\s/?#]+/i.test(text) ||
    /[\s\p{Cc}<>"]/u.test(text) ||
    !URL.canParse(text)
  )
    return false;
  const { hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  const octets = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/
    .exec(hostname)
    ?.slice(1)
    .map(Number);
  if (octets !== undefined) return isPublicIpv4(octets);
  // Addresses of version 6 stand in brackets; a name of one word is a machine of somebody's own
  // network.
  return (
    /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{1,62}\.?$/u.test(
      hostname,
    ) && !/\.(?:local|localhost|internal|lan|home\.arpa)\.?$/.test(hostname)
  );
}

function isPublicIpv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100 && b >= 64 && b <= 127) return false;
  if (a === 169 && b === 254) return false;
  if (a === 172 && b >= 16 && b <= 31) return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)))) return false;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false;
  return !(a === 203 && b === 0 && c === 113);
}
