import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "react-router";
import type { Route } from "./+types/list";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { sizeInWords } from "#values/file-size.ts";
import { textField } from "#web/forms/fields.ts";
import { formAction, formFailed } from "#web/forms/form.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";
import { SettingsHead } from "#staff/settings/staff/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { readInBackground } from "#content/webpages/reading.server.ts";
import { MAX_WEBPAGES, MAX_WEBPAGE_URL, readWebpageUrl } from "#model/webpages.ts";
import { WebpageTable } from "./table.tsx";
import {
  addWebpage,
  listWebpages,
  removeWebpage,
  webpageHosts,
} from "#content/webpages/store/webpages.server.ts";
import { beginReading, lastReading } from "#content/webpages/store/webpage-readings.server.ts";
import * as z from "zod";
import { OnceField } from "#web/ui/once-field.tsx";

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

export function action({ request, context }: Route.ActionArgs) {
  return changeWebpages(request, context);
}

async function changeWebpages(request: Request, context: Route.ActionArgs["context"]) {
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
          `${value.url} was added. It is read in the next night, or by ‘Read now’.`,
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
  const [form, { url }] = useForm<{ url: string }>({
    id: "webpage",
    lastResult: actionData?.result ?? null,
    constraint,
  });
  // What is wrong with a row of the list has no field here.
  const others = Object.entries(form.allErrors).filter(([name]) => name !== url.name);
  return (
    <>
      <SettingsHead title="Webpages">
        Pages of your own site that the portal’s search finds, for everybody. They are read every
        night, as far as the site’s robots.txt lets them be.
      </SettingsHead>
      <p className="mb-6 text-sm">
        <Link
          to="/settings/search"
          className="inline-flex min-h-6 items-center font-medium text-accent"
        >
          Search settings
        </Link>
      </p>
      <ErrorSummary errors={others.flatMap(([, errors]) => errors)} fields={[url]} />
      {hosts.length === 0 ? (
        <p className="mb-8 max-w-[44rem]">
          Set the company’s website under{" "}
          <Link to="/settings/general" className="text-accent underline">
            General
          </Link>
          , or verify a{" "}
          <Link to="/settings/domain" className="text-accent underline">
            domain
          </Link>
          : only pages there can be listed.
        </p>
      ) : (
        <form
          method="post"
          className="mt-4 mb-8 max-w-[44rem] space-y-4"
          {...getFormProps(form, { ariaAttributes: false })}
        >
          <OnceField />
          <input type="hidden" name="intent" value="add" />
          <TextField
            {...textField(url)}
            label="Address"
            hint={`A page of ${hosts.join(" or ")}, with or without ‘www.’; at most ${MAX_WEBPAGES} pages.`}
            inputMode="url"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
          />
          <Button>Add page</Button>
        </form>
      )}
      {pages.length === 0 ? (
        <p className="text-muted">No page is listed yet.</p>
      ) : (
        <section aria-labelledby="pages-title">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <h2 id="pages-title" className="text-lg font-semibold">
              Listed pages <span className="font-normal text-muted">({pages.length})</span>
            </h2>{" "}
            {isReading ? (
              <p role="status">
                Reading…{" "}
                <a href={PAGE} className="inline-flex min-h-6 items-center font-medium text-accent">
                  Show how far it is
                </a>
              </p>
            ) : (
              <form method="post" noValidate>
                <OnceField />
                <input type="hidden" name="intent" value="read" />
                <Button look="secondary">Read now</Button>
              </form>
            )}
          </div>
          {cutOffs === null ? null : (
            <p role="status" className="mb-4 max-w-[44rem]">
              The last {cutOffs} readings were cut off before they ended, so the pages are no longer
              read at night. Choose ‘Read now’: once a reading ends, they are.
            </p>
          )}
          <WebpageTable pages={pages} />
        </section>
      )}
    </>
  );
}

/** What the page of the list does: adds an address, removes a page, reads them all. */
const webpagesSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("add"),
      url: z
        .string({ error: "Enter an address such as https://www.example.com/security" })
        .max(MAX_WEBPAGE_URL, `Use at most ${MAX_WEBPAGE_URL.toLocaleString("en")} characters`)
        .transform((text, check) => {
          const read = readWebpageUrl(text);
          if ("url" in read) return read.url;
          check.issues.push({ code: "custom", message: read.fault, input: text });
          return z.NEVER;
        }),
    }),
    z.object({ intent: z.literal("remove"), id: z.string().min(1).max(64) }),
    z.object({ intent: z.literal("read") }),
  ],
  { error: "This form names nothing that this page does." },
);
