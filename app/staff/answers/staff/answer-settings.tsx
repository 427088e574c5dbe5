import type * as z from "zod";
import type { Route } from "./+types/answer-settings";
import type { Config } from "#platform/config.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { requireStaff } from "#auth/current-staff.ts";
import {
  BoxSetting,
  SettingsForm,
  SettingsGroup,
  SettingsHead,
} from "#staff/settings/staff/setting-form.tsx";
import {
  loadSettings,
  saveCustomization,
  saveSettings,
  type SettingsPageForm,
} from "#staff/settings/staff/save.ts";
import { Button } from "#web/ui/button.tsx";
import { INSTRUCTIONS, judge, questionMessage } from "#content/answers/rules/citing.ts";
import { answersSettingsSchema } from "#content/answers/forms/answers.ts";
import { ModelFailed, modelOf } from "#content/answers/model.server.ts";
import { OnceField } from "#web/ui/once-field.tsx";

/** What a test asks: a passage of our own, nothing of the company's. */
const TEST_PASSAGES = [{ heading: "A test", text: "The color of the test is green." }] as const;
const TEST_QUESTION = "What is the color of the test?";

/** The page as a form: what is allowed is allowed for the host that the installation names now. */
function formOf(config: Config): SettingsPageForm<z.output<typeof answersSettingsSchema>> {
  const modelHost = modelOf(config)?.host ?? null;
  return {
    page: "answers",
    fields: ["answerQuestions", "sendTextsToModel", "sendFilesToModel"],
    schema: answersSettingsSchema,
    // Without a model the page has no switches for one: they stay as they are.
    write: (trx, { answerQuestions, ...sending }, saving) =>
      saveCustomization(
        trx,
        modelHost === null ? { answerQuestions } : { answerQuestions, ...sending, modelHost },
        saving,
      ),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Answers", loaderData?.shown.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(servicesContext);
  const { org, shown } = await loadSettings(context, formOf(config));
  const model = modelOf(config);
  const { modelHost, sendTextsToModel, sendFilesToModel } = org.customization;
  return {
    shown,
    model: model === null ? null : { host: model.host, name: model.name },
    /** What was allowed for another host, which gets nothing until it is saved again. */
    formerHost:
      model !== null && (sendTextsToModel || sendFilesToModel) && modelHost !== model.host
        ? (modelHost ?? "another host")
        : null,
  };
}

/** Saves the switches, or tries the model with a question of our own. */
export async function action({ request, context }: Route.ActionArgs) {
  const { config } = context.get(servicesContext);
  if (new URL(request.url).searchParams.has("test")) return { tested: await tryModel(context) };
  return saveSettings({ request, context }, formOf(config));
}

async function tryModel(context: Route.ActionArgs["context"]) {
  const { org } = await requireStaff(context, "settings:edit");
  const { config, limits } = context.get(servicesContext);
  const model = modelOf(config);
  if (model === null) return { works: false, said: "No model is set up." };
  try {
    await limits.consume("model-test", org.id);
    const said = await model.say([
      { role: "system", content: INSTRUCTIONS },
      { role: "user", content: questionMessage(TEST_QUESTION, TEST_PASSAGES) },
    ]);
    const judged = judge(said, TEST_PASSAGES);
    if (typeof judged !== "string") return { works: true, said: judged.parts[0]?.text ?? "" };
    return { works: false, said: "It answered, but not from the passage it was given." };
  } catch (error) {
    if (error instanceof ModelFailed || error instanceof TooManyRequests)
      return { works: false, said: error.message };
    throw error;
  }
}

export default function AnswersSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, model, formerHost } = loaderData;
  const tested = actionData !== undefined && "tested" in actionData ? actionData.tested : null;
  const saved = actionData !== undefined && "result" in actionData ? actionData : undefined;
  return (
    <>
      <SettingsHead title="Answers">
        Members ask questions in their own words. They get an answer quoted word for word from what
        they can see, with its sources, or no answer.
      </SettingsHead>
      {formerHost === null ? null : (
        <p
          role="status"
          className="mb-6 max-w-[44rem] rounded-lg border border-yellow bg-yellow-soft p-4 text-sm"
        >
          The model moved from {formerHost} to {model?.host}. Nothing is sent until you save this
          page again.
        </p>
      )}
      <SettingsForm shown={shown} answer={saved}>
        <SettingsGroup title="Questions">
          <BoxSetting
            name="answerQuestions"
            label="Answer questions"
            hint="“Ask AI” next to the search, for members and in previews as an account or profile."
          />
        </SettingsGroup>
        {model === null ? (
          <p className="text-sm text-muted">
            No model is set up, so answers are quoted and nothing leaves this server. Your
            installation’s administrator can set one with <code>AI_URL</code> and{" "}
            <code>AI_MODEL</code>.
          </p>
        ) : (
          <SettingsGroup
            title="Model"
            about={
              <>
                Answers can be written by {model.name} at <strong>{model.host}</strong>. The
                question and up to eight passages the person can see are sent there. With both of
                these off, answers are direct quotes. Your team can also have it draft answers to
                questionnaires: a question and passages its account can see are sent.
              </>
            }
          >
            <BoxSetting
              name="sendTextsToModel"
              label={`Send published texts to ${model.host}`}
              hint="Items, FAQ entries, controls, facts and updates."
            />
            <BoxSetting
              name="sendFilesToModel"
              label={`Send the text of files to ${model.host}`}
              hint="Except files that are view-only or require an NDA."
            />
          </SettingsGroup>
        )}
      </SettingsForm>
      {model === null ? null : (
        <section
          aria-labelledby="test-heading"
          className="mt-10 max-w-[44rem] border-t border-line pt-8"
        >
          <h2 id="test-heading" className="text-lg font-semibold">
            Test the model
          </h2>
          <p className="mt-1 text-sm text-muted">
            Sends a sample question. No portal content is sent.
          </p>
          {tested === null ? null : (
            <p
              role="status"
              className={`mt-4 rounded-lg border p-4 text-sm ${tested.works ? "border-green bg-green-soft" : "border-red bg-red-soft"}`}
            >
              {tested.works ? "The model works. It said: " : "The model doesn’t work: "}
              {tested.said}
            </p>
          )}
          <form method="post" noValidate action="?test=true" className="mt-4">
            <OnceField />
            <Button look="secondary">Test the model</Button>
          </form>
        </section>
      )}
    </>
  );
}
