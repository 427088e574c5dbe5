import { Link, data } from "react-router";
import type { Route } from "./+types/request-list";
import { inboxCounts, inboxPage } from "../store/access-inbox.server.ts";
import { servicesContext } from "../../../context.ts";
import { formatMoment, lasting } from "../../../values/moments.ts";
import { countryName } from "../../../values/countries.ts";
import { pageTitle } from "../../../values/page-title.ts";
import {
  FOLDER_NAMES,
  REQUEST_FOLDERS,
  type RequestFolder,
  bulkApproveSchema,
  bulkSchema,
} from "../forms/review-forms.ts";
import {
  type FormConstraint,
  formConstraint,
  formFailed,
  readSubmission,
} from "../../../forms/form.ts";
import { requireStaff } from "../../../auth/current-staff.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { inputClass } from "../../../ui/field.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { EmptyState } from "../../../ui/screens.tsx";
import { approveMany, declineMany } from "./bulk-changes.ts";
import { grantChoices } from "./grant-choices.ts";
import { RequestTable } from "./request-table.tsx";
import { type SubmissionResult, getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type * as z from "zod";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { type GrantChoices, GrantFields, MessageField } from "./grant-fields.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Requests", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { store, now } = context.get(servicesContext);
  const query = url.searchParams;
  const folder = REQUEST_FOLDERS.find((name) => name === query.get("folder")) ?? "new";
  const search = (query.get("q") ?? "").slice(0, 200);
  const inbox = await inboxPage(
    store.read,
    org.id,
    { folder, search, page: Number(query.get("page") ?? 1) },
    now(),
  );
  return {
    folder,
    search,
    ...inbox,
    rows: inbox.rows.map((row) => ({
      ...row,
      ago: `${lasting(row.createdAt, now())} ago`,
      about: [row.relationship, row.country === null ? null : countryName(row.country)]
        .filter((part) => part !== null)
        .join(" · "),
      when: formatMoment(row.createdAt, org.timeZone),
      decided: row.decidedAt === null ? null : formatMoment(row.decidedAt, org.timeZone),
    })),
    counts: await inboxCounts(store.read, org.id, now()),
    choices: await grantChoices(store.read, org.id),
    failed: formFailed(context),
    constraint: formConstraint(bulkApproveSchema),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  const submitted = await readSubmission({ request, context }, bulkSchema);
  if (!submitted.ok)
    return data(
      { intent: null, result: submitted.answer.data.result },
      submitted.answer.init ?? undefined,
    );
  const { intent } = submitted.value;
  const answer = await (intent === "approve" ? approveMany : declineMany)(
    { context, org, session },
    submitted.form,
  );
  return answer instanceof Response
    ? answer
    : data({ intent, result: answer.data.result }, answer.init ?? undefined);
}

export default function Requests({ loaderData, actionData }: Route.ComponentProps) {
  const { folder, search, rows, page, pages, total, counts, choices } = loaderData;
  const address = (changes: Record<string, string>) =>
    `/requests?${new URLSearchParams({ folder, ...(search === "" ? {} : { q: search }), ...changes })}`;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Requests</h1>
      <p className="mt-2 mb-6 text-muted">Access requests, and how each was decided.</p>
      <FolderTabs current={folder} counts={counts} search={search} />
      <form method="get" noValidate role="search" className="my-6 flex flex-wrap items-end gap-3">
        <input type="hidden" name="folder" value={folder} />
        <div className="min-w-0 grow sm:max-w-[24rem]">
          <label htmlFor="q" className="mb-1 block text-sm font-medium">
            Search by name, company or address
          </label>
          <input
            id="q"
            name="q"
            type="search"
            maxLength={200}
            defaultValue={search}
            className={inputClass}
          />
        </div>{" "}
        <Button look="secondary">Search</Button>
      </form>
      {rows.length === 0 ? (
        <EmptyState
          icon="user"
          title={search === "" ? EMPTY[folder] : "No requests match"}
          subtitle={
            search === "" ? undefined : `Nothing in ${FOLDER_NAMES[folder]} matches "${search}".`
          }
          actions={
            search === "" ? undefined : (
              <ButtonLink to={`/requests?folder=${folder}`} look="secondary">
                Clear the search
              </ButtonLink>
            )
          }
        />
      ) : folder === "new" ? (
        <BulkPanel
          result={actionData?.result ?? null}
          intent={actionData?.intent ?? null}
          choices={choices}
          constraint={loaderData.constraint}
        >
          {(field) => <RequestTable folder={folder} rows={rows} select={field} />}
        </BulkPanel>
      ) : (
        <RequestTable folder={folder} rows={rows} select={null} />
      )}
      <p className="mt-4 text-sm text-muted">{total === 1 ? "1 request" : `${total} requests`}</p>
      <Pager
        page={page}
        pages={pages}
        href={(target) => address({ page: String(target) })}
        label="Pages of requests"
      />
    </>
  );
}

