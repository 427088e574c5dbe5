import * as z from "zod";
import type { RouteHandle } from "#values/page-query.ts";
import type { Route } from "./+types/card-icon";
import { findAsset } from "#platform/files/store/assets.server.ts";
import { setCardIcon } from "../store/cards.server.ts";
import { cardSubject, type CardSnapshot } from "#content/products/store/card-history.server.ts";
import { snapshotOf } from "#web/history/store/record-change.server.ts";
import { NotFound } from "#db/refusals.ts";
import { servicesContext } from "#platform/context.ts";
import { ICON_REQUIRED, MAX_ICON_BYTES } from "#model/cards/forms/edit-forms.ts";
import { hasCardIcon } from "#model/cards/editing.ts";
import { isCardKind, type CardKind } from "#model/cards/kinds.ts";
import { readPictureForm } from "#platform/files/upload/picture.ts";
import { refuseLength } from "#platform/files/upload/receive.ts";
import { unknownProblem, problem } from "#web/api/json-body.ts";
import { storePicture } from "#platform/files/upload/stage-upload.ts";
import { productCall, type ProductCall } from "#content/products/api/product-call.ts";

export const handle: RouteHandle = { methods: ["GET", "POST", "DELETE"], takesFiles: true };

const OTHER_ICON = "The card’s icon was changed or removed.";

/** GET …/cards/{kind}/icon: the card's own icon, null where it has the default one. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return iconCall(args, async (call, kind) =>
    Response.json({ icon: await iconOf(call, kind), base: await call.stamp(editOf(kind)) }),
  );
}

/** Fields beside the picture. */
const ICON_NAMES = new Set(["assetId", "base"]);

const removal = z.strictObject({ assetId: z.string({ error: "Name the icon" }).max(64) });

/**
 * POST a picture as `icon` in multipart/form-data: the card's first icon (201), or with `assetId`,
 * which names the one that it has, another in its place. DELETE {assetId} brings the default icon
 * back.
 */
export function action(args: Route.ActionArgs): Promise<Response> | Response {
  const { method } = args.request;
  return iconCall(args, (call, kind) =>
    method === "POST" ? save(args, call, kind) : remove(call, kind),
  );
}

async function save(
  { context, request }: Route.ActionArgs,
  call: ProductCall,
  kind: CardKind,
): Promise<Response> {
  const { org, product, now } = call;
  refuseLength(request, MAX_ICON_BYTES, 1);
  const { fields, picture, fault } = await readPictureForm(request, MAX_ICON_BYTES);
  const unknown = [...fields.keys()].filter((name) => !ICON_NAMES.has(name));
  if (unknown.length > 0) return unknownProblem(unknown.slice(0, 20));
  if (fault !== null) throw fault;
  if (picture === null) return problem(400, ICON_REQUIRED, { errors: { icon: [ICON_REQUIRED] } });
  const before = await iconOf(call, kind);
  const stamp = await call.stamp(editOf(kind));
  if (
    (fields.get("assetId") ?? null) !== (before?.assetId ?? null) ||
    (fields.get("base") ?? stamp) !== stamp
  )
    return problem(409, OTHER_ICON, { errors: { assetId: [OTHER_ICON] } });
  const stored = await storePicture(context.get(servicesContext), org.id, picture, {
    type: "icon",
    maxBytes: MAX_ICON_BYTES,
  });
  const { changeId } = await call.change(editOf(kind), async (trx) =>
    setCardIcon(trx, org.id, product.id, kind, await stored.record(trx, now)),
  );
  return Response.json(
    { icon: await iconOf(call, kind), changeId, base: await call.stamp(editOf(kind)) },
    { status: before === null ? 201 : 200 },
  );
}

async function remove(call: ProductCall, kind: CardKind): Promise<Response> {
  const { assetId } = await call.read(removal);
  if ((await iconOf(call, kind))?.assetId !== assetId)
    return problem(409, OTHER_ICON, { errors: { assetId: [OTHER_ICON] } });
  const { changeId } = await call.change(editOf(kind), (trx) =>
    setCardIcon(trx, call.org.id, call.product.id, kind, null),
  );
  return Response.json({ icon: null, changeId, base: await call.stamp(editOf(kind)) });
}

/**
 * What the card's icon dialog asks: who may edit pictures, the plan's feature, a card that has an
 * icon of its own.
 */
function iconCall(
  args: Route.LoaderArgs | Route.ActionArgs,
  answer: (call: ProductCall, kind: CardKind) => Promise<Response>,
): Promise<Response> {
  return productCall(
    args,
    async (call) => {
      const { kind } = args.params;
      if (!call.permissions.has("assets:edit"))
        return problem(403, "You don't have access to this");
      if (!isCardKind(kind) || !hasCardIcon(kind)) throw new NotFound("card");
      return answer(call, kind);
    },
    "cardIcons",
  );
}

/** The icon alone is what a stamp is of. */
const editOf = (kind: CardKind) => ({
  subject: cardSubject,
  subjectId: kind,
  part: (card: CardSnapshot) => card.iconAssetId,
});

async function iconOf({ db, org, product }: ProductCall, kind: CardKind) {
  const key = { orgId: org.id, productId: product.id, subjectId: kind };
  const card = (await snapshotOf(db, cardSubject, key)) as CardSnapshot | null;
  if (card === null) throw new NotFound("card");
  const asset = card.iconAssetId === null ? null : await findAsset(db, org.id, card.iconAssetId);
  if (asset === null) return null;
  const { id, fileName, contentType } = asset;
  return {
    assetId: id,
    fileId: id,
    productId: product.id,
    isGlobal: false,
    type: "icon",
    relation: { type: "card", kind },
    fileName,
    contentType,
  };
}
