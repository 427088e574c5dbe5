import { redirect } from "react-router";
import type { Route } from "./+types/sign-in-link";
import { signNdaSchema } from "#access/nda/forms/nda.ts";
import { companyTerms } from "#company/privacy/rules/privacy-notice.ts";
import { SIGNED } from "#model/nda/texts.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { findAccessStatus } from "../store/access-status.server.ts";
import { Refused } from "#db/refusals.ts";
import { findSignInLink } from "#auth/store/sign-in-links.server.ts";
import type { SignInLink as Link } from "#auth/store/sign-in-codes.server.ts";
import { servicesContext } from "#platform/context.ts";
import { mailedCodeSchema } from "../forms/access-request.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { hostBrand, limitAsking, sendLink } from "../log-in.ts";
import { readAccessCookie, rememberCookie } from "#auth/access-cookie.ts";
import { hostName, type RequestContext } from "#auth/request-context.ts";
import { LinkSpent, signInByLink, WrongSignInCode } from "../sign-in.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { FormStrategy, signInBy } from "#web/forms/form-strategy.ts";
import { isProven, issueProof } from "#platform/http/request/confirmation-token.ts";
import * as z from "zod";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { unlistedHead } from "#web/portal/head.ts";
import { useFrame } from "#web/portal/links.ts";
import { arrival } from "./arrival.ts";
import { ndaOfLink, ownerOf, signInAndSign } from "./link-nda.ts";
import { LinkEnded, LinkForm, type OpenLink } from "./sign-in-link-forms.tsx";
import { addressOn, orgOf } from "#web/portal/scope.ts";

/**
 * Where the link of a sign-in mail leads. Looking at it changes nothing, however often and
 * by whom: only its button signs in, with a field that this page issued.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const asking: RequestContext = { context, request, org: orgOf(context) };
  const { link, token } = await linkOf(asking);
  const failed = formFailed(context);
  if (link === null || link.state !== "open")
    return {
      open: null,
      mayRenew: link !== null,
      proof: issueProof(context, subject(asking, token)),
      failed,
    };
  return {
    open: await openLink(asking, link),
    mayRenew: false,
    proof: issueProof(context, subject(asking, token)),
    failed,
  };
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}Sign in`,
    path: "/sign-in-link",
  });
}

const proofField = z.string().max(200);

/** What the page's buttons ask for; `sign` signs the NDA in the same press, `later` leaves it. */
const formSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("sign"), proof: proofField, ...signNdaSchema.shape }),
  z.object({ intent: z.enum(["sign-in", "later", "renew"]), proof: proofField }),
]);

/** The form lacks what the link needs. */
class Incomplete extends Refused {
  override readonly status = 400;
}

/** The other button was pressed: it signs nobody in. */
class RenewalAsked extends Error {
  readonly link: Link | null;

  constructor(link: Link | null) {
    super("a new link was asked for");
    this.link = link;
  }
}

/**
 * The link of a mail, from the browser that asked for it or with the code that is shown there. The
 * link is spent in the transaction that begins the session, so that is what it gives.
 */
const linkStrategy = new FormStrategy(
  "sign-in-link",
  formSchema,
  ["code", "proof"],
  async ({ context, request, submitted: { value, form } }) => {
    const asking: RequestContext = { context, request, org: orgOf(context) };
    const { link, token } = await linkOf(asking);
    if (!isProven(context, subject(asking, token), value.proof))
      throw new Incomplete("Please press the button on this page.");
    if (value.intent === "renew") throw new RenewalAsked(link);
    if (link === null || link.state !== "open") throw new LinkSpent();
    const code = mailedCodeSchema.safeParse({ code: form.get("code") ?? "" });
    if (isAsker(asking, link)) {
      const { signedIn, isSigned } = await signInAndSign(
        asking,
        link,
        { by: "asking-browser" },
        value.intent === "sign" ? value : null,
      );
      const nda = isSigned ? "signed" : value.intent === "later" ? "later" : null;
      return { link, signedIn, nda } as const;
    }
    if (link.requestId !== null) throw new LinkSpent();
    if (!code.success)
      throw new Incomplete(
        "Enter the 6-digit code shown in the browser where you requested the link.",
        "code",
      );
    const signedIn = await signInByLink(asking, link, { by: "shown", code: code.data.code });
    return { link, signedIn, nda: null };
  },
);

