import type { RouterContextProvider } from "react-router";
import { EditConflict } from "../../../../db/changes/changing.ts";
import { gradeIn, type GradeSnapshot, type GradesSnapshot } from "../../../../db/changes/grades.ts";
import { newId } from "../../../../db/ids.ts";
import { touchListItem } from "../../../../db/list-items.ts";
import { addGrade, updateGrade } from "../../../../db/security-grades.ts";
import { servicesContext } from "../../../context.ts";
import { isPlainDomain } from "../../../domain/domain-names.ts";
import {
  GET_GRADE_FIRST,
  gradeSchema,
  addressFault,
  SCORECARD_ERRORS,
} from "../../../domain/grade-forms.ts";
import { GRADE_PROVIDER_NAMES } from "../../../domain/grades.ts";
import { SAVE_ERROR } from "../../../domain/item-forms.ts";
import { markFormFailed, parseForm, readSubmission } from "../../../middleware/form.ts";
import { gradeProofIs, provenGrade } from "../../../middleware/grade-proof.ts";
import { gradeIntent } from "../../../domain/grade-forms.ts";
import { conflictAnswer, removedWords, UNSEEN } from "../conflict.tsx";
import type { EditRequest } from "../edit-request.ts";
import { refuseSaying } from "../refuse-saying.ts";

interface Saving {
  request: Request;
  context: Readonly<RouterContextProvider>;
  edit: EditRequest;
  /** The grade that the form shows; null for a new one. */
  stored: GradeSnapshot | null;
  /** Somebody else removed it while its form was open. */
  removed: boolean;
}

/** What a grade's form does: asks Security Scorecard, or saves. */
export async function saveGrade({ request, context, edit, stored, removed }: Saving) {
  // The form of what is gone comes back to those who sent it: the loader, which runs after this, is told by it.
  if (removed) markFormFailed(context);
  const asked = await readSubmission({ request, context }, gradeIntent.loose());
  if (!asked.ok) return asked.answer;
  if (asked.value.intent === "get-grade") return fetchGrade(context, edit, asked.form);
  const submitted = parseForm(context, asked.form, gradeSchema);
  if (!submitted.ok) return submitted.answer;
  const { values, proof } = submitted.value;
  const { org, product, by, now } = edit;
  const base =
    typeof asked.form.get("base") === "string"
      ? String(asked.form.get("base")).slice(0, 64)
      : undefined;
  const asBefore =
    stored?.provider === values.provider &&
    stored.url === values.url &&
    stored.grade === values.grade;
  if (
    values.provider === "SecurityScorecard" &&
    !asBefore &&
    !gradeProofIs(context, org.id, { domain: values.url ?? "", grade: values.grade ?? "" }, proof)
  ) {
    return submitted.refuse({ fields: { grade: [GET_GRADE_FIRST] } });
  }
  const id = stored?.id ?? newId();
  try {
    const { changeId } = await edit.change(
      {
        subject: "grades",
        subjectId: "",
        base: stored === null ? null : base || (removed ? UNSEEN : undefined),
        part: gradeIn(id),
      },
      async (trx) => {
        if (stored === null || removed) await addGrade(trx, org.id, product.id, { ...values, id });
        else await updateGrade(trx, org.id, product.id, id, values);
        await touchListItem(trx, org.id, product.id, "SecurityGrades", {
          by: by.actorName,
          on: now,
        });
      },
    );
    return edit.done(
      `${values.label} ${stored === null || removed ? "added" : "saved"}`,
      changeId,
      edit.href("/edit/grades"),
    );
  } catch (error) {
    if (!(error instanceof EditConflict))
      return refuseSaying(context, submitted, error, SAVE_ERROR);
    const theirs = gradeIn(id)(error.current as GradesSnapshot);
    return conflictAnswer(
      submitted.refuse({ form: [error.message] }, { status: 409 }),
      error,
      org.timeZone,
      [
        {
          label: "Provider",
          yours: GRADE_PROVIDER_NAMES[values.provider],
          theirs: theirs === null ? "(removed)" : GRADE_PROVIDER_NAMES[theirs.provider],
        },
        { label: "Display Name", yours: values.label, theirs: theirs?.label ?? null },
        { label: "Domain or URL", yours: values.url, theirs: theirs?.url ?? null },
        { label: "Grade", yours: values.grade, theirs: theirs?.grade ?? null },
        { label: "Description", yours: values.description, theirs: theirs?.description ?? null },
      ],
      theirs === null ? removedWords(edit.href("/edit/grades")) : undefined,
    );
  }
}

/** 'Get Grade' without scripts: the form again, with the grade or why there is none. */
async function fetchGrade(
  context: Readonly<RouterContextProvider>,
  { org }: EditRequest,
  form: FormData,
) {
  const fields = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const domain = (fields.url ?? "").trim().toLowerCase();
  const shown = (error: Record<string, string[]> | undefined, more: Record<string, string>) => ({
    result: {
      ...(error === undefined ? {} : { status: "error" as const, error }),
      initialValue: { ...fields, ...more, url: domain },
    },
  });
  if (!isPlainDomain(domain)) {
    markFormFailed(context);
    return shown(
      { url: [addressFault("SecurityScorecard", domain) ?? SCORECARD_ERRORS.bad_domain] },
      { grade: "", proof: "" },
    );
  }
  const answer = await provenGrade(context.get(servicesContext), org.id, domain);
  if ("grade" in answer) return shown(undefined, answer);
  markFormFailed(context);
  return shown({ url: [SCORECARD_ERRORS[answer.error]] }, { grade: "", proof: "" });
}