const EMPTY: Readonly<Record<RequestFolder, string>> = {
  new: "All caught up",
  nda: "Everyone who needs to has signed the NDA",
  approved: "No approved requests",
  declined: "No declined requests",
  expired: "No expired access",
  withdrawn: "No withdrawn requests",
};

/** The folders of the inbox with how much each holds. */
function FolderTabs({
  current,
  counts,
  search,
}: {
  current: RequestFolder;
  counts: Readonly<Record<RequestFolder, number>>;
  search: string;
}) {
  return (
    <nav aria-label="Folders" className="flex flex-wrap gap-1 border-b border-line">
      {REQUEST_FOLDERS.map((folder) => (
        <Link
          key={folder}
          to={`/requests?${new URLSearchParams({ folder, ...(search === "" ? {} : { q: search }) })}`}
          aria-current={folder === current ? "page" : undefined}
          className="-mb-px min-h-10 border-b-2 border-transparent px-3 py-2 text-sm font-medium text-muted no-underline hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
        >
          {FOLDER_NAMES[folder]} <span className="text-muted">({counts[folder]})</span>{" "}
        </Link>
      ))}
    </nav>
  );
}

interface BulkPanelProps {
  result: SubmissionResult | null;
  intent: "approve" | "decline" | null;
  choices: GrantChoices;
  constraint: FormConstraint;
  children: (select: { name: string; chosen: ReadonlySet<string> }) => ReactNode;
}

/** One form around the list: what is selected is approved or declined together, all or none. */
function BulkPanel({ result, intent, choices, constraint, children }: BulkPanelProps) {
  const [form, fields] = useForm<z.input<typeof bulkApproveSchema>>({
    id: "bulk",
    lastResult: result,
    constraint,
  });
  const { requestIds, profileId, productIds, nda, expiresOn, expiresIn, message } = fields;
  const kept = requestIds.initialValue;
  const chosen = new Set<string>(
    (Array.isArray(kept) ? kept : [kept]).filter(
      (value): value is string => typeof value === "string",
    ),
  );
  return (
    <form method="post" {...getFormProps(form, { ariaAttributes: false })} className="space-y-6">
      <ErrorSummary
        errors={form.errors}
        fields={[requestIds, profileId, productIds, expiresOn, expiresIn, nda, message]}
      />
      <div id={requestIds.id}>{children({ name: requestIds.name, chosen })}</div>
      <details className="rounded-lg border border-line bg-surface" open={intent !== null}>
        <summary className="min-h-10 cursor-pointer px-4 py-3 font-medium">
          Approve or decline selected
        </summary>
        <div className="max-w-[36rem] space-y-6 border-t border-line px-4 py-6">
          <p className="text-muted">
            Each person joins the account with the same email domain, or a new account named after
            their company. Existing product access stays as it is.
          </p>
          <GrantFields fields={fields} choices={choices} />
          <MessageField
            field={message}
            label="Message"
            hint="Optional. Included in each approval email."
          />
          <div className="flex flex-wrap gap-3">
            <Button name="intent" value="approve">
              Approve
            </Button>{" "}
            <Button look="danger" name="intent" value="decline">
              Decline
            </Button>
          </div>
        </div>
      </details>
    </form>
  );
}
