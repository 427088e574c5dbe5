import type { RouteHandle } from "#values/page-query.ts";
import { notFound } from "#web/forms/form.ts";
import { shownAction } from "#web/forms/shown.ts";
import { data } from "react-router";
import type { Route } from "./+types/icon";
import { baseOf, EditConflict } from "#web/history/store/record-change.server.ts";
import { cardSubject, type CardSnapshot } from "#content/products/store/card-history.server.ts";
import { setCardIcon } from "../store/cards.server.ts";
import { findAsset } from "#platform/files/store/assets.server.ts";
import { servicesContext } from "#platform/context.ts";
import {
  ICON_FAILED,
  ICON_HINT,
  ICON_REQUIRED,
  iconSchema,
} from "#model/cards/forms/edit-forms.ts";
import { hasCardIcon } from "#model/cards/editing.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { Icon, KIND_ICONS } from "#web/ui/icon.tsx";
import { EditDialog, editMeta } from "#web/staff/editing/edit-dialog.tsx";
import { editedCard } from "#content/products/staff/edited-card.ts";
import { editRequest, type EditRequest } from "#web/staff/editing/edit-request.ts";
import { PictureField } from "#web/staff/editing/picture-field.tsx";
import { refusedPicture, takeIcon } from "#web/staff/editing/icon-upload.ts";

export const handle: RouteHandle = { dialog: true, takesFiles: true };

const NEEDS = { permission: "assets:edit", feature: "cardIcons" } as const;

/** The form shows the icon alone. */
const shown = (card: CardSnapshot) => card.iconAssetId;

async function cardOf(edit: EditRequest, kind: string) {
  const card = await editedCard(edit, kind);
  if (!hasCardIcon(card.kind)) throw notFound();
  return card;
}

export async function loader(args: Route.LoaderArgs) {
  const edit = await editRequest(args, NEEDS);
  const { kind, key, title, snapshot } = await cardOf(edit, args.params.kind);
  const asset =
    snapshot.iconAssetId === null
      ? null
      : await findAsset(edit.scope.db, edit.org.id, snapshot.iconAssetId);
  const icon =
    asset === null
      ? null
      : {
          fileName: asset.fileName,
          href: `/api/share/${edit.org.id}/assets/${asset.id}?v=${asset.revision}`,
        };
  return {
    page: edit.page,
    kind,
    title,
    icon,
    base: await baseOf(edit.scope.db, cardSubject, key, shown),
  };
}

export async function action(args: Route.ActionArgs) {
  const edit = await editRequest(args, NEEDS);
  const { kind, snapshot } = await cardOf(edit, args.params.kind);
  const services = args.context.get(servicesContext);
  const sent = await takeIcon(args, services, edit.org.id);
  if ("refused" in sent) return data(sent.refused, { status: sent.status });
  const parsed = iconSchema.safeParse(Object.fromEntries(sent.fields));
  if (!parsed.success)
    return refusedPicture(args.context, sent.fields, {
      fields: { mode: ["Choose the default icon or a custom one"] },
    });
  const { mode, base } = parsed.data;
  // A custom icon that is there already may stay without being sent again.
  if (mode === "custom" && sent.picture === null && snapshot.iconAssetId === null)
    return refusedPicture(args.context, sent.fields, { fields: { icon: [ICON_REQUIRED] } });
  const save = async () => {
    const { changeId } = await edit.change(
      { subject: cardSubject, subjectId: kind, base, part: shown },
      async (trx) => {
        if (mode === "default") await setCardIcon(trx, edit.org.id, edit.product.id, kind, null);
        else if (sent.picture !== null)
          await setCardIcon(
            trx,
            edit.org.id,
            edit.product.id,
            kind,
            await sent.picture.record(trx, edit.now),
          );
      },
    );
    if (mode === "default") return edit.done("Card icon reset to default", changeId);
    return edit.done(
      "Card icon saved. The icon may take a few minutes to appear",
      changeId,
      edit.href(),
      { link: { label: "Refresh Page", to: edit.href() } },
    );
  };
  return shownAction(
    args.context,
    (refused) => refusedPicture(args.context, sent.fields, { refused }),
    save,
    {
      failed: ICON_FAILED,
      answers(error) {
        if (!(error instanceof EditConflict)) return undefined;
        return refusedPicture(args.context, sent.fields, {
          conflict: {
            error,
            timeZone: edit.org.timeZone,
            fields: [
              {
                label: "Icon",
                yours: mode === "default" ? called(null) : "Custom icon (choose the file again)",
                theirs: called((error.current as CardSnapshot).iconAssetId),
              },
            ],
          },
        });
      },
    },
  );
}

function called(assetId: string | null): string {
  return assetId === null ? "Default icon" : "Custom icon";
}

export function meta({ loaderData }: Route.MetaArgs) {
  return editMeta(loaderData?.page, loaderData?.title ?? "Change card icon");
}

export default function CardIcon({ loaderData, actionData }: Route.ComponentProps) {
  const { page, kind, title, icon, base } = loaderData;
  const chosen = actionData?.mode ?? (icon === null ? "default" : "custom");
  return (
    <EditDialog
      page={page}
      title={title}
      base={base}
      answer={actionData}
      fields={{ mode: "icon-mode", icon: "icon-file" }}
      uploads
    >
      <FieldGroup
        id="icon-mode"
        legend="Card icon"
        errors={actionData?.result.error?.mode ?? undefined}
      >
        <Choice
          id="icon-default"
          type="radio"
          name="mode"
          value="default"
          defaultChecked={chosen === "default"}
          label={
            <span className="inline-flex items-center gap-2">
              <Icon name={KIND_ICONS[kind]} />
              Default icon
            </span>
          }
        />
        <Choice
          id="icon-custom"
          type="radio"
          name="mode"
          value="custom"
          defaultChecked={chosen === "custom"}
          label={
            <span className="inline-flex items-center gap-2">
              {icon === null ? null : (
                <img
                  src={icon.href}
                  alt=""
                  width={20}
                  height={20}
                  className="size-5 object-contain"
                />
              )}
              Custom icon
            </span>
          }
          hint={icon === null ? undefined : `Now: ${icon.fileName}`}
        />
      </FieldGroup>
      <PictureField
        id="icon-file"
        name="icon"
        label="Custom icon"
        hint={ICON_HINT}
        chooses="icon-custom"
        errors={actionData?.result.error?.icon ?? undefined}
      />
    </EditDialog>
  );
}