export async function action({ context, request }: Route.ActionArgs) {
  const asking: RequestContext = { context, request, org: orgOf(context) };
  return signInBy(
    linkStrategy,
    { request, context },
    async ({ link, signedIn, nda }) => {
      const to = await arrival(context, asking.org, link.returnTo, signedIn, nda);
      if (nda !== "signed") return redirect(to, { status: 303, headers: signedIn.headers });
      const cookies = signedIn.headers.map(([, cookie]) => cookie);
      return redirectWithFlash(context, to, SIGNED, cookies);
    },
    async (error, submitted) => {
      if (error instanceof RenewalAsked)
        return error.link === null ? toLogin(asking) : renew(asking, error.link);
      if (error instanceof WrongSignInCode)
        return submitted.refuse({
          fields: {
            code: [
              "That code isn’t right. Enter the one shown in the browser where you requested the link, not the one from the email.",
            ],
          },
        });
      if (error instanceof LinkSpent)
        return submitted.refuse({ form: ["This link no longer works. Request a new one."] });
      return undefined;
    },
  );
}

/**
 * 'Get a new link', to the same address and with the same way back; this browser is the asking one
 * then. Whoever holds the mail of an approval need not be whom it was sent to: they are not told
 * the address.
 */
async function renew(asking: RequestContext, link: Link): Promise<Response> {
  const { context, request, org } = asking;
  const services = context.get(servicesContext);
  const address = readEmail(link.email);
  if (address === null) return toLogin(asking);
  await limitAsking(asking, "access-login-address", address.key);
  const brand = await hostBrand(asking);
  const linkId = await services.store.write(async (trx) => {
    const known = await findAccessStatus(trx, org.id, address, services.now());
    return known.standing === "active"
      ? sendLink(trx, asking, brand, {
          address,
          productId: null,
          returnTo: link.returnTo,
          code: null,
          known,
        })
      : null;
  });
  const told = link.requestId === null ? address.email : "";
  if (linkId === null) return toLogin(asking, told);
  const cookie = rememberCookie(request, services, org.id, { email: told, linkId });
  return redirect(addressOn(context, org, "", { accessStatus: "check-email" }), {
    status: 303,
    headers: { "Set-Cookie": cookie },
  });
}

function toLogin({ context, org }: RequestContext, email = ""): Response {
  return redirect(
    addressOn(context, org, "", {
      loginRequest: "true",
      source: "sign-in-link",
      ...(email === "" ? {} : { email }),
    }),
    { status: 303 },
  );
}

async function linkOf(asking: RequestContext): Promise<{ link: Link | null; token: string }> {
  const { store, now } = asking.context.get(servicesContext);
  const token = new URL(asking.request.url).searchParams.get("token") ?? "";
  if (token.length > 100) throw notFound();
  return {
    link: await findSignInLink(store.read, asking.org.id, hostName(asking), token, now()),
    token,
  };
}

/** What the page shows for an open link: the way in, and what its owner agrees to on the way. */
async function openLink(asking: RequestContext, link: Link): Promise<OpenLink> {
  const by = wayIn(asking, link);
  const member = by === "new-link" ? null : await ownerOf(asking, link);
  const terms = member?.signedInAt === null ? companyTerms(asking.org.customization) : null;
  // Who asked reads the NDA here; any other browser proves first that it is theirs.
  return { by, terms, nda: by === "button" ? await ndaOfLink(asking, link) : null };
}

/**
 * How this browser gets in by an open link: at once where it asked, else by a code or by a link of
 * its own.
 */
function wayIn(asking: RequestContext, link: Link): "button" | "code" | "new-link" {
  if (isAsker(asking, link)) return "button";
  return link.requestId === null ? "code" : "new-link";
}

/** Whether this browser asked for the link, or for the access that the link's mail gives. */
function isAsker({ context, request, org }: RequestContext, link: Link): boolean {
  const memory = readAccessCookie(request, context.get(servicesContext), org.id);
  if (memory === null) return false;
  if (memory.linkId === link.id) return true;
  if (link.requestId === null) return false;
  return (
    memory.standsFor === link.requestId ||
    (memory.sentIt === true && memory.requestId === link.requestId)
  );
}

function subject({ org }: RequestContext, token: string): string[] {
  return ["sign-in-link", org.id, token];
}

export default function SignInLink({ loaderData, actionData }: Route.ComponentProps) {
  const { portalTitle, org } = useFrame();
  const { open, proof, mayRenew } = loaderData;
  return (
    <PlainPage
      title={
        open === null ? "This link no longer works" : `Sign in to ${org.name}’s ${portalTitle}`
      }
    >
      {open === null ? (
        <LinkEnded proof={proof} mayRenew={mayRenew} />
      ) : (
        <LinkForm proof={proof} open={open} result={actionData?.result ?? null} />
      )}
    </PlainPage>
  );
}
