import * as z from "zod";
import { NotFound } from "#db/refusals.ts";
import { fieldsProblem, problem } from "#web/api/json-body.ts";

/** What calls that give access say of it. */
export const grantBody = {
  profileId: z.string().optional(),
  productIds: z.array(z.string()).optional(),
  /** The last day of the access; null: for good, unless days are named. */
  expiresOn: z.string().nullish(),
  expiresInDays: z.int().nullish(),
  ndaRequired: z.boolean().optional(),
};

type Sent = Partial<z.output<z.ZodObject<typeof grantBody>>>;

/** What the forms call a field of the calls. */
const NAMES: Readonly<Record<string, string>> = {
  expires: "expiresOn",
  expiresIn: "expiresInDays",
  account: "accountId",
  accountName: "accountName",
  nda: "ndaRequired",
  held: "replaceHeld",
};

/** Refuses two fields that say the same: one of them would go without a word. */
export function oneOf(...pairs: readonly (readonly [string, string])[]) {
  return (sent: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    for (const [one, other] of pairs)
      if (sent[one] != null && sent[other] != null)
        context.addIssue({
          code: "custom",
          path: [other],
          message: `Send ${one} or ${other}, not both`,
        });
  };
}

/** What the form of access would have sent. @param unsaid when it ends where a call doesn't say */
export function grantForm(sent: Sent, unsaid: "none" | "unchanged"): Record<string, unknown> {
  const { profileId, productIds, expiresOn, expiresInDays, ndaRequired } = sent;
  const days = expiresInDays ?? null;
  const day = expiresOn ?? null;
  const open = expiresOn === undefined && expiresInDays === undefined ? unsaid : "none";
  return {
    ...(profileId === undefined ? {} : { profileId }),
    ...(productIds === undefined ? {} : { productIds }),
    expires: day === null ? (days === null ? open : "days") : "date",
    ...(day === null ? {} : { expiresOn: day }),
    ...(days === null ? {} : { expiresIn: String(days) }),
    ...(ndaRequired === undefined ? {} : { nda: ndaRequired ? "required" : "waived" }),
  };
}

/** Errors of a form by the names of the call. */
export function callNames(errors: Readonly<Record<string, string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, words]) => [NAMES[name] ?? name, words]),
  );
}

/** What a form's schema makes of it. @throws a problem by the names of the call */
export function judged<Schema extends z.ZodType>(
  schema: Schema,
  form: object,
  names: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({
    ...issue,
    path: issue.path.map((name) => names[String(name)] ?? NAMES[String(name)] ?? name),
  }));
  throw fieldsProblem(new z.ZodError(issues as z.core.$ZodIssue[]));
}

const GONE = "This account, profile or product doesn’t exist.";

/** @throws the problem of an account, profile or product that is not there; any other error as it is */
export function gone(error: unknown): never {
  if (!(error instanceof NotFound)) throw error;
  throw problem(400, GONE, { errors: { profileId: [GONE] } });
}
