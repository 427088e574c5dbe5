import type { Route } from "./+types/customer-list";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { customerChangeSchema } from "../forms/access-rules.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { FilterButtons } from "#web/ui/filter-form.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import {
  clearCustomers,
  countCustomers,
  listCustomers,
  removeCustomer,
} from "#access/access-requests/store/customer-domains.server.ts";
import { OnceField } from "#web/ui/once-field.tsx";

const PER_PAGE = 100;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Customer list", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, 200);
  const total = await countCustomers(read, org.id, search);
  const pages = Math.max(1, Math.ceil(total / PER_PAGE));
  const asked = Math.trunc(Number(url.searchParams.get("page") ?? 1)) || 1;
  const page = Math.min(Math.max(asked, 1), pages);
  return {
    search,
    total,
    page,
    pages,
    all: search === "" ? total : await countCustomers(read, org.id),
    rows: await listCustomers(read, org.id, {
      search,
      offset: (page - 1) * PER_PAGE,
      limit: PER_PAGE,
    }),
    failed: formFailed(context),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "accounts:review");
  return formAction(
    { request, context },
    customerChangeSchema,
    async ({ value }) => {
      const { store, now } = context.get(servicesContext);
      const by = actorOf(context, session);
      const done = await store.write(async (trx) => {
        if (value.intent === "remove") {
          await removeCustomer(trx, org.id, value.domain, by, now());
          return `${value.domain} is off the customer list.`;
        }
        const removed = await clearCustomers(trx, org.id, by, now());
        return removed === 1 ? "1 domain was removed." : `${removed} domains were removed.`;
      });
      return redirectWithFlash(
        context,
        value.intent === "clear" ? "/rules/customers" : `/rules/customers${url.search}`,
        done,
      );
    },
    { gone: "This domain is no longer on the list.", goneStatus: 404 },
  );
}

export default function Customers({ loaderData, actionData }: Route.ComponentProps) {
  const { search, total, all, page, pages, rows } = loaderData;
  const count = (of: number) => `${of.toLocaleString("en")} ${of === 1 ? "domain" : "domains"}`;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Customer list</h1>
          <p className="mt-2 max-w-[44rem] text-muted">
            The email domains of your customers. Auto-decisions can look at it: someone with an
            address at one of these domains, or at a subdomain, counts as a customer. Being on the
            list gives no access by itself.
          </p>
        </div>{" "}
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/rules/customers/import">Import</ButtonLink>{" "}
          {all === 0 ? null : (
            <form method="post" noValidate action="/rules/customers/export.csv">
              <OnceField />
              <Button look="secondary">Export CSV</Button>
            </form>
          )}{" "}
          <ButtonLink to="/rules" look="secondary">
            Auto-decisions
          </ButtonLink>
        </div>
      </div>
      <div className="mb-6 empty:hidden">
        <ErrorSummary
          errors={Object.values(actionData?.result.error ?? {}).flatMap((errors) => errors ?? [])}
          fields={[]}
        />
      </div>
      {all === 0 ? (
        <EmptyState
          icon="clipboard"
          title="No customers yet"
          subtitle="Import a CSV file, such as an export of your CRM, or paste domains."
        />
      ) : (
        <>
          <form method="get" noValidate role="search" className="flex flex-wrap items-end gap-3">
            <div className="min-w-0 grow sm:max-w-[24rem]">
              <TextField
                id="q"
                name="q"
                type="search"
                label="Search by domain or name"
                defaultValue={search}
                maxLength={200}
              />
            </div>{" "}
            <FilterButtons path="/rules/customers" narrowed={search !== ""} />
          </form>
          <p role="status" className="my-4 text-sm text-muted">
            {search === "" ? count(all) : `${count(total)} of ${all.toLocaleString("en")} found`}
          </p>
          {rows.length === 0 ? (
            <EmptyState icon="search" title="No results match this criteria" />
          ) : (
            <Domains rows={rows} />
          )}
          <Pager
            page={page}
            pages={pages}
            label="Pages of customers"
            href={(target) =>
              `/rules/customers?${new URLSearchParams({ ...(search === "" ? {} : { q: search }), page: String(target) })}`
            }
          />
          <ClearForm count={count(all)} />
        </>
      )}
    </>
  );
}

function Domains({ rows }: { rows: readonly { domain: string; name: string | null }[] }) {
  return (
    <TableFrame label="Customers" head={["Domain", "Name", "Remove"]}>
      {rows.map(({ domain, name }) => (
        <tr key={domain}>
          <th scope="row" className="px-4 py-3 text-start align-top font-medium break-all">
            {domain}
          </th>
          <td className="[overflow-wrap:anywhere]">{name}</td>
          <td>
            <form method="post" noValidate>
              <OnceField />
              <input type="hidden" name="domain" value={domain} />
              <Button
                look="danger"
                size="small"
                name="intent"
                value="remove"
                aria-label={`Remove ${domain}`}
              >
                Remove
              </Button>
            </form>
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}

/** Emptying the list is one press too much to be by accident. */
function ClearForm({ count }: { count: string }) {
  return (
    <details className="mt-10 rounded-lg border border-line bg-surface">
      <summary className="min-h-10 cursor-pointer px-4 py-2.5 text-sm font-medium">
        Empty the list
      </summary>
      <form method="post" noValidate className="space-y-4 border-t border-line p-4">
        <OnceField />
        <p className="text-sm text-muted">
          Rules that look at the list then decide nothing. Export it first if you may need it again.
        </p>
        <Choice id="sure" name="sure" value="yes" label={`Remove all ${count}`} />
        <Button look="danger" name="intent" value="clear">
          Empty the list
        </Button>
      </form>
    </details>
  );
}
