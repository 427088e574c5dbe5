import type { SubmissionResult } from "@conform-to/react";
import type { Route } from "./+types/dialog";
import { baseOf, snapshotOf, EditConflict } from "#web/history/store/record-change.server.ts";
import {
  riskProfileSubject,
  type RiskProfileSnapshot,
} from "../store/risk-profile-history.server.ts";
import { answerRiskProfile } from "../store/risk-answers.server.ts";
import {
  RISK_QUESTIONS,
  riskFormValue,
  riskProfileForm,
  TIME_MAX,
  type RiskAnswers,
  type RiskQuestion,
} from "../forms/risk-profile.ts";
import { RISK_UNITS, riskAnswerLabel } from "#model/risk-profile.ts";
import { SAVE_ERROR } from "#model/items/forms/items.ts";
import { failing, formAction } from "#web/forms/form.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { conflictAnswer } from "#web/staff/editing/conflict.tsx";
import { EditDialog, editMeta, errorsOf, keptValue } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";

export const handle = { dialog: true };

const TITLE = "Edit risk profile";

function answersIn({ answers }: RiskProfileSnapshot): RiskAnswers {
  const choices = new Map(answers.map(({ uid, choice }) => [uid, choice]));
  return Object.fromEntries(
    RISK_QUESTIONS.map(({ field, uid }) => [field, choices.get(uid) ?? null]),
  ) as RiskAnswers;
}

/** The seven answers, and whether each item is shown. */
export async function loader(args: Route.LoaderArgs) {
  const { page, scope, org, product } = await editRequest(args);
  const key = { orgId: org.id, productId: product.id, subjectId: "" };
  const answers = answersIn(
    (await snapshotOf(scope.db, riskProfileSubject, key)) as RiskProfileSnapshot,
  );
  return { page, answers, base: await baseOf(scope.db, riskProfileSubject, key, answersIn) };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  return formAction(
    args,
    riskProfileForm,
    async (submitted) => {
      const { base: seen, answers } = submitted.value;
      const { org, product, by, now } = edit;
      const { changeId } = await edit.change(
        { subject: riskProfileSubject, subjectId: "", base: seen, part: answersIn },
        (trx) => answerRiskProfile(trx, org.id, product.id, answers, { by: by.actorName, on: now }),
      );
      return edit.done("Risk profile saved", changeId);
    },
    {
      ...failing(SAVE_ERROR),
      answers: (error, submitted) => {
        if (!(error instanceof EditConflict)) return undefined;
        const { answers } = submitted.value;
        const theirs = answersIn(error.current as RiskProfileSnapshot);
        const words = (value: string | null) =>
          value === null ? "Not answered" : riskAnswerLabel(value);
        const fields = RISK_QUESTIONS.map(({ field, title }) => ({
          label: title,
          yours: words(answers[field]),
          theirs: words(theirs[field]),
        }));
        return conflictAnswer(
          submitted.refuse({ form: [error.message] }, { status: 409 }),
          error,
          edit.org.timeZone,
          fields,
        );
      },
    },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, TITLE);
}

export default function RiskProfile({
  loaderData: { page, answers, base: stamp },
  actionData,
}: Route.ComponentProps) {
  const ids = Object.fromEntries(
    RISK_QUESTIONS.flatMap(({ field, custom }) => [
      [field, field],
      ...(custom
        ? [
            [`${field}Number`, `${field}-number`],
            [`${field}Unit`, `${field}-unit`],
          ]
        : []),
    ]),
  );
  return (
    <EditDialog page={page} title={TITLE} base={stamp} answer={actionData} fields={ids}>
      {RISK_QUESTIONS.map((question) => (
        <Question
          key={question.field}
          question={question}
          stored={answers[question.field]}
          result={actionData?.result}
        />
      ))}
    </EditDialog>
  );
}

function Question({
  question,
  stored,
  result,
}: {
  question: RiskQuestion;
  stored: string | null;
  result: SubmissionResult | undefined;
}) {
  const { field, title, guidance, choices, custom } = question;
  const shown = riskFormValue(question, stored);
  const chosen = keptValue(result, field, shown.choice);
  const options = [
    ...choices,
    ...(custom ? [{ value: "custom", label: "Custom" }] : []),
    { value: "", label: "Not answered" },
  ];
  return (
    <FieldGroup id={field} legend={title} hint={guidance} errors={errorsOf(result, field)}>
      {options.map(({ value, label }) => (
        <Choice
          key={value}
          id={`${field}-${value === "" ? "none" : value}`}
          type="radio"
          name={field}
          value={value}
          defaultChecked={chosen === value}
          label={label}
        />
      ))}
      {custom ? (
        <div className="grid max-w-sm grid-cols-2 gap-4 ps-9">
          <TextField
            id={`${field}-number`}
            name={`${field}Number`}
            type="number"
            min={0}
            max={TIME_MAX}
            label="Custom time"
            defaultValue={keptValue(result, `${field}Number`, shown.number)}
            errors={errorsOf(result, `${field}Number`)}
          />
          <SelectField
            id={`${field}-unit`}
            name={`${field}Unit`}
            label="Unit"
            defaultValue={keptValue(result, `${field}Unit`, shown.unit)}
            options={RISK_UNITS.map((unit) => ({
              value: unit,
              label: `${unit.charAt(0).toUpperCase()}${unit.slice(1)}`,
            }))}
            errors={errorsOf(result, `${field}Unit`)}
          />
        </div>
      ) : null}
    </FieldGroup>
  );
}
