import { itemPath } from "#model/portal-paths.ts";
import type { Route } from "./+types/item-url";
import { baseOf, EditConflict } from "#web/history/store/record-change.server.ts";
import type { ItemSnapshot } from "../store/item-history-words.server.ts";
import { saveItem } from "../store/items.server.ts";
import { itemUrlSchema } from "#model/cards/forms/edit-forms.ts";
import { cardAddress } from "#model/cards/editing.ts";
import { defaultItemSlug } from "#values/names.ts";
import { failing, formAction } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { textField } from "#web/forms/fields.ts";
import { FormDialog } from "#web/staff/editing/form-dialog.tsx";
import { TextField } from "#web/ui/field.tsx";
import { conflictAnswer } from "#web/staff/editing/conflict.tsx";
import { editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editRequest } from "#web/staff/editing/edit-request.ts";
import { namedItem } from "./edited-item.ts";
import { itemSubject } from "../store/item-history.server.ts";

export const handle = { dialog: true };

/** How long the confirmation stands; History takes it back later. */
const CONFIRMED_MS = 3_000;

/** The form shows the item's own slug alone. */
const shown = (item: ItemSnapshot) => item.row.customSlug;

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args);
  const { key, item } = await namedItem(edit, args.params.itemUid);
  const { kind, title, customSlug } = item;
  return {
    page: { ...edit.page, closeHref: edit.href(cardAddress(kind, "read")) },
    title,
    slug: customSlug ?? defaultItemSlug(title),
    constraint: formConstraint(itemUrlSchema),
    address: `/${edit.org.slug}${itemPath("", edit.product, edit.products)}`,
    base: await baseOf(edit.scope.db, itemSubject, key, shown),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args);
  const { item } = await namedItem(edit, args.params.itemUid);
  return formAction(
    args,
    itemUrlSchema,
    async (submitted) => {
      const { base, slug } = submitted.value;
      const { uid, kind, title, isStored } = item;
      const { changeId } = await edit.change(
        { subject: itemSubject, subjectId: uid, base, part: shown },
        (trx) =>
          saveItem(
            trx,
            edit.org.id,
            edit.product.id,
            { uid, kind, customSlug: slug, ...(isStored ? {} : { enabledState: "NotEnabled" }) },
            { by: edit.by.actorName, on: edit.now },
          ),
      );
      return edit.done(`Successfully created custom URL for ${title}`, changeId, edit.href(), {
        passesAfter: CONFIRMED_MS,
      });
    },
    {
      ...failing("Failed to create custom URL"),
      answers: (error, submitted) => {
        if (!(error instanceof EditConflict)) return undefined;
        const { slug } = submitted.value;
        const theirs = (error.current as ItemSnapshot | null)?.row.customSlug ?? null;
        return conflictAnswer(
          submitted.refuse({ form: [error.message] }, { status: 409 }),
          error,
          edit.org.timeZone,
          [{ label: "URL slug", yours: slug, theirs }],
        );
      },
    },
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, "Create custom url");
}

export default function ItemUrl({ loaderData, actionData }: Route.ComponentProps) {
  const { title, address } = loaderData;
  return (
    <FormDialog
      data={loaderData}
      answer={actionData}
      title="Create custom url"
      names={["slug"]}
      stored={{ slug: loaderData.slug }}
    >
      {({ slug }) => (
        <>
          <p>
            The URL of <strong>{title}</strong> will end with this slug:{" "}
            <span className="font-mono text-sm break-all">{address}…</span> Old links keep working.
          </p>
          <TextField
            {...textField(slug)}
            label="URL slug"
            hint="Lowercase letters, numbers and hyphens"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus=""
          />
        </>
      )}
    </FormDialog>
  );
}
