import type { SubprocessorRow } from "../../../../db/subprocessor-edits.ts";

/** A subprocessor as the API shows it. */
export function subprocessorFacts({
  id,
  companyId,
  company,
  purpose,
  location,
  additionalDetails,
  createdAt,
}: SubprocessorRow) {
  return {
    id,
    company: { id: companyId, name: company },
    purpose,
    location,
    additionalDetails,
    createdAt,
  };
}
