import { data } from "react-router";
import type { Route } from "./+types/verify";
import { hostContext, servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { formFailed, markFormFailed } from "#web/forms/form.ts";
import { attempt } from "#web/forms/shown.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { cacheForEveryone, orgOf, portalRequest } from "#web/portal/scope.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { alteredFiles, FILE_STATES, VERIFY_PAGE } from "../rules/manifest.ts";
import { checkSent } from "../sent.server.ts";

export const handle: RouteHandle = { takesFiles: true, query: {} };

/** The form is the same for everyone. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  cacheForEveryone(context, portal);
  return { failed: formFailed(context) };
}

/** Says whether a manifest or a package is as it was issued. Nothing of it is kept. */
export async function action({ context, request }: Route.ActionArgs) {
  const org = orgOf(context);
  const refuse = (errors: string[], status: number, more: HeadersInit = {}, pasted = "") => {
    markFormFailed(context);
    return data({ errors, pasted, verdict: null }, { status, headers: more });
  };
  const services = context.get(servicesContext);
  const checking = { services, org, ip: context.get(hostContext).ip };
  const tried = await attempt(() => checkSent(checking, request));
  if ("refusal" in tried) {
    const { said, status, headers: passing } = tried.refusal;
    return refuse(said, status, passing);
  }
  const { pasted, ...checked } = tried.value;
  if ("message" in checked) return refuse([checked.message], checked.status, {}, pasted);
  const { verdict, files } = checked;
  if (verdict.kind !== "unchanged")
    return data({ errors: [], pasted, verdict: { kind: verdict.kind } });
  const { manifest } = verdict;
  return data({
    errors: [],
    pasted: "",
    verdict: {
      kind: verdict.kind,
      issuer: manifest.issuer.name,
      at: formatMoment(manifest.asOf, org.timeZone),
      for: [manifest.issuedTo.name, manifest.issuedTo.email, manifest.issuedTo.account]
        .filter(Boolean)
        .join(", "),
      product: manifest.product.name,
      files: manifest.files.map(({ path, sha256, size }) => ({ path, sha256, size })),
      isPackage: files !== null,
      altered: alteredFiles(files ?? []),
    },
  });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const failed = loaderData?.failed ? "Error: " : "";
  return headOf(matches, { title: `${failed}Check an evidence package`, path: VERIFY_PAGE });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

const LABEL = "mb-1 block text-sm font-medium";

export default function Verify({ actionData }: Route.ComponentProps) {
  const errors = actionData?.errors ?? [];
  const verdict = actionData?.verdict ?? null;
  return (
    <PlainPage title="Check an evidence package">
      <div className="mb-6 empty:hidden">
        <ErrorSummary fields={[{ id: "manifest-file", errors }]} />
      </div>
      {verdict === null ? null : <Outcome verdict={verdict} />}
      <p className="text-muted">
        Every evidence package has a manifest, which lists its files with their checksums. Here you
        can see whether a package or its manifest is as it was issued. Of packages larger than 32
        MB, choose the manifest. README.txt in the package explains how to check its files.
      </p>
      <PostForm encType="multipart/form-data" className="mt-6 space-y-6">
        <div>
          <label htmlFor="manifest-file" className={LABEL}>
            The package (ZIP), manifest.json or manifest.jws
          </label>
          <input
            id="manifest-file"
            type="file"
            name="file"
            accept=".zip,.json,.jws"
            className="max-w-full"
            aria-invalid={errors.length === 0 ? undefined : true}
          />
        </div>
        <div>
          <label htmlFor="manifest-text" className={LABEL}>
            Or paste its content
          </label>
          <textarea
            id="manifest-text"
            name="text"
            rows={6}
            spellCheck={false}
            defaultValue={actionData?.pasted}
            className="w-full rounded-md border border-edge bg-surface p-3 font-mono text-sm"
          />
        </div>
        <Button>Check</Button>
      </PostForm>
    </PlainPage>
  );
}

/** A list of files in an answer has at most so many. */
const MOST_ALTERED = 100;

type Shown = NonNullable<NonNullable<Route.ComponentProps["actionData"]>["verdict"]>;

const BOX = "mb-8 rounded-lg border border-line bg-surface p-4 sm:p-6";

/** What was found, and what the manifest says where it can be relied on. */
function Outcome({ verdict }: { verdict: Shown }) {
  if (!("issuer" in verdict))
    return (
      <p role="alert" className={`${BOX} font-medium`}>
        {verdict.kind === "changed"
          ? "This manifest was changed after it was issued."
          : "This manifest wasn’t issued here."}
      </p>
    );
  const { issuer, at, product, files, isPackage, altered } = verdict;
  return (
    <section role={altered.length === 0 ? "status" : "alert"} aria-label="Result" className={BOX}>
      <p className="font-medium">
        Issued by {issuer} on {at}, {altered.length === 0 ? "unchanged" : "but changed since"}
      </p>
      {altered.length === 0 ? null : (
        <ul className="mt-3 space-y-1 text-sm">
          {altered.slice(0, MOST_ALTERED).map(({ path, state }) => (
            <li key={path} className="[overflow-wrap:anywhere]">
              <b>{FILE_STATES[state]}:</b> {path}
            </li>
          ))}
          {altered.length > MOST_ALTERED ? (
            <li>And {altered.length - MOST_ALTERED} more.</li>
          ) : null}
        </ul>
      )}
      {isPackage && altered.length === 0 ? (
        <p className="mt-2 text-sm">Every file in the package is as the manifest lists it.</p>
      ) : null}
      <p className="mt-2 text-sm text-muted">
        For {verdict.for}. Product: {product}.
      </p>
      <details className="mt-4 text-sm">
        <summary className="min-h-6 cursor-pointer">
          {files.length === 1 ? "1 file" : `${files.length} files`} with their checksums (SHA-256)
        </summary>
        <ul className="mt-3 space-y-3">
          {files.map(({ path, sha256 }) => (
            <li key={path} className="[overflow-wrap:anywhere]">
              {path}
              <br />
              <code className="text-xs">{sha256}</code>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
