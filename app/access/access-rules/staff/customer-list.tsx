import type { Route } from "./+types/customer-list";
import { servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import { customerChangeSchema } from "../forms/access-rules.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import type { ListAction } from "#web/lists/head.tsx";
import { ListPage } from "#web/lists/page.tsx";
import { allMessages } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import {
  clearCustomers,
  customerPage,
  removeCustomer,
} from "#access/access-requests/store/customer-domains.server.ts";
import { OnceField } from "#web/ui/once-field.tsx";
import { CUSTOMER_COLUMNS } from "./customer-columns.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Customer list", loaderData?.failed) }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, 200);
  const page = Math.trunc(Number(url.searchParams.get("page") ?? 1)) || 1;
  return {
    search,
    ...(await customerPage(read, org.id, search, page)),
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
          return `${value.domain} was removed from the customer list.`;
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

const EXPORT: ListAction = {
  words: "Export CSV",
  file: "/rules/customers/export.csv",
  by: "form",
  isWhole: true,
};

export default function Customers({ loaderData, actionData }: Route.ComponentProps) {
  const { search, total, all, page, pages, rows } = loaderData;
  const count = (of: number) => `${of.toLocaleString("en")} ${of === 1 ? "domain" : "domains"}`;
  return (
    <ListPage
      path="/rules/customers"
      title="Customer list"
      lead="The email domains of your customers. Auto-decisions can use them. Someone with an email address at one of these domains, or at a subdomain, counts as a customer. Being on the list doesn’t give access by itself."
      actions={[
        { words: "Import", to: "/rules/customers/import" },
        ...(all === 0 ? [] : [EXPORT]),
        { words: "Auto-decisions", to: "/rules" },
      ]}
      empty={{
        icon: "clipboard",
        title: "No customers yet",
        subtitle: "Import a CSV file, such as an export of your CRM, or paste domains.",
      }}
      errors={allMessages(actionData)}
      query={new URLSearchParams(search === "" ? {} : { q: search })}
      search={{ label: "Search by domain or name", value: search, maxLength: 200 }}
      columns={CUSTOMER_COLUMNS}
      label="Customers"
      rows={rows.map((row) => ({ id: row.domain, ...row }))}
      counts={{ page, pages, all }}
      said={search === "" ? count(all) : `${count(total)} of ${all.toLocaleString("en")} found`}
      pagerLabel="Pages of customers"
    >
      {all === 0 ? null : <ClearForm count={count(all)} />}
    </ListPage>
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
          Rules that use this list will stop matching. Export it first if you might need it.
        </p>
        <Choice id="sure" name="sure" value="yes" label={`Remove all ${count}`} />
        <Button look="danger" name="intent" value="clear">
          Empty the list
        </Button>
      </form>
    </details>
  );
}
