import { notFound } from "#web/forms/form.ts";
import type { Route } from "./+types/version";
import { keptMarkdownOf } from "#platform/files/store/markdown.server.ts";
import { findNdaVersion } from "#auth/nda/store/nda-signatures.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Markdown } from "#web/ui/markdown.tsx";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.version.title ?? "NDA") }];
}

/** A text as it was published: it can be read for ever, and changed never. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "accounts:review");
  const { read } = context.get(servicesContext).store;
  const version = await findNdaVersion(read, org.id, params.versionId);
  if (version === null) throw notFound();
  return {
    version: { ...version, body: await keptMarkdownOf(read, org.id, version.body) },
    published: formatMoment(version.publishedAt, org.timeZone),
  };
}

export default function NdaVersion({ loaderData }: Route.ComponentProps) {
  const { version, published } = loaderData;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{version.title}</h1>
      <p className="mt-2 text-muted">
        Published {published} by {version.publishedBy}.
      </p>
      <p className="mb-6 text-sm break-all text-muted">SHA-256: {version.hash}</p>
      <section
        aria-label="Text"
        className="max-w-[48rem] rounded-lg border border-line bg-surface p-6"
      >
        <Markdown tree={version.body} />
      </section>
      <p className="mt-6">
        <ButtonLink to="/nda" look="secondary">
          Back to the NDA
        </ButtonLink>
      </p>
    </>
  );
}
