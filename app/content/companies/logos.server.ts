import type { Services } from "#platform/context.ts";
import { MAX_LOGO_BYTES } from "#model/companies/company-forms.ts";
import { readPicture } from "#platform/files/upload/picture.ts";
import { storePicture } from "#platform/files/upload/stage-upload.ts";
import { UploadFault } from "#platform/files/upload/fault.ts";
import { exemptFor } from "#platform/integrations/exemptions.ts";
import { fetchOutside, OutboundFailed } from "#platform/integrations/outbound.ts";
import { listWaitingLogos, settleLogo, type WaitingCompany } from "./store/company-rows.server.ts";

type Parts = Pick<Services, "config" | "store" | "blobs" | "now" | "log">;

const AT_ONCE = 10;
/** A logo that can't be had is asked for so often, with this long between. */
const TRIES = 3;
const BETWEEN_MS = 60_000;

/** Who asks for which pictures: the pictures that are no use are not taken. */
const ACCEPTED = "image/svg+xml,image/png,image/jpeg,image/webp,image/gif";
const ENDINGS: Readonly<Record<string, string>> = {
  "image/svg+xml": "svg",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
};

/** What was tried in vain in this process, by company. */
const tried = new Map<string, { times: number; next: number }>();

/**
 * Fetches the logos of companies that were picked from a directory, once each: from then on they
 * are pictures of the org's own. One that is no picture, or does not come after three tries, is
 * given up; staff can upload another.
 */
export async function fetchWaitingLogos(
  parts: Parts,
  ended: () => boolean = () => false,
): Promise<void> {
  const { store, now, log } = parts;
  for (const company of await listWaitingLogos(store.read, AT_ONCE)) {
    if (ended()) return;
    const key = `${company.orgId} ${company.id}`;
    const before = tried.get(key) ?? { times: 0, next: 0 };
    if (before.next > now().getTime()) continue;
    try {
      await fetchLogo(parts, company);
      tried.delete(key);
    } catch (error) {
      const { domain } = company;
      const isPicture = !(error instanceof UploadFault);
      if (isPicture && !(error instanceof OutboundFailed)) throw error;
      const times = before.times + 1;
      log.warn({ domain, reason: error.message }, "a company’s logo was not fetched");
      if (isPicture && times < TRIES) {
        tried.set(key, { times, next: now().getTime() + times * BETWEEN_MS });
        continue;
      }
      tried.delete(key);
      await store.write((trx) => settleLogo(trx, company, null));
    }
  }
}

/**
 * @throws OutboundFailed when it does not come; UploadFault for what is no picture of the kinds
 * that are taken
 */
async function fetchLogo(
  { config, store, blobs, now }: Parts,
  company: WaitingCompany,
): Promise<void> {
  const { orgId, domain, logoFrom } = company;
  const answer = await fetchOutside(logoFrom, ACCEPTED, {
    allow: exemptFor(config.outboundAllow, "logos"),
    maxBytes: MAX_LOGO_BYTES,
  });
  if (answer.status !== 200) throw new OutboundFailed(`It answered ${answer.status}.`);
  const type = answer.contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const name = `${domain ?? "logo"}.${ENDINGS[type] ?? "other"}`;
  const picture = await readPicture(name, pieces(answer.bytes), MAX_LOGO_BYTES, "logo");
  if (picture === null) throw new UploadFault("It is empty.");
  const stored = await storePicture({ blobs }, orgId, picture, {
    type: "company",
    maxBytes: MAX_LOGO_BYTES,
  });
  await store.write(async (trx) => settleLogo(trx, company, await stored.record(trx, now())));
}

async function* pieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
