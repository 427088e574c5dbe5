import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import { keptMarkdownOf } from "#platform/files/store/markdown.server.ts";
import { ownSignature } from "#auth/nda/store/nda-signatures.server.ts";
import { findNda, signNda } from "#auth/nda/store/ndas.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { MAX_ATTACHED_BYTES } from "#model/mail/mail.ts";
import { formatMoment } from "#values/moments.ts";
import { marking } from "#content/files/watermark/marking.ts";
import { MAX_RECORD_BYTES, recordName } from "#content/files/signed-nda.ts";
import { brandOnHost } from "#platform/mail/brand.ts";
import { ndaSigned } from "../mail/nda-signed.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import type { Writer } from "#db/store.ts";
import { hostName, type RequestContext } from "#auth/request-context.ts";

/** Who signs. */
export interface Signer {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  accountName: string;
}

interface Signing extends RequestContext {
  signer: Signer;
}

/** What signing came to: `changed` when another text is in force than the one that was read. */
export type SignOutcome = "signed" | "already" | "changed";

/** A signature whose record was made, ready to be kept by the transaction that it belongs to. */
export interface PreparedSignature {
  /** Of two that come at once one is `signed`. */
  keep: (trx: Writer) => Promise<SignOutcome>;
}

/**
 * A member signs the text they read: its record as a PDF first, then row, audit and mail together.
 * Sent twice it is signed once; the second record's file is swept.
 */
export async function sign(
  signing: Signing,
  values: { name: string; versionId: string },
): Promise<SignOutcome> {
  const prepared = await prepareSignature(signing, values);
  if (typeof prepared === "string") return prepared;
  return signing.context.get(servicesContext).store.write((trx) => prepared.keep(trx));
}

/**
 * Makes the record of a signature. Nothing is signed before it is kept: row, audit and mail, which
 * names the record that the worker reads when it sends, are one transaction.
 */
export async function prepareSignature(
  { context, request, org, signer }: Signing,
  { name, versionId }: { name: string; versionId: string },
): Promise<PreparedSignature | Exclude<SignOutcome, "signed">> {
  const { store, blobs, config, now } = context.get(servicesContext);
  const { ip } = context.get(hostContext);
  const { provider, current } = await findNda(store.read, org.id, now());
  if (provider !== "clickwrap" || current === null || current.id !== versionId) return "changed";
  if ((await ownSignature(store.read, org.id, signer.id))?.versionId === versionId)
    return "already";
  const at = now();
  const userAgent = request.headers.get("User-Agent")?.slice(0, 500) ?? null;
  const { title, body, hash } = current;
  const pdf = await marking.signedNda(org, {
    name,
    email: signer.email,
    accountName: signer.accountName,
    signedAt: isoNow(at),
    ip,
    userAgent,
    version: { title, body: await keptMarkdownOf(store.read, org.id, body), hash },
    imported: null,
  });
  const blob = await blobs.put(org.id, pdf, { maxBytes: MAX_RECORD_BYTES });
  const by: Actor = {
    actor: `member:${signer.id}`,
    actorName: `${signer.firstName} ${signer.lastName}`.trim() || signer.email,
    ip,
  };
  const keep = async (trx: Writer): Promise<SignOutcome> => {
    // Looked at once more under the write lock: somebody may have published, or the form come
    // twice.
    const still = await findNda(trx, org.id, now());
    if (still.provider !== "clickwrap" || still.current?.id !== versionId) return "changed";
    if ((await ownSignature(trx, org.id, signer.id))?.versionId === versionId) return "already";
    await recordBlob(trx, org.id, blob, isoNow(at));
    const signatureId = await signNda(
      { trx, orgId: org.id, by, now: at },
      { versionId, memberId: signer.id, name, ip, userAgent, blobHash: blob.hash },
    );
    // A text so long that mail servers would not take it goes by the link alone.
    const attachments =
      blob.size > MAX_ATTACHED_BYTES
        ? []
        : [
            {
              signatureId,
              fileName: recordName(org, { signedAt: isoNow(at), importedAt: null }),
              size: blob.size,
            },
          ];
    const facts = {
      name,
      email: signer.email,
      title,
      signedOn: formatMoment(isoNow(at), org.timeZone),
      attached: attachments[0]?.fileName ?? null,
    };
    // Who signed is signed in on this host, and on no other.
    const brand = await brandOnHost(trx, org, config, hostName({ context }));
    await queueMail(trx, org.id, {
      to: { email: signer.email, name },
      mail: renderMail(brand, ndaSigned, facts),
      now: at,
      attachments,
    });
    return "signed";
  };
  return { keep };
}
