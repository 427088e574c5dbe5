import { getFormProps, useForm } from "@conform-to/react";
import { redirect } from "react-router";
import type { Route } from "./+types/privacy-person";
import { erasePerson } from "#company/privacy/store/person-erase.server.ts";
import { findPerson, isKnown, signaturesUnder } from "#company/privacy/store/person-find.server.ts";
import { countMentions } from "#company/privacy/store/person-mentions.server.ts";
import { recordsOf } from "#company/privacy/store/person-records.server.ts";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { erasureSchema, RECORD_WORDS } from "#model/settings/privacy.ts";
import { readTypedEmail } from "#model/subscribers/email.ts";
import { removeKeptFiles } from "#platform/mail/kept-files.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { textField } from "#web/forms/fields.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { pseudonymOf } from "#company/privacy/pseudonym.server.ts";
import { actorOf } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { requirePersonRights } from "./privacy-rights.ts";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Find a person’s data", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requirePersonRights(context);
  const address = readTypedEmail(url.searchParams.get("email") ?? "");
  if (address === null) throw redirect("/settings/privacy", { status: 303 });
  const { store, key, persons } = context.get(servicesContext);
  const person = await findPerson(store.read, persons, org.id, address);
  const records = await recordsOf(store.read, persons, org.id, person);
  const pseudonym = pseudonymOf(key, org.id, address.key);
  return {
    failed: formFailed(context),
    constraint: formConstraint(erasureSchema),
    email: address.email,
    known: isKnown(person),
    names: person.names,
    mentions: isKnown(person)
      ? await countMentions(store.read, persons, org.id, person, pseudonym)
      : 0,
    counts: (Object.keys(RECORD_WORDS) as (keyof typeof RECORD_WORDS)[]).map((kind) => ({
      kind,
      label: RECORD_WORDS[kind],
      count: records[kind].length,
    })),
    pseudonym: pseudonym.name,
    signaturesKept: await signaturesUnder(store.read, org.id, pseudonym.email),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requirePersonRights(context);
  return formAction(
    { request, context },
    erasureSchema,
    async (submitted) => {
      const { store, key, persons, now, config } = context.get(servicesContext);
      const { email } = submitted.value;
      const person = await findPerson(store.read, persons, org.id, email);
      const { rows, mails } = await erasePerson(
        store,
        persons,
        { orgId: org.id, person, pseudonym: pseudonymOf(key, org.id, email.key) },
        { by: actorOf(context, session), now: now() },
      );
      await removeKeptFiles(config.dataDir, mails);
      await store.settle();
      return redirectWithFlash(
        context,
        "/settings/privacy",
        `The person was erased: ${rows === 1 ? "1 row" : `${rows} rows`} removed or changed.`,
      );
    },
    { field: "confirmation" },
  );
}

export default function OnePerson({ loaderData, actionData }: Route.ComponentProps) {
  const { email, known, names, mentions, counts, pseudonym, signaturesKept, constraint } =
    loaderData;
  const [form, fields] = useForm<{ email: string; confirmation: string }>({
    id: "erasure",
    lastResult: actionData?.result ?? null,
    constraint,
  });
  return (
    <>
      <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold tracking-tight break-words">{email}</h1>
          <p className="mt-2 max-w-[44rem] text-muted">
            {known
              ? `Known${names.length > 0 ? ` as ${names.join(", ")}` : ""}, including + variants of the address.`
              : "There are no records about this address."}
            {signaturesKept > 0
              ? ` Erased earlier. ${signaturesKept === 1 ? "One signature remains" : `${signaturesKept} signatures remain`} under “${pseudonym}”.`
              : ""}
          </p>
        </div>{" "}
        <ButtonLink to="/settings/privacy" look="secondary">
          Privacy
        </ButtonLink>
      </div>
      <TableFrame label="What is recorded about this person" head={["Records", "Number"]}>
        {counts.map(({ kind, label, count }) => (
          <tr key={kind}>
            <th scope="row" className="px-4 py-3 text-start align-top font-medium">
              {label}
            </th>
            <td>{count}</td>
          </tr>
        ))}
      </TableFrame>
      <form method="post" noValidate action="/settings/privacy/export" className="mt-6">
        <OnceField />
        <input type="hidden" name="email" value={email} />
        <Button look="secondary">Export everything</Button>
      </form>
      <section
        aria-labelledby="erase"
        className="mt-12 max-w-[44rem] rounded-lg border border-line bg-surface p-5 sm:p-6"
      >
        <h2 id="erase" className="text-lg font-semibold">
          Erase this person
        </h2>
        <p className="mt-2 text-muted">
          Sessions end immediately. Requests, subscriptions, emails and links are deleted. Names and
          addresses are removed from members, traces and comments. Signatures and the audit log stay
          under “{pseudonym}”, and the signed PDF is deleted. This can’t be undone, so export
          anything you need first.
        </p>
        {mentions === 0 ? null : (
          <p className="mt-2 text-muted">
            {mentions === 1 ? "One row" : `${mentions} rows`} in emails, notes and the audit log{" "}
            {mentions === 1 ? "mentions" : "mention"} this person{" "}
            {names.length > 0 ? ` (${names.join(", ")})` : ""} and will show “{pseudonym}”. Mentions
            of the name without the address, and account names, don’t change.
          </p>
        )}
        <PostForm className="mt-6 space-y-4" {...getFormProps(form, { ariaAttributes: false })}>
          <ErrorSummary
            errors={[...(form.errors ?? []), ...(fields.email.errors ?? [])]}
            fields={[fields.confirmation]}
          />
          <input type="hidden" name="email" value={email} />
          <TextField
            {...textField(fields.confirmation)}
            // It is typed anew each time.
            defaultValue=""
            label="Type the email address to confirm"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <Button>Erase</Button>
        </PostForm>
      </section>
    </>
  );
}
