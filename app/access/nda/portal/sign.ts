import type { RouterContextProvider } from "react-router";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import { recordBlob } from "#platform/files/store/blobs.server.ts";
import { isoNow } from "#db/ids.ts";
import { keptMarkdownOf } from "#platform/files/store/markdown.server.ts";
import { ownSignature } from "#auth/nda/store/nda-signatures.server.ts";
import { findNda, signNda } from "#auth/nda/store/ndas.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { MAX_ATTACHED_BYTES } from "#model/mail/mail.ts";
import { formatMoment } from "#values/moments.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { marking } from "#content/files/watermark/marking.ts";
import { MAX_RECORD_BYTES, recordName } from "#content/files/signed-nda.ts";
import { brandOnHost } from "#platform/mail/brand.ts";
import { ndaSigned } from "../mail/nda-signed.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { hostName } from "#auth/request-context.ts";

type Member = Extract<Viewer, { mode: "accountExternal" }>;

/** What signing came to: `changed` when another text is in force than the one that was read. */
export type SignOutcome = "signed" | "already" | "changed";

/**
 * A member signs the text they read: its record as a PDF first, then row, audit and mail together.
 * The mail names the record, which the worker reads when it sends. Sent twice it is signed once;
 * the second record's file is swept.
 */
export async function sign(
  {
    context,
    request,
    org,
    viewer,
  }: { context: Readonly<RouterContextProvider>; request: Request; org: Org; viewer: Member },
  { name, versionId }: { name: string; versionId: string },
): Promise<SignOutcome> {
  const { store, blobs, config, now } = context.get(servicesContext);
  const { ip } = context.get(hostContext);
  const { member, account } = viewer;
  const { provider, current } = await findNda(store.read, org.id, now());
  if (provider !== "clickwrap" || current === null || current.id !== versionId) return "changed";
  if ((await ownSignature(store.read, org.id, member.id))?.versionId === versionId)
    return "already";
  const at = now();
  const userAgent = request.headers.get("User-Agent")?.slice(0, 500) ?? null;
  const { title, body, hash } = current;
  const pdf = await marking.signedNda(org, {
    name,
    email: member.email,
    accountName: account.name,
    signedAt: isoNow(at),
    ip,
    userAgent,
    version: { title, body: await keptMarkdownOf(store.read, org.id, body), hash },
    imported: null,
  });
  const blob = await blobs.put(org.id, pdf, { maxBytes: MAX_RECORD_BYTES });
  const by: Actor = {
    actor: `member:${member.id}`,
    actorName: `${member.firstName} ${member.lastName}`.trim() || member.email,
    ip,
  };
  return store.write(async (trx) => {
    // Looked at once more under the write lock: somebody may have published, or the form come
    // twice.
    const still = await findNda(trx, org.id, now());
    if (still.provider !== "clickwrap" || still.current?.id !== versionId) return "changed";
    if ((await ownSignature(trx, org.id, member.id))?.versionId === versionId) return "already";
    await recordBlob(trx, org.id, blob, isoNow(at));
    const signatureId = await signNda(
      { trx, orgId: org.id, by, now: at },
      { versionId, memberId: member.id, name, ip, userAgent, blobHash: blob.hash },
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
      email: member.email,
      title,
      signedOn: formatMoment(isoNow(at), org.timeZone),
      attached: attachments[0]?.fileName ?? null,
    };
    // Who signed is signed in on this host, and on no other.
    const brand = await brandOnHost(trx, org, config, hostName({ context }));
    await queueMail(trx, org.id, {
      to: { email: member.email, name },
      mail: renderMail(brand, ndaSigned, facts),
      now: at,
      attachments,
    });
    return "signed";
  });
}
