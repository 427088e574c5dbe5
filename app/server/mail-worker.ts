import type { Duty } from "#db/store.ts";
import { findSignature } from "#auth/nda/store/nda-signatures.server.ts";
import { findOrg } from "#tenancy/orgs/store/orgs.server.ts";
import type { Services } from "#platform/context.ts";
import { MAX_ATTACHED_BYTES } from "#model/mail/mail.ts";
import { recordBytes } from "#content/files/signed-nda.ts";
import type { FilesOf } from "#platform/mail/enclosures.ts";
import { openMailWorker as openWorker } from "./mail/open-worker.ts";
import { openTransport } from "#platform/mail/transports/open-transport.ts";
import type { Transport } from "#platform/mail/transports/transport.ts";

/**
 * The mail worker of a process, with the files that its mails carry; tests hand in a transport of
 * their own.
 */
export function openMailWorker(
  services: Services,
  transport: Transport = openTransport(services.config),
  duty?: Duty,
) {
  return openWorker(services, filesFrom(services), transport, duty);
}

/**
 * What goes with a mail is what the NDA's register hands out: the record as it was kept, or made
 * anew where none was.
 */
function filesFrom({ store, blobs }: Pick<Services, "store" | "blobs">): FilesOf {
  return async ({ orgId, attachments }) => {
    const org = orgId === null ? null : await findOrg(store.read, orgId);
    if (org === null) throw new Error("the organization no longer exists");
    return Promise.all(
      attachments.map(async ({ signatureId, fileName }) => {
        const signature = await findSignature(store.read, org.id, signatureId);
        if (signature === null) throw new Error("the signature no longer exists");
        return {
          name: fileName,
          contentType: "application/pdf",
          bytes: await recordBytes({ store, blobs }, org, signature, MAX_ATTACHED_BYTES),
        };
      }),
    );
  };
}
