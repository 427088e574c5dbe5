import { findAsset } from "../files/store/assets.server.ts";
import { prepared } from "#db/prepared.ts";
import type { Reader } from "#db/store.ts";
import { inOrg } from "#db/tenant.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { BlobStore } from "../files/blob-store.ts";
import { shownPictureSize } from "../files/picture-size.ts";
import type { MailFile } from "./transports/transport.ts";

/** A larger logo stays out of mail: it would travel with every copy of a mailing. */
const MAX_BYTES = 100 * 1024;

/** The kinds that every mail program draws. */
const KINDS: ReadonlySet<string> = new Set(["image/png", "image/jpeg"]);

const PICTURE = prepared((db, p: { orgId: string; id: string }) =>
  inOrg(db, p.orgId)
    .selectFrom("assets as a")
    .innerJoin("blobs as b", (join) =>
      join.onRef("b.orgId", "=", "a.orgId").onRef("b.hash", "=", "a.blobHash"),
    )
    .select(["a.contentType", "b.size"])
    .where("a.id", "=", p.id),
);

/**
 * The logo that travels with an org's mail.
 * @returns its asset's id; null where there is none, or one that mail programs don't draw
 */
export async function mailLogo(db: Reader, org: Pick<Org, "id" | "logo">): Promise<string | null> {
  if (org.logo === null) return null;
  const [row] = await PICTURE(db, { orgId: org.id, id: org.logo.id });
  return row !== undefined && KINDS.has(row.contentType) && row.size <= MAX_BYTES
    ? org.logo.id
    : null;
}

/** How high a logo stands in a mail, and how wide its column is, in pixels. */
export const LOGO_HEIGHT = 30;
const MAX_WIDTH = 512;

const BEGIN = 'src="cid:logo-';
const HOST = "@open-trust-center";

/** The address of a logo in a mail's HTML (RFC 2392): the part of the mail that holds it. */
export function logoAddress(assetId: string): string {
  return `cid:logo-${assetId}${HOST}`;
}

/**
 * Which logo a mail's HTML shows. What people write can't name one: their quotes are entities.
 * @returns the asset's id, or null
 */
export function logoIn(html: string): string | null {
  const at = html.indexOf(BEGIN);
  if (at === -1) return null;
  const end = html.indexOf(HOST, at);
  return end === -1 ? null : html.slice(at + BEGIN.length, end);
}

/** The picture that a mail shows, and how wide it stands there; null where it does not say. */
interface MailLogo extends MailFile {
  cid: string;
  width: number | null;
}

/** Finds the picture that a mail shows, for the moment at which it leaves; null without one. */
export type LogoOf = (mail: { orgId: string | null; html: string }) => Promise<MailLogo | null>;

/** So many logos are kept in memory: a mailing asks for one thousands of times. */
const MOST_KEPT = 20;

/**
 * Reads logos from the library's files. One that can't be read is none: the mail says in words
 * whose it is.
 */
export function logosFrom({ store, blobs }: { store: { read: Reader }; blobs: BlobStore }): LogoOf {
  const kept = new Map<string, MailLogo>();
  return async ({ orgId, html }) => {
    const assetId = orgId === null ? null : logoIn(html);
    if (orgId === null || assetId === null) return null;
    const key = `${orgId} ${assetId}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const asset = await findAsset(store.read, orgId, assetId);
    if (asset === null || !KINDS.has(asset.contentType)) return null;
    const bytes = await blobs.readAll(orgId, asset.blobHash, MAX_BYTES).catch(() => null);
    if (bytes === null) return null;
    const file = {
      name: asset.contentType === "image/png" ? "logo.png" : "logo.jpg",
      contentType: asset.contentType,
      bytes,
      cid: logoAddress(assetId).slice("cid:".length),
      width: logoWidth(bytes),
    };
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(key, file);
    return file;
  };
}

/** How wide a logo of these bytes stands in a mail; null where they don't say. */
export function logoWidth(bytes: Buffer): number | null {
  const size = shownPictureSize(bytes);
  if (size === null || size.width === 0 || size.height === 0) return null;
  const width = Math.round((LOGO_HEIGHT * size.width) / size.height);
  return Math.min(MAX_WIDTH, Math.max(1, width));
}

/**
 * A mail's HTML that says how wide its logo is: Word, which draws in Outlook for Windows, reads no
 * styles of pictures, and of a picture without both sizes it takes the pixels.
 */
export function withLogoWidth(html: string, { cid, width }: MailLogo): string {
  return width === null
    ? html
    : html.replace(`src="cid:${cid}"`, (source) => `${source} width="${width}"`);
}

/** A mail's HTML without its logo, for one that can't be had. */
export function withoutLogo(html: string): string {
  const at = html.indexOf(BEGIN);
  const begin = at === -1 ? -1 : html.lastIndexOf("<img", at);
  const end = begin === -1 ? -1 : html.indexOf(">", at);
  return end === -1 ? html : html.slice(0, begin) + html.slice(end + 1);
}

/**
 * A mail's HTML for a page that shows it: its logo stands inside, since no program is there that
 * looks for it among the mail's parts.
 */
export async function htmlWithLogo(
  services: Parameters<typeof logosFrom>[0],
  mail: Parameters<LogoOf>[0],
): Promise<string> {
  const logo = await logosFrom(services)(mail);
  if (logo === null) return withoutLogo(mail.html);
  const picture = `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString("base64")}`;
  return withLogoWidth(mail.html, logo).replace(`src="cid:${logo.cid}"`, () => `src="${picture}"`);
}
