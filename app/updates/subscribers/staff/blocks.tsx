import { getFormProps, useForm } from "@conform-to/react";
import { Refused } from "#db/refusals.ts";
import type { Route } from "./+types/blocks";
import { block, listBlocks, unblock } from "../store/subscription-blocks.server.ts";
import { servicesContext } from "#platform/context.ts";
import { shownAddress } from "#model/privacy/erased.ts";
import { formatDate } from "#values/dates.ts";
import { pageTitle } from "#values/page-title.ts";
import { blockChangeSchema } from "../forms/subscribers.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formFailed, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { ListHead } from "#web/lists/head.tsx";
import { RowButton } from "#web/lists/row-button.tsx";
import { ListTable, type ListColumn } from "#web/lists/table.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Blocked subscribers", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "updates:publish");
  const blocks = await listBlocks(context.get(servicesContext).store.read, org.id);
  return {
    failed: formFailed(context),
    constraint: formConstraint(blockChangeSchema),
    blocks: blocks.map(({ createdAt, ...row }) => ({
      ...row,
      since: { iso: createdAt, text: formatDate(createdAt, org.timeZone) },
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "updates:publish");
  return formAction(
    { request, context },
    blockChangeSchema,
    async (submitted) => {
      const change = submitted.value;
      const { store, now } = context.get(servicesContext);
      const by = actorOf(context, session);
      const done = await store.write(async (trx) => {
        const write = { trx, orgId: org.id, by, now: now() };
        if (change.intent === "unblock")
          return `${shownAddress(await unblock(write, change.id))} can subscribe again.`;
        const concerned = await block(write, change.value);
        return concerned === 0
          ? "Blocked."
          : `Blocked, including ${concerned === 1 ? "1 subscriber" : `${concerned} subscribers`}.`;
      });
      return redirectWithFlash(context, "/subscribers/blocks", done);
    },
    {
      gone: "This block no longer exists.",
      goneStatus: 404,
      answers: (error, submitted) =>
        error instanceof Refused
          ? submitted.refuse({ fields: { value: [error.message] } })
          : undefined,
    },
  );
}

type ShownBlock = Route.ComponentProps["loaderData"]["blocks"][number];

const COLUMNS: readonly ListColumn<ShownBlock>[] = [
  {
    title: "Blocked",
    namesRow: true,
    share: 5,
    full: ({ value }) => shownAddress(value),
    cell: ({ value }) => shownAddress(value),
  },
  { title: "Kind", className: "capitalize", cell: ({ kind }) => kind },
  {
    title: "Since",
    from: "table",
    cell: ({ since }) => <time dateTime={since.iso}>{since.text}</time>,
  },
  { title: "By", from: "wide", cell: ({ createdBy }) => createdBy },
  {
    title: "Actions",
    isAction: true,
    cell: ({ id, value }) => (
      <RowButton row={["id", id]} intent="unblock" label={`Unblock ${shownAddress(value)}`}>
        Unblock
      </RowButton>
    ),
  },
];

export default function Blocks({ loaderData, actionData }: Route.ComponentProps) {
  const [form, { value }] = useForm<{ value: string }>({
    id: "block",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
  });
  // What is wrong with a row of the list has no field here.
  const others = Object.entries(form.allErrors).filter(([name]) => name !== value.name);
  return (
    <>
      <ListHead
        up={{ to: "/subscribers", words: "Subscribers" }}
        title="Blocked subscribers"
        lead="These addresses and domains get no updates by email and can’t confirm a subscription."
      />
      <form
        method="post"
        className="mb-8 max-w-[40rem] space-y-4"
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <OnceField />
        <ErrorSummary errors={others.flatMap(([, errors]) => errors)} fields={[value]} />
        <input type="hidden" name="intent" value="block" />
        <TextField
          {...textField(value)}
          label="Address or domain"
          hint="Includes subdomains."
          autoCapitalize="off"
          spellCheck={false}
        />
        <Button>Block</Button>
      </form>
      {loaderData.blocks.length === 0 ? (
        <EmptyState icon="users" title="No blocked addresses" />
      ) : (
        <ListTable
          label="Blocked addresses and domains"
          columns={COLUMNS}
          rows={loaderData.blocks}
          rowKey={({ id }) => id}
        />
      )}
    </>
  );
}
