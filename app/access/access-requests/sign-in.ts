import { findAccessStatus } from "./store/access-status.server.ts";
import { findMember } from "#auth/accounts/store/members.server.ts";
import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { spendSignInLink } from "#auth/store/sign-in-links.server.ts";
import {
  countCodeTry,
  MAX_WRONG_CODES,
  takesMailedCode,
  type SignInLink,
} from "#auth/store/sign-in-codes.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { portalLink } from "#platform/mail/brand.ts";
import { signInCodesEnded } from "#company/auth/mail/staff-password.tsx";
import { renderMail } from "#platform/mail/render.tsx";
import { isSignInCode, type CodeKind } from "#auth/codes.ts";
import { beginMemberSession, type SignedIn } from "#auth/member-session.ts";
import type { Writer } from "#db/store.ts";
import type { Grant } from "#model/visibility/viewer.ts";
import { hostBrand } from "./log-in.ts";
import type { RequestContext } from "#auth/request-context.ts";

/**
 * How somebody proves that a link is theirs: as the browser that asked, or by a code that the other
 * side shows.
 */
export type LinkProof = { by: "asking-browser" } | { by: CodeKind; code: string };

/** The code is wrong. */
export class WrongSignInCode extends Error {}

/**
 * So many wrong codes were typed for the address that it signs in by links alone until tomorrow.
 */
export class CodesEnded extends Error {}

/** The link was used, has expired, had five wrong codes, or its owner may not sign in any more. */
export class LinkSpent extends Error {}

export interface SignedInByLink extends SignedIn {
  /** The member's grants in force, as the transaction read them; null: it did not. */
  grants: readonly Grant[] | null;
}

interface Presented {
  link: SignInLink;
  proof: LinkProof;
}

/**
 * Signs the owner of a link in: link, session and audit are one transaction, and of two parallel
 * calls one succeeds.
 * @param prepare makes what belongs to the same transaction, once the proof is right; what that
 *   throws leaves the link as it was
 * @throws WrongSignInCode; CodesEnded; LinkSpent; TooManyRequests
 */
export async function signInByLink(
  asking: RequestContext,
  link: SignInLink,
  proof: LinkProof,
  prepare?: () => Promise<((trx: Writer) => Promise<void>) | null>,
): Promise<SignedInByLink> {
  await checkProof(asking, { link, proof });
  const also = (await prepare?.()) ?? undefined;
  return complete(asking, { link, proof }, also);
}

async function checkProof(asking: RequestContext, { link, proof }: Presented): Promise<void> {
  if (proof.by === "asking-browser") return;
  // No code of another browser opens an approval's link: that browser asks for a link of its own.
  if (link.requestId !== null && proof.by === "shown") throw new LinkSpent();
  const { context, org } = asking;
  const { store, key, limits, now } = context.get(servicesContext);
  if (!takesMailedCode(link, now())) throw new LinkSpent();
  // A browser that the person signed in with before has tries that nobody else of its network uses
  // up.
  if (link.browser === null) await limits.consume("access-ip", context.get(hostContext).ip);
  const counted = await store.write((trx) =>
    countCodeTry({ trx, orgId: org.id, now: now() }, link, proof.by),
  );
  if (counted === "ended") throw new CodesEnded();
  if (counted === "spent") throw new LinkSpent();
  // An address that may not sign in has a link that no code opens.
  if (link.memberId !== null && isSignInCode(key, proof.by, link.id, proof.code)) return;
  if (counted === "last") await tellCodesEnded(asking, link);
  throw new WrongSignInCode();
}

/**
 * Tells the owner of an address that somebody typed its last wrong code of the day, and the record.
 */
async function tellCodesEnded(asking: RequestContext, link: SignInLink): Promise<void> {
  const { context, org } = asking;
  const { store, now } = context.get(servicesContext);
  const { memberId, email } = link;
  if (memberId === null) return;
  const brand = await hostBrand(asking);
  const facts = {
    link: portalLink(brand, "", { loginRequest: "true", source: "mail", email }),
    tries: MAX_WRONG_CODES,
  };
  await store.write(async (trx) => {
    const write = {
      trx,
      orgId: org.id,
      by: { actor: "visitor", actorName: "Visitor", ip: context.get(hostContext).ip },
      now: now(),
    };
    const mail = renderMail(brand, signInCodesEnded, facts);
    await queueMail(trx, org.id, { to: { email }, mail, now: write.now });
    await recordAudit(write, {
      action: "member.codes-ended",
      subject: memberId,
      detail: { email },
    });
  });
}

async function complete(
  asking: RequestContext,
  { link, proof }: Presented,
  also?: (trx: Writer) => Promise<void>,
): Promise<SignedInByLink> {
  const { context, org } = asking;
  const { store, now } = context.get(servicesContext);
  return store.write(async (trx) => {
    const write = { trx, orgId: org.id, now: now() };
    const member = link.memberId === null ? null : await findMember(trx, org.id, link.memberId);
    if (member === null || !(await spendSignInLink(write, link.id, proof.by === "mailed")))
      throw new LinkSpent();
    // Between mail and button access may have ended: the login says so.
    const address = readEmail(member.email) ?? { email: member.email, key: member.email };
    const known = await findAccessStatus(trx, org.id, address, write.now);
    if (known.standing !== "active") throw new LinkSpent();
    const signedIn = await beginMemberSession(trx, asking, member);
    await also?.(trx);
    // A person of several accounts may stand well by another one than the link's.
    return { ...signedIn, grants: known.member?.id === member.id ? (known.grants ?? null) : null };
  });
}
