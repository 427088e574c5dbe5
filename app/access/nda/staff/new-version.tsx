import { getFormProps, useForm } from "@conform-to/react";
import { Fragment } from "react";
import { data, Link } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/new-version";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { keptMarkdownOf } from "#platform/files/store/markdown.server.ts";
import { findNda, publishNdaVersion } from "#auth/nda/store/ndas.server.ts";
import { servicesContext } from "#platform/context.ts";
import { ndaVersionSchema } from "../forms/nda.ts";
import { ndaTexts } from "#model/nda/texts.ts";
import { pageTitle } from "#values/page-title.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, formFailed, readSubmission } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { areaField, textField } from "#web/forms/fields.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { MarkdownField } from "#web/staff/editing/markdown-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Add NDA text", loaderData?.failed) }];
}

/** A new text begins with the one in force, or with the one of ours that was chosen. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const { current } = await findNda(store.read, org.id, now());
  const texts = ndaTexts(org.name);
  const chosen = texts.find(({ key }) => key === url.searchParams.get("text"));
  return {
    failed: formFailed(context),
    constraint: formConstraint(ndaVersionSchema),
    texts: texts.map(({ key, label }) => ({ key, label })),
    begins: chosen ?? current ?? { title: "", body: "" },
  };
}

/** The first button shows the text as members will read it; the second publishes it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const submitted = await readSubmission({ request, context }, ndaVersionSchema);
  const { store, now } = context.get(servicesContext);
  const answer = await answering(submitted, async ({ value, kept, refuse }) => {
    const { title, body, confirmed } = value;
    await keepTexts({ store, now }, org.id, { body });
    if (!confirmed)
      return {
        result: kept(),
        shown: { title, body: await keptMarkdownOf(store.read, org.id, body) },
      };
    const by = actorOf(context, session);
    const outcome = await store.write(async (trx) => {
      const write = { trx, orgId: org.id, by, now: now() };
      const { current } = await findNda(trx, org.id, write.now);
      if (current?.title === title && current.body === body) return "same";
      const id = await publishNdaVersion(write, { title, body });
      await recordAudit(write, { action: "nda.version-published", subject: id, detail: { title } });
      return "published";
    });
    if (outcome === "published")
      return redirectWithFlash(context, "/nda", "Published. Existing signatures don’t change.");
    return refuse({ form: ["This text is already active."] });
  });
  if (answer instanceof Response || "shown" in answer) return answer;
  return data({ result: answer.data.result, shown: null }, answer.init ?? undefined);
}

export default function NewNdaVersion({ loaderData, actionData }: Route.ComponentProps) {
  const [form, { title, body }] = useForm<z.input<typeof ndaVersionSchema>>({
    id: "version",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
    defaultValue: { title: loaderData.begins.title, body: loaderData.begins.body },
  });
  const shown = actionData?.shown ?? null;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">New NDA text</h1>
      <p className="mt-2 mb-8 max-w-[44rem] text-muted">
        Start from a template:{" "}
        {loaderData.texts.map(({ key, label }, i) => (
          <Fragment key={key}>
            {i === 0 ? null : ", "}
            <Link to={`/nda/versions/new?text=${key}`} reloadDocument>
              {label}
            </Link>
          </Fragment>
        ))}
        . Have your lawyer read it before you publish it.
      </p>
      {shown === null ? null : (
        <section
          aria-labelledby="preview"
          className="mb-8 max-w-[48rem] rounded-lg border border-line bg-surface p-6"
        >
          <h2 id="preview" className="mb-1 text-sm font-medium text-muted">
            What members will see
          </h2>
          <p className="mb-4 text-lg font-semibold">{shown.title}</p>
          <Markdown tree={shown.body} />
        </section>
      )}
      <form
        method="post"
        {...getFormProps(form, { ariaAttributes: false })}
        className="max-w-[48rem] space-y-6"
      >
        <OnceField />
        <ErrorSummary errors={form.errors} fields={[title, body]} />
        <TextField {...textField(title)} label="Title" autoComplete="off" />
        <MarkdownField {...areaField(body)} label="Text" hint="Use Markdown." rows={20} />
        <div className="flex flex-wrap gap-3">
          {shown === null ? null : (
            <>
              <Button name="confirmed" value="yes">
                Publish
              </Button>{" "}
            </>
          )}
          <Button look={shown === null ? "primary" : "secondary"}>Preview</Button>{" "}
          <ButtonLink to="/nda" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
