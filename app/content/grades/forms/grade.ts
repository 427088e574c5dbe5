import * as z from "zod";
import { optionalText } from "#model/companies/optional-text.ts";
import {
  addressFault,
  GRADE_FORMS,
  GRADE_PROVIDERS,
  GRADE_REQUIRED,
  gradeFault,
  INVALID_GRADE,
} from "#model/grades.ts";

const gradeProvider = z.enum(GRADE_PROVIDERS, { error: "Choose a provider" });

const trimmed = (max: number, message: string) =>
  z
    .string()
    .max(max, message)
    .nullish()
    .transform((text) => (text ?? "").trim());

/**
 * A grade as form and API send it. What a provider does not ask for is dropped; letters are
 * capitals, domains small. `proof` shows that a fetched grade is the one that was fetched; the
 * server checks it.
 */
export const gradeSchema = z
  .object({
    provider: gradeProvider,
    label: z
      .string({ error: GRADE_REQUIRED })
      .trim()
      .min(1, GRADE_REQUIRED)
      .max(100, "Use at most 100 characters"),
    description: optionalText(300),
    url: trimmed(500, "Use at most 500 characters"),
    grade: trimmed(20, INVALID_GRADE),
    proof: z
      .unknown()
      .optional()
      .transform((text) => (typeof text === "string" && text.length <= 200 ? text : undefined)),
  })
  .transform(({ provider, label, description, url: address, grade, proof }, context) => {
    const form = GRADE_FORMS[provider];
    const values = {
      provider,
      label,
      description: description ?? null,
      url:
        form.address === null || address === ""
          ? null
          : form.address.kind === "domain"
            ? address.toLowerCase()
            : address,
      grade: form.grade === null || grade === "" ? null : grade.toUpperCase(),
    };
    const faults = {
      url: addressFault(provider, values.url ?? ""),
      grade: gradeFault(provider, values.grade ?? ""),
    };
    for (const [field, message] of Object.entries(faults))
      if (message !== null) context.addIssue({ code: "custom", path: [field], message });
    return { values, proof: proof ?? null };
  });

/** What the form's buttons do. */
export const gradeIntent = z.object({ intent: z.enum(["save", "get-grade"]).catch("save") });
