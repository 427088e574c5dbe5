import { answeredName } from "#access/questionnaires/rules/filling.ts";
import { IN_REVIEW, RELEASED } from "#operations/exchange/demo-questions.ts";

/** The names of the demo's questionnaires: tests look at their own, beside them. */
export const DEMO_FORMS: readonly string[] = [IN_REVIEW.fileName, RELEASED.fileName];

/** The name under which the demo's account got one back. */
export const DEMO_RELEASE = answeredName({ fileName: RELEASED.fileName, format: "csv" });
