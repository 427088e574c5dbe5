import { getFormProps, useForm } from "@conform-to/react";
import { redirect } from "react-router";
import type * as z from "zod";
import type { Route } from "./+types/nda-page";
import { keptMarkdown } from "#platform/files/store/markdown.server.ts";
import { ownSignature } from "#auth/nda/store/nda-signatures.server.ts";
import { findNda } from "#auth/nda/store/ndas.server.ts";
import { servicesContext, viewerContext } from "#platform/context.ts";
import { formatDate } from "#values/dates.ts";
import { localPath } from "#values/local-path.ts";
import { formatMoment } from "#values/moments.ts";
import { signNdaSchema } from "../forms/nda.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, formFailed, readSubmission, notFound } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { ndaStatus } from "#company/accounts/portal/menu-facts.ts";
import { toMeantDocument } from "#model/access-requests/access-dialog.ts";
import { addressOn } from "#access/access-requests/portal/request-state.ts";
import { companyTerms } from "#company/privacy/rules/privacy-notice.ts";
import { TermsWords } from "#access/access-requests/portal/request-parts.tsx";
import { useFrame } from "#web/portal/links.ts";
import { FIRST_TIME } from "#model/nda/texts.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { orgOf, portalBase } from "#web/portal/scope.ts";
import { Signed, SignFields } from "./nda-parts.tsx";
import { sign } from "./sign.ts";

/** The NDA's page: the whole text and the form that signs it; afterwards, what was signed. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { org, viewer } = signerOf(context, request);
  const { store, now } = context.get(servicesContext);
  const { provider, current } = await findNda(store.read, org.id, now());
  const own = await ownSignature(store.read, org.id, viewer.member.id);
  const standing = ndaStatus(provider, viewer);
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
      due && isFirstTime(request)
        ? { onward: onward(context, request, org) ?? "/", terms: companyTerms(org.customization) }
        : null,
    constraint: formConstraint(signNdaSchema),
    accountId: viewer.account.id,
    fullName: `${viewer.member.firstName} ${viewer.member.lastName}`.trim(),
    due: due
      ? {
          id: current.id,
          title: current.title,
          body: treeOf(current.body),
          published: formatDate(current.publishedAt, org.timeZone),
        }
      : null,
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
  return [
    ...headOf(matches, { title: `${loaderData?.failed ? "Error: " : ""}NDA`, path: "/nda" }),
    { name: "robots", content: "noindex" },
  ];
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
  const asked = onward(context, request, org);
  const back = asked === null ? `${home}/nda` : toMeantDocument(asked, home);
  // Removed from the account in this very moment, nobody finds the page any more.
  return answering(submitted, async ({ value, refuse }) => {
    const outcome = await sign({ context, request, org, viewer }, value);
    if (outcome === "changed")
      return refuse(
        {
          form: [
            "The text has changed since you opened this page. Please read the new one below and sign that.",
          ],
        },
        { status: 409 },
      );
    return redirectWithFlash(
      context,
      back,
      outcome === "signed"
        ? "You have signed the NDA. We have emailed you the signed copy."
        : "You have already signed this NDA.",
    );
  });
}

/**
 * Where the page leads when it is done with: a page of this portal, below its own base where
 * several share a host.
 */
function onward(
  context: Route.LoaderArgs["context"],
  request: Request,
  org: { slug: string },
): string | null {
  const home = portalBase(context, org) || "/";
  const asked = localPath(new URL(request.url).searchParams.get("returnTo"), "");
  const isInside =
    home === "/" || asked === home || asked.startsWith(`${home}/`) || asked.startsWith(`${home}?`);
  return asked !== "" && isInside ? asked : null;
}

function isFirstTime(request: Request): boolean {
  const query = new URL(request.url).searchParams;
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
      <section
        aria-label="Text of the NDA"
        className="mt-6 rounded-lg border border-line bg-surface p-5 sm:p-8"
      >
        {welcome === null ? null : <h2 className="mb-4 text-lg font-semibold">{due.title}</h2>}
        <Markdown tree={due.body} />
      </section>
      <p className="mt-3 text-sm text-muted">Version of {due.published}.</p>
      <PostForm
        {...getFormProps(form, { ariaAttributes: false })}
        className="mt-8 max-w-[32rem] space-y-6"
      >
        <SignFields name={name} agree={agree} versionId={{ name: versionId.name, value: due.id }} />
      </PostForm>
      {welcome === null ? null : (
        <div className="mt-8 space-y-3 border-t border-line pt-6 text-sm text-muted">
          <p>
            By proceeding you agree to <TermsWords state={welcome} />.
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
