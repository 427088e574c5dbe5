import { Form, Link, useSubmit } from "react-router";
import type { Route } from "./+types/new";
import { servicesContext } from "../../../context.ts";
import { GRADE_PROVIDER_NAMES, GRADE_PROVIDERS } from "../../../domain/grades.ts";
import { scorecardOf } from "../../../integrations/security-scorecard.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { EditDialog, editMeta } from "../edit-dialog.tsx";
import { editRequest } from "../edit-request.ts";
import { GRADE_FIELD_IDS, GradeFields } from "./fields.tsx";
import { saveGrade } from "./save.ts";

export const handle = { dialog: true };

/** First who rates, then what that provider asks for: the choice is the address, so that it works without scripts. */
export async function loader(args: Route.LoaderArgs) {
  const { page, href } = await editRequest(args);
  const asked = new URL(args.request.url).searchParams.get("provider");
  const provider = GRADE_PROVIDERS.find((name) => name === asked) ?? null;
  return {
    page: { ...page, closeHref: href("/edit/grades") },
    here: href("/edit/grades/new"),
    provider,
    connected: scorecardOf(args.context.get(servicesContext).config) !== null,
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  return saveGrade({
    request: args.request,
    context: args.context,
    edit,
    stored: null,
    removed: false,
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Add grade");
}

export default function NewGrade({
  loaderData: { page, here, provider, connected },
  actionData,
}: Route.ComponentProps) {
  if (provider === null) return <ChooseProvider closeHref={page.closeHref} here={here} />;
  return (
    <EditDialog page={page} title="Add grade" answer={actionData} fields={GRADE_FIELD_IDS}>
      <p>
        <span className="block text-sm font-medium">Provider</span> {GRADE_PROVIDER_NAMES[provider]}{" "}
        <Link
          to={here}
          preventScrollReset
          className="ms-2 inline-block min-h-6 text-sm text-accent underline"
        >
          Change<span className="sr-only"> provider</span>
        </Link>
      </p>
      <GradeFields
        key={provider}
        provider={provider}
        result={actionData?.result}
        stored={null}
        connected={connected}
      />
    </EditDialog>
  );
}

function ChooseProvider({ closeHref, here }: { closeHref: string; here: string }) {
  const submit = useSubmit();
  return (
    <Dialog closeHref={closeHref} title="Add grade">
      <Form method="get" noValidate action={here} preventScrollReset className="space-y-6">
        <SelectField
          id="provider"
          name="provider"
          label="Provider"
          required
          data-autofocus=""
          defaultValue=""
          options={[
            { value: "", label: "Choose a provider" },
            ...GRADE_PROVIDERS.map((name) => ({ value: name, label: GRADE_PROVIDER_NAMES[name] })),
          ]}
          onChange={(event) => {
            if (event.currentTarget.value !== "")
              void submit(event.currentTarget.form, { preventScrollReset: true });
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button>Next</Button>{" "}
          <Link to={closeHref} preventScrollReset className={buttonClass("secondary")}>
            Cancel
          </Link>
        </div>
      </Form>
    </Dialog>
  );
}
