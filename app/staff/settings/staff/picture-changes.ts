import { data, type RouterContextProvider } from "react-router";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { setPicture } from "#company/settings/store/customizations.server.ts";
import type { AssetRef, Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import {
  isPicturePath,
  PICTURE_TYPES,
  PICTURES,
  type PicturePath,
} from "#company/settings/rules/pictures.ts";
import { sizeInWords } from "#values/file-size.ts";
import { acceptOf } from "#values/picture-kinds.ts";
import { isMultipart } from "#platform/files/upload/multipart.ts";
import { readPictureForm } from "#platform/files/upload/picture.ts";
import { storePicture } from "#platform/files/upload/stage-upload.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { notFound } from "#web/forms/form.ts";
import { shownAction, type Refusal } from "#web/forms/shown.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { settingsSubject } from "#company/settings/store/settings-history.server.ts";

export interface PictureRefused {
  message: string;
}

/** The picture that an address is about. @throws 404 */
export function pictureAt(path: string): PicturePath {
  if (isPicturePath(path)) return path;
  throw notFound();
}

export function storedPicture(org: Org, path: PicturePath): AssetRef | null {
  return org[PICTURES[path].picture];
}

/** What the page of a picture shows of it. */
export function shownPicture(org: Org, path: PicturePath) {
  const asset = storedPicture(org, path);
  const { title, hint, maxBytes, kinds } = PICTURES[path];
  return {
    title,
    hint: `${hint} ${PICTURE_TYPES[kinds]}, up to ${sizeInWords(maxBytes)}.`,
    accept: acceptOf(kinds),
    src: asset === null ? null : `/api/share/${org.id}/assets/${asset.id}?v=${asset.revision}`,
    dark: path === "logo-dark",
  };
}

/**
 * Puts the picture of the form on the portal; a form without a file takes the picture off.
 * @param then where the answer leads once a picture is saved
 */
export async function changePicture(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  path: PicturePath,
  then = "/settings/look",
) {
  const { org, session } = await requireStaff(context, "settings:edit");
  const services = context.get(servicesContext);
  const { store, now } = services;
  const { picture, title, maxBytes, kinds } = PICTURES[path];
  const edit = {
    subject: settingsSubject,
    orgId: org.id,
    productId: null,
    subjectId: "",
    by: actorOf(context, session),
    now: now(),
  } as const;
  const save = (work: (trx: Writer) => Promise<unknown>) =>
    store.write((trx) => recordChange(trx, edit, () => work(trx)));
  const change = async (refuse: (message: string) => ReturnType<typeof shown>) => {
    if (!isMultipart(request)) {
      await save((trx) => setPicture({ trx, orgId: org.id, now: now() }, picture, null));
      return redirectWithFlash(context, "/settings/look", `${title} removed.`);
    }
    const { picture: received, fault } = await readPictureForm(request, maxBytes, kinds);
    if (fault !== null) throw fault;
    if (received === null) return refuse("Choose a file.");
    const stored = await storePicture(services, org.id, received, { type: path, maxBytes });
    await save(async (trx) =>
      setPicture({ trx, orgId: org.id, now: now() }, picture, await stored.record(trx, now())),
    );
    return redirectWithFlash(context, then, `${title} saved.`);
  };
  return shownAction(context, shown, change);
}

function shown({ said, status, headers }: Refusal) {
  return data<PictureRefused>(
    { message: said.join(" ") },
    { status, ...(headers === undefined ? {} : { headers }) },
  );
}
