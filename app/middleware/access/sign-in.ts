import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { findStanding } from "../../../db/access-standing.ts";
import { findMember } from "../../../db/accounts.ts";
import { countCodeTry, spendSignInLink, type SignInLink } from "../../../db/sign-in-links.ts";
import { doorContext, servicesContext } from "../../context.ts";
import { readEmail } from "../../domain/subscriber-email.ts";
import { isSignInCode, type CodeKind } from "./codes.ts";
import { beginMemberSession, type SignedIn } from "./member-session.ts";
import type { Asking } from "./place.ts";

/** How somebody proves that a link is theirs: as the browser that asked, or by a code that the other side shows. */
export type LinkProof = { by: "asking-browser" } | { by: CodeKind; code: string };

/** The code is wrong. */
export class WrongSignInCode extends Error {}

/** The link was used, has expired, had five wrong codes, or its owner may not sign in any more. */
export class LinkSpent extends Error {}

interface Presented {
  link: SignInLink;
  proof: LinkProof;
}

/** Verifies a link that the route has found already, and nothing else: what a verified one leads to is the application's. */
class MagicLinkStrategy<User> extends Strategy<User, Presented> {
  override name = "magic-link";
  readonly #presented: Presented;

  constructor(presented: Presented, verify: Strategy.VerifyFunction<User, Presented>) {
    super(verify);
    this.#presented = presented;
  }

  override authenticate(_request: Request): Promise<User> {
    return this.verify(this.#presented);
  }
}

/**
 * Signs the owner of a link in: link, session and audit are one transaction, and of two parallel calls one
 * succeeds. The authenticator is built for this one request, since members sign in on many hosts.
 * @throws WrongSignInCode; LinkSpent; TooManyRequests
 */
export function signInByLink(
  asking: Asking,
  link: SignInLink,
  proof: LinkProof,
): Promise<SignedIn> {
  const { request } = asking;
  const strategy = new MagicLinkStrategy<SignedIn>({ link, proof }, async (presented) => {
    await checkProof(asking, presented);
    return complete(asking, presented.link);
  });
  return new Authenticator<SignedIn>()
    .use(strategy)
    .authenticate(strategy.name, new Request(request.url, { headers: request.headers }));
}

async function checkProof({ context, org }: Asking, { link, proof }: Presented): Promise<void> {
  if (proof.by === "asking-browser") return;
  const { store, key, limits, now } = context.get(servicesContext);
  await limits.consume("access-ip", context.get(doorContext).ip);
  if (!(await store.write((trx) => countCodeTry(trx, org.id, link.id, now()))))
    throw new LinkSpent();
  // An address that may not sign in has a link that no code opens.
  if (link.memberId === null || !isSignInCode(key, proof.by, link.id, proof.code))
    throw new WrongSignInCode();
}

async function complete(asking: Asking, link: SignInLink): Promise<SignedIn> {
  const { context, org } = asking;
  const { store, now } = context.get(servicesContext);
  return store.write(async (trx) => {
    const member = link.memberId === null ? null : await findMember(trx, org.id, link.memberId);
    if (member === null || !(await spendSignInLink(trx, org.id, link.id, now())))
      throw new LinkSpent();
    // Between mail and button access may have ended: the login says so.
    const address = readEmail(member.email) ?? { email: member.email, key: member.email };
    if ((await findStanding(trx, org.id, address, now())).standing !== "active")
      throw new LinkSpent();
    return beginMemberSession(trx, asking, member);
  });
}
