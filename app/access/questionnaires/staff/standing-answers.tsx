import { useForm } from "@conform-to/react";
import type { RouterContextProvider } from "react-router";
import { Link } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/standing-answers";
import { requireStaff, type StaffInOrg } from "#auth/current-staff.ts";
import { STANDING_BUTTONS } from "#model/questionnaires.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { pageTitle } from "#values/page-title.ts";
import { goneBefore } from "#web/forms/button.ts";
import { type Accepted, formFailed, notFound } from "#web/forms/form.ts";
import {
  type PageButton,
  pageButton,
  pressed,
  refusedOr,
  type StaffDesk,
} from "#web/forms/page-buttons.ts";
import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { leaveSchema, refreshSchema } from "../forms/standing-forms.ts";
import { LEFT_WORDS } from "../rules/standing.ts";
import {
  keepOldAnswers,
  refreshDocument,
  standingDocument,
  type FollowedAnswer,
} from "../standing.server.ts";

const TITLE = "Changed answers";

export const handle: RouteHandle = { button: STANDING_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(TITLE, loaderData?.failed) }];
}

/** Who may both write the entries that answers use and publish documents. */
async function refresherOf(context: Readonly<RouterContextProvider>): Promise<StaffInOrg> {
  await requireStaff(context, "files:edit");
  return requireStaff(context, "kb:edit");
}

/** The answers of a document whose entries were changed, with what they would say now. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await refresherOf(context);
  const found = await standingDocument(context, org.id, params.documentId);
  if (found === null) throw notFound();
  const { document, answers, print } = found;
  const of = (following: FollowedAnswer["following"]) =>
    answers.filter((one) => one.following === following).map(shown);
  return {
    failed: formFailed(context),
    name: document.originalName,
    page: `/documents/${document.id}`,
    print,
    refresh: of("refresh"),
    internal: of("internal"),
    left: answers
      .filter(({ following }) => following !== "refresh" && following !== "internal")
      .map(shown),
  };
}

function shown({ answer, source, following, filled }: FollowedAnswer) {
  const { place, externalId, question } = answer;
  const isNew = following === "refresh" || following === "internal";
  return {
    place,
    externalId,
    question,
    entry:
      source === null
        ? null
        : {
            to: source.noun === "faq" ? `/knowledge-base/${source.id}` : `/controls/${source.id}`,
            title: source.question,
          },
    before: { answer: answer.answer, comment: answer.comment },
    after: isNew ? filled : null,
    why: following === "refresh" || following === "internal" ? null : LEFT_WORDS[following],
  };
}

interface Desk extends StaffDesk {
  documentId: string;
}

export async function action({ params, ...args }: Route.ActionArgs) {
  const { context } = args;
  const staff = await refresherOf(context);
  const { documentId } = params;
  if ((await standingDocument(context, staff.org.id, documentId)) === null)
    throw goneBefore("This document", "/documents");
  const page = `/documents/${documentId}/answers`;
  return refusedOr(await pressed(args, BUTTONS, { ...staff, context, page, documentId }));
}

const BUTTONS: Readonly<Record<(typeof STANDING_BUTTONS)[number], PageButton<Desk, Response>>> = {
  refresh: pageButton(refreshSchema, refresh),
  leave: pageButton(leaveSchema, async (desk: Desk, { value: { seen } }) => {
    const { context, documentId } = desk;
    const count = await keepOldAnswers(context, desk, documentId, seen);
    const said = `${count} ${count === 1 ? "answer stays" : "answers stay"} as before.`;
    return redirectWithFlash(context, `/documents/${documentId}`, said);
  }),
};

async function refresh(
  desk: Desk,
  { value: { seen, internal } }: Accepted<z.output<typeof refreshSchema>>,
): Promise<Response> {
  const { context, documentId } = desk;
  const withInternal = internal === "on";
  const id = await refreshDocument(context, desk, documentId, { seen, withInternal });
  return redirectWithFlash(
    context,
    `/documents/${documentId}/staged/${id}`,
    "The new version is ready. Check its details, then publish it.",
  );
}

type Shown = Route.ComponentProps["loaderData"]["refresh"][number];

export default function StandingAnswers({ loaderData, actionData }: Route.ComponentProps) {
  const { name, page, print, refresh: fresh, internal, left } = loaderData;
  const [form] = useForm({ id: "pressed", lastResult: actionData?.result ?? null });
  const count = fresh.length;
  const all = count + internal.length;
  const button = count === 0 ? "Refresh answers" : `Refresh ${count} ${plural(count)}`;
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to={page} className="inline-block py-0.5 text-accent underline">
          {name}
        </Link>
      </p>
      <h1 className="text-2xl font-semibold tracking-tight">{TITLE}</h1>
      <p className="mt-2 mb-6 max-w-[44rem] text-muted">
        {all + left.length === 0
          ? "All answers say what your FAQ entries and controls say now."
          : "FAQ entries and controls that this document quotes have changed. Refreshing makes the next version in the same file, which you check before it is published."}
      </p>
      <div className="max-w-[44rem] space-y-8">
        <ErrorSummary errors={form.errors} fields={[]} />
        <Answers id="refresh" title="New answers" answers={fresh} />
        <Answers id="internal" title="New answers from internal entries" answers={internal} />
        <Answers id="left" title="Answers to check yourself" answers={left} />
        {all === 0 ? null : (
          <ButtonForm button="refresh" className="space-y-4">
            <input type="hidden" name="seen" value={print} />
            {internal.length === 0 ? null : (
              <Choice
                id="with-internal"
                name="internal"
                label={`Also refresh ${internal.length} ${plural(internal.length)} from internal entries`}
                hint="This tells everyone who can open the document something that your portal keeps internal."
              />
            )}
            <Button>{button}</Button>
          </ButtonForm>
        )}
        {all + left.length === 0 ? null : (
          <ButtonForm button="leave">
            <input type="hidden" name="seen" value={print} />
            <Button look="secondary">Keep the answers as they are</Button>
          </ButtonForm>
        )}
      </div>
    </>
  );
}

function plural(count: number): string {
  return count === 1 ? "answer" : "answers";
}

function Answers({ id, title, answers }: { id: string; title: string; answers: readonly Shown[] }) {
  if (answers.length === 0) return null;
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      <ul className="mt-3 space-y-4">
        {answers.map(({ place, externalId, question, entry, before, after, why }) => (
          <li key={place} className="rounded-md border border-line p-4">
            <p className="font-medium break-words">{question}</p>
            <p className="text-sm text-muted">
              {externalId === "" ? null : `${externalId} · `}
              {entry === null ? null : (
                <Link to={entry.to} className="text-accent underline">
                  {entry.title}
                </Link>
              )}{" "}
              {why}
            </p>
            <Words label={after === null ? "Answer" : "Before"} {...before} />
            {after === null ? null : <Words label="Now" {...after} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ label, answer, comment }: { label: string; answer: string; comment: string }) {
  return (
    <div className="mt-3 text-sm">
      <p className="text-muted">{label}</p>
      <p className="whitespace-pre-wrap break-words">
        {[answer, comment].filter(Boolean).join("\n") || "No answer"}
      </p>
    </div>
  );
}
