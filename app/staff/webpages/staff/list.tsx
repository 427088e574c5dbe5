import { Link } from "react-router";
import type { Route } from "./+types/list";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { sizeInWords } from "#values/file-size.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { SettingsHead } from "#staff/settings/staff/setting-form.tsx";
import { readInBackground } from "#content/webpages/reading.server.ts";
import { webpagesSchema } from "#content/webpages/forms/webpages.ts";
import { AddWebpage } from "./add-webpage.tsx";
import { ListedWebpages } from "./table.tsx";
import {
  addWebpage,
  listWebpages,
  removeWebpage,
  webpageHosts,
} from "#content/webpages/store/webpages.server.ts";
import { beginReading, lastReading } from "#content/webpages/store/webpage-readings.server.ts";

const PAGE = "/settings/search/webpages";
const GONE = "This page is no longer in the list.";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle("Webpages", loaderData?.failed) }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store, now } = context.get(servicesContext);
  const [hosts, pages, reading] = await Promise.all([
    webpageHosts(store.read, org),
    listWebpages(store.read, org.id),
    lastReading(store.read, org.id, now()),
  ]);
  const moment = (at: string | null) =>
    at === null ? null : { iso: at, text: formatMoment(at, org.timeZone) };
  return {
    failed: formFailed(context),
    constraint: formConstraint(webpagesSchema),
    hosts: [...hosts].filter((host) => !host.startsWith("www.")),
    isReading: reading?.isRunning ?? false,
    cutOffs: reading?.isLeftToStaff === true ? reading.cutOffs : null,
    pages: pages.map(({ id, url, title, bytes, status, readAt, failedAt, fault }) => ({
      id,
      url,
      title,
      status,
      size: sizeInWords(bytes),
      read: moment(readAt),
      failed: moment(failedAt),
      fault,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { org, session } = await requireStaff(context, "settings:edit");
  return formAction(
    { request, context },
    webpagesSchema,
    async ({ value }) => {
      const services = context.get(servicesContext);
      const { store, now } = services;
      const by = actorOf(context, session);
      if (value.intent === "add") {
        await store.write((trx) => addWebpage({ trx, by, now: now() }, org, value.url));
        return redirectWithFlash(
          context,
          PAGE,
          `${value.url} was added. It will be fetched tonight, or press “Read now”.`,
        );
      }
      if (value.intent === "remove") {
        const url = await store.write((trx) =>
          removeWebpage({ trx, orgId: org.id, by, now: now() }, value.id),
        );
        return redirectWithFlash(context, PAGE, `${url} was removed.`);
      }
      const id = await store.write((trx) => beginReading({ trx, orgId: org.id, now: now() }, by));
      if (id !== null) readInBackground(services, org, id);
      return redirectWithFlash(context, PAGE, "The pages are being read.");
    },
    { gone: GONE, goneStatus: 404 },
  );
}

export default function Webpages({ loaderData, actionData }: Route.ComponentProps) {
  const { hosts, isReading, cutOffs, pages, constraint } = loaderData;
  return (
    <>
      <SettingsHead title="Webpages">
        Pages on your website to include in the portal’s search for all visitors. They’re fetched
        nightly if robots.txt allows it.
      </SettingsHead>
      <p className="mb-6 text-sm">
        <Link
          to="/settings/search"
          className="inline-flex min-h-6 items-center font-medium text-accent"
        >
          Search settings
        </Link>
      </p>
      <AddWebpage hosts={hosts} constraint={constraint} result={actionData?.result ?? null} />
      {pages.length === 0 ? (
        <p className="text-muted">No pages yet.</p>
      ) : (
        <ListedWebpages pages={pages} here={PAGE} isReading={isReading} cutOffs={cutOffs} />
      )}
    </>
  );
}
