import type * as z from "zod";
import { findAccessRequest } from "../store/access-requests.server.ts";
import { dueNda, shownNda } from "#access/nda/portal/due.ts";
import type { ShownNda } from "#access/nda/portal/nda-parts.tsx";
import { prepareSignature } from "#access/nda/portal/sign.ts";
import { signNdaSchema } from "#access/nda/forms/nda.ts";
import { TEXT_CHANGED } from "#model/nda/texts.ts";
import { findMember } from "#auth/accounts/store/members.server.ts";
import type { RequestContext } from "#auth/request-context.ts";
import type { SignInLink } from "#auth/store/sign-in-codes.server.ts";
import { Refused } from "#db/refusals.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { keptMarkdown } from "#platform/files/store/markdown.server.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { LinkSpent, signInByLink, type LinkProof, type SignedInByLink } from "../sign-in.ts";

/** The NDA that somebody has still to sign, on the page that signs them in. */
export interface NdaOfLink {
  text: ShownNda;
  /** What the name field begins with. */
  fullName: string;
  constraint: ReturnType<typeof formConstraint>;
}

/** Another NDA is in force than the one that was read. */
export class TextChanged extends Refused {
  override readonly status = 409;
}

type Asking = Pick<RequestContext, "context" | "org">;

/** Whom a link signs in; null where it signs in nobody. */
export async function ownerOf({ context, org }: Asking, { memberId }: SignInLink) {
  const { store } = context.get(servicesContext);
  return memberId === null ? null : findMember(store.read, org.id, memberId);
}

/** What the owner of a link has still to sign; null where nothing is. */
export async function ndaOfLink(asking: Asking, link: SignInLink): Promise<NdaOfLink | null> {
  const { context, org } = asking;
  const { store, now } = context.get(servicesContext);
  const member = await ownerOf(asking, link);
  const due = member === null ? null : await dueNda(store.read, org.id, member, now());
  if (member === null || due === null) return null;
  const treeOf = await keptMarkdown(store.read, org.id, [due.body]);
  return {
    text: shownNda(org, due, treeOf(due.body)),
    fullName: `${member.firstName} ${member.lastName}`.trim(),
    constraint: formConstraint(signNdaSchema),
  };
}

/**
 * The same for the page that waits for the code of an approval's email. Nobody has proved the
 * address there yet, so the name is the one that this browser sent with its request.
 */
export async function ndaWhileWaiting(asking: Asking, link: SignInLink): Promise<NdaOfLink | null> {
  if (link.requestId === null) return null;
  const { store } = asking.context.get(servicesContext);
  const [nda, request] = await Promise.all([
    ndaOfLink(asking, link),
    findAccessRequest(store.read, asking.org.id, link.requestId),
  ]);
  if (nda === null) return null;
  const fullName = request === null ? "" : `${request.firstName} ${request.lastName}`.trim();
  return { ...nda, fullName };
}

/**
 * Signs the owner of a link in, and signs the NDA where its values came with it: either both are
 * done or neither.
 * @returns with whether it was signed
 * @throws TextChanged, and what `signInByLink` throws
 */
export async function signInAndSign(
  asking: RequestContext,
  link: SignInLink,
  proof: LinkProof,
  values: z.output<typeof signNdaSchema> | null,
): Promise<{ signedIn: SignedInByLink; isSigned: boolean }> {
  let isSigned = false;
  const signedIn = await signInByLink(asking, link, proof, async () => {
    const keep = values === null ? null : await signatureByLink(asking, link, values);
    isSigned = keep !== null;
    return keep;
  });
  return { signedIn, isSigned };
}

/** The signature, for the transaction that signs in; null where nothing is left to sign. */
async function signatureByLink(
  asking: RequestContext,
  link: SignInLink,
  values: z.output<typeof signNdaSchema>,
): Promise<((trx: Writer) => Promise<void>) | null> {
  const { store, now } = asking.context.get(servicesContext);
  const member = await ownerOf(asking, link);
  if (member === null) throw new LinkSpent();
  if ((await dueNda(store.read, asking.org.id, member, now())) === null) return null;
  const signer = { ...member, accountName: member.account.name };
  const prepared = await prepareSignature({ ...asking, signer }, values);
  if (prepared === "changed") throw new TextChanged(TEXT_CHANGED);
  if (prepared === "already") return null;
  return async (trx) => {
    if ((await prepared.keep(trx)) === "changed") throw new TextChanged(TEXT_CHANGED);
  };
}
