import { getFormProps, useForm } from "@conform-to/react";
import { redirect } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/nda-page";
import { keptMarkdown } from "#platform/files/store/markdown.server.ts";
import { ownSignature } from "#auth/nda/store/nda-signatures.server.ts";
import { findNda } from "#auth/nda/store/ndas.server.ts";
import { servicesContext, viewerContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { signNdaSchema } from "../forms/nda.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, formFailed, readSubmission, notFound } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { ndaStatus } from "#company/accounts/portal/menu-facts.ts";
import { toMeantDocument } from "#model/access-requests/access-dialog.ts";
import { companyTerms } from "#company/privacy/rules/privacy-notice.ts";
import { TermsWords } from "#company/privacy/portal/privacy-parts.tsx";
import { useFrame } from "#web/portal/links.ts";
import { FIRST_TIME, SIGN_BUTTON, SIGNED, TEXT_CHANGED } from "#model/nda/texts.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { unlistedHead } from "#web/portal/head.ts";
import { addressOn, orgOf, portalBase } from "#web/portal/scope.ts";
import { NdaText, Signed, SignFields } from "./nda-parts.tsx";
import { onward, shownNda } from "./due.ts";
import { sign } from "./sign.ts";

/** The NDA's page: the whole text and the form that signs it; afterwards, what was signed. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { org, viewer } = signerOf(context, request);
  const { store, now } = context.get(servicesContext);
  const { provider, current } = await findNda(store.read, org.id, now());
  const own = await ownSignature(store.read, org.id, viewer.member.id);
  const standing = ndaStatus(provider, viewer);
  const query = new URL(request.url).searchParams;
  if (standing === "none" && own === null) throw notFound();
  const due = standing === "due" && current !== null;
  if (standing === "due" && current === null) throw notFound();
  const treeOf = await keptMarkdown(store.read, org.id, [current?.body ?? null, own?.body ?? null]);
  return {
    failed: formFailed(context),
    /**
     * The person signs in for the first time: the page welcomes them, and leads on unsigned, too.
     */
    welcome:
      due && isFirstTime(query)
        ? {
            onward: onward(query, portalBase(context, org)) ?? "/",
            terms: companyTerms(org.customization),
          }
        : null,
    constraint: formConstraint(signNdaSchema),
    accountId: viewer.account.id,
    fullName: `${viewer.member.firstName} ${viewer.member.lastName}`.trim(),
    due: due ? shownNda(org, current, treeOf(current.body)) : null,
    own:
      own === null
        ? null
        : {
            title: own.title ?? "",
            body: treeOf(own.body ?? ""),
            signed: { iso: own.signedAt, text: formatMoment(own.signedAt, org.timeZone) },
          },
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}NDA`,
    path: "/nda",
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function action({ context, request }: Route.ActionArgs) {
  const { org, viewer } = signerOf(context, request);
  const submitted = await readSubmission({ request, context }, signNdaSchema);
  const { store, now } = context.get(servicesContext);
  const { provider } = await findNda(store.read, org.id, now());
  if (ndaStatus(provider, viewer) === "none") throw notFound();
  const home = portalBase(context, org);
  const asked = onward(new URL(request.url).searchParams, home);
  const back = asked === null ? `${home}/nda` : toMeantDocument(asked, home);
  // Removed from the account in this very moment, nobody finds the page any more.
  return answering(submitted, async ({ value, refuse }) => {
    const { member, account } = viewer;
    const signer = { ...member, accountName: account.name };
    const outcome = await sign({ context, request, org, signer }, value);
    if (outcome === "changed") return refuse({ form: [TEXT_CHANGED] }, { status: 409 });
    return redirectWithFlash(
      context,
      back,
      outcome === "signed" ? SIGNED : "You have already signed this NDA.",
    );
  });
}

function isFirstTime(query: URLSearchParams): boolean {
  return Object.entries(FIRST_TIME).every(([name, value]) => query.get(name) === value);
}

/**
 * The member behind the request. @throws a redirect to the login tab, which leads back here, for
 * the public; 404 for staff, who sign nothing
 */
function signerOf(context: Route.LoaderArgs["context"], request: Request) {
  const org = orgOf(context);
  const viewer = context.get(viewerContext);
  if (viewer.mode === "public")
    throw redirect(
      addressOn(context, org, "", {
        loginRequest: "true",
        source: "nda",
        redirectTo: `/nda${new URL(request.url).search}`,
      }),
      { status: 303 },
    );
  if (viewer.mode !== "accountExternal") throw notFound();
  return { org, viewer };
}

export default function Nda({ loaderData, actionData }: Route.ComponentProps) {
  const { due, own, accountId, fullName, welcome } = loaderData;
  const { org, portalTitle } = useFrame();
  const [form, { name, agree, versionId }] = useForm<z.input<typeof signNdaSchema>>({
    id: "nda",
    lastResult: actionData?.result ?? null,
    constraint: loaderData.constraint,
    defaultValue: { name: fullName },
  });
  if (due === null) {
    return (
      <PlainPage title="NDA">
        <Signed own={own} accountId={accountId} />
      </PlainPage>
    );
  }
  return (
    <PlainPage
      title={welcome === null ? due.title : `Welcome to ${org.name}'s ${portalTitle}`}
      lead={
        <p className="text-muted">
          {welcome === null ? "" : "You are signed in. "}
          Read and sign to open confidential documents.
        </p>
      }
    >
      <ErrorSummary errors={form.errors} fields={[name, agree, versionId]} />
      <NdaText nda={due} isTitled={welcome !== null} />
      <PostForm
        {...getFormProps(form, { ariaAttributes: false })}
        className="mt-8 max-w-[32rem] space-y-6"
      >
        <SignFields name={name} agree={agree} versionId={{ name: versionId.name, value: due.id }} />
        <Button>{SIGN_BUTTON}</Button>
      </PostForm>
      {welcome === null ? null : (
        <div className="mt-8 space-y-3 border-t border-line pt-6 text-sm text-muted">
          <p>
            By proceeding you agree to <TermsWords terms={welcome.terms} />.
          </p>
          <p>
            You can look around first and sign later:{" "}
            <a
              href={welcome.onward}
              className="inline-block py-1 font-medium text-accent underline"
            >
              Let's Go
            </a>
          </p>
        </div>
      )}
    </PlainPage>
  );
}
