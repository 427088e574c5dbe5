import { data } from "react-router";
import type { Route } from "./+types/verify";
import { hostContext, servicesContext } from "#platform/context.ts";
import { isMultipart, readMultipart } from "#platform/files/upload/multipart.ts";
import { tryReadForm } from "#platform/http/request/read-form.ts";
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
import { checkManifest } from "../verify.server.ts";
import { MAX_MANIFEST_BYTES, VERIFY_PAGE } from "../rules/manifest.ts";

export const handle: RouteHandle = { takesFiles: true, query: {} };

const TOO_LONG = "A manifest has at most 2 MB. Choose manifest.json or manifest.jws.";
const NO_MANIFEST = "This isn’t a manifest. Choose manifest.json or manifest.jws of a package.";
const NOTHING_SENT = "Choose a file or paste its content.";

/** The form is the same for everyone. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  cacheForEveryone(context, portal);
  return { failed: formFailed(context) };
}

/** Says whether a manifest is as it was issued. Nothing of it is kept. */
export async function action({ context, request }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const org = orgOf(context);
  let pasted = "";
  const refuse = (errors: string[], status: number, more: HeadersInit = {}) => {
    markFormFailed(context);
    return data({ errors, pasted, verdict: null }, { status, headers: more });
  };
  const counted = await attempt(() =>
    services.limits.consume("manifest-check", context.get(hostContext).ip),
  );
  if ("refusal" in counted) {
    const { said, status, headers: passing } = counted.refusal;
    return refuse(said, status, passing);
  }
  const sent = await attempt(() => sentText(request));
  if ("refusal" in sent) return refuse(sent.refusal.said, sent.refusal.status);
  if ("message" in sent.value) return refuse([sent.value.message], sent.value.status);
  pasted = sent.value.pasted;
  const text = sent.value.file || pasted;
  if (text.trim() === "") return refuse([NOTHING_SENT], 400);
  const verdict = await checkManifest(services, org, text);
  if (verdict.kind === "unreadable") return refuse([NO_MANIFEST], 400);
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
    },
  });
}

type Sent = { file: string; pasted: string } | { message: string; status: number };

/** What somebody uploaded or pasted. */
async function sentText(request: Request): Promise<Sent> {
  if (!isMultipart(request)) {
    const form = await tryReadForm(request);
    if (!(form instanceof FormData)) return form;
    const typed = form.get("text");
    return { file: "", pasted: typeof typed === "string" ? typed : "" };
  }
  let file = "";
  let pasted = "";
  let tooLong = false;
  await readMultipart(
    request,
    { maxFiles: 1, maxFieldBytes: MAX_MANIFEST_BYTES },
    {
      field: (name, value, truncated) => {
        if (name !== "text") return;
        pasted = value;
        tooLong ||= truncated;
      },
      async file({ bytes, stop }) {
        const chunks: Uint8Array[] = [];
        let size = 0;
        for await (const chunk of bytes) {
          size += chunk.length;
          if (size > MAX_MANIFEST_BYTES) {
            tooLong = true;
            stop();
            return;
          }
          chunks.push(chunk);
        }
        file = Buffer.concat(chunks).toString("utf8");
      },
    },
  );
  return tooLong ? { message: TOO_LONG, status: 413 } : { file, pasted };
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
        can see whether a manifest is as it was issued. README.txt in the package explains how to
        check its files.
      </p>
      <PostForm encType="multipart/form-data" className="mt-6 space-y-6">
        <div>
          <label htmlFor="manifest-file" className={LABEL}>
            manifest.json or manifest.jws
          </label>
          <input
            id="manifest-file"
            type="file"
            name="file"
            accept=".json,.jws"
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
  const { issuer, at, product, files } = verdict;
  return (
    <section role="status" aria-label="Result" className={BOX}>
      <p className="font-medium">
        Issued by {issuer} on {at}, unchanged
      </p>
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
