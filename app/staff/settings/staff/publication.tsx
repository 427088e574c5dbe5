import type { Route } from "./+types/publication";
import {
  listPublications,
  publicationFacts,
  setPublished,
} from "#tenancy/orgs/store/portal-publications.server.ts";
import { canonicalBase } from "#tenancy/orgs/store/orgs.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { publicationChecks, publicationSchema } from "#model/settings/publication.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { Checklist } from "./checklist.tsx";
import { SettingsHead } from "./setting-form.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export function meta() {
  return [{ title: pageTitle("Publication") }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store, config } = context.get(servicesContext);
  const moment = (at: string) => formatMoment(at, org.timeZone);
  return {
    published: org.published,
    asksToUnpublish: org.published && url.searchParams.get("unpublish") === "true",
    address: await canonicalBase(store.read, org, config.origin),
    portalHref: `/${org.slug}`,
    checks: publicationChecks(await publicationFacts(store.read, org)),
    times: (await listPublications(store.read, org.id)).map((time) => ({
      published: moment(time.publishedAt),
      publishedBy: time.publishedBy,
      unpublished: time.unpublishedAt === null ? null : moment(time.unpublishedAt),
      unpublishedBy: time.unpublishedBy,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  return formAction({ request, context }, publicationSchema, async (submitted) => {
    const { store, now } = context.get(servicesContext);
    const publish = submitted.value.intent === "publish";
    const changed = await store.write((trx) =>
      setPublished({ trx, orgId: org.id, by: actorOf(context, session), now: now() }, publish),
    );
    if (!changed)
      return redirectWithFlash(
        context,
        "/settings/publication",
        publish ? "The portal is already published." : "The portal is not published.",
      );
    return redirectWithFlash(
      context,
      "/settings/publication",
      publish
        ? "The portal is public."
        : "The portal is no longer public. Visitors and members get “not found”.",
    );
  });
}

export default function PublicationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { published, asksToUnpublish, address, portalHref, checks, times } = loaderData;
  const missing = checks.filter((check) => !check.done);
  const problem = actionData?.result.error?.[""]?.join(" ");
  return (
    <>
      <SettingsHead title="Publication">
        While the portal is unpublished, visitors see “Page not found”. Nothing is deleted.
      </SettingsHead>
      {problem === undefined ? null : (
        <p
          role="alert"
          className="mb-6 max-w-[44rem] rounded-md border border-red bg-red-soft p-4 text-red"
        >
          {problem}
        </p>
      )}
      <section
        aria-labelledby="publication-state"
        className="mb-10 max-w-[44rem] rounded-lg border border-line bg-surface p-5 sm:p-6"
      >
        <h2 id="publication-state" className="text-lg font-semibold">
          Status{" "}
          <Tag tone={published ? "green" : "neutral"}>
            {published ? "Published" : "Not published"}
          </Tag>
        </h2>
        <p className="mt-2 mb-5 break-words text-muted">
          {published ? `Public at ${address}.` : `Your page: ${address}.`}
        </p>
        <StateForm published={published} asks={asksToUnpublish} missing={missing.length} />
      </section>
      <section aria-labelledby="checklist" className="mb-10 max-w-[44rem]">
        <h2 id="checklist" className="mb-1 text-lg font-semibold">
          {missing.length === 0 ? "Everything is ready" : "Still to do"}
        </h2>
        <p className="mb-4 text-sm text-muted">
          {missing.length === 0
            ? null
            : `None of it is required. ${missing.length} of ${checks.length} are missing.`}
        </p>
        <Checklist checks={checks} portalHref={portalHref} />
      </section>
      {times.length === 0 ? null : (
        <section aria-labelledby="times">
          <h2 id="times" className="mb-4 text-lg font-semibold">
            History
          </h2>
          <TableFrame
            label="Publications"
            head={["Published", "Published by", "Unpublished", "Unpublished by"]}
          >
            {times.map((time) => (
              <tr key={time.published}>
                <td className="whitespace-nowrap">{time.published}</td>
                <td>{time.publishedBy}</td>
                <td className="whitespace-nowrap">{time.unpublished ?? "Still public"}</td>
                <td>{time.unpublishedBy}</td>
              </tr>
            ))}
          </TableFrame>
        </section>
      )}
    </>
  );
}

/** Publishing is one button; taking it back asks first. */
function StateForm({
  published,
  asks,
  missing,
}: {
  published: boolean;
  asks: boolean;
  missing: number;
}) {
  if (published && !asks) {
    return (
      <ButtonLink to="/settings/publication?unpublish=true" look="secondary">
        Unpublish
      </ButtonLink>
    );
  }
  return (
    <form method="post" noValidate action="/settings/publication">
      <OnceField />
      {asks ? (
        <p className="mb-4 font-medium">
          Unpublish the portal? All visitors, including members, lose access immediately.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          look={asks ? "danger" : "primary"}
          name="intent"
          value={asks ? "unpublish" : "publish"}
        >
          {asks ? "Unpublish the portal" : missing === 0 ? "Publish" : "Publish"}
        </Button>{" "}
        {asks ? (
          <ButtonLink to="/settings/publication" look="secondary">
            Cancel
          </ButtonLink>
        ) : null}
      </div>
    </form>
  );
}
