import type * as z from "zod";
import type { Route } from "./+types/subscribe";
import { servicesContext, hostContext, viewerContext } from "#platform/context.ts";
import { localPath } from "#values/local-path.ts";
import type { RouteHandle } from "#values/page-query.ts";
import {
  SUBSCRIBE_FAILED,
  SUBSCRIBED,
  subscribeFormSchema,
  subscribeSource,
} from "#model/subscribers/subscriptions.ts";
import { noteFailure, subscribeByMail } from "../mail/subscribing.ts";
import { hostAddress } from "#auth/request-context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formAction, formFailed, notFound, type Accepted } from "#web/forms/form.ts";
import { TooManyRequests } from "#platform/http/request/rate-limit.ts";
import { StorageUnavailable } from "#db/store.ts";
import { FlashMessage } from "#web/ui/flash-message.tsx";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { headOf } from "#web/portal/head.ts";
import { cacheForEveryone, orgOf, portalBase, portalRequest } from "#web/portal/scope.ts";
import { useFrame } from "#web/portal/links.ts";
import { maySubscribe } from "./dialog-state.ts";
import { listOf } from "./preferences-form.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";

export const handle: RouteHandle = { query: {} };

/**
 * The subscribe form on a page of its own: where the dialog's form posts, and what shows its
 * faults.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  if (!maySubscribe(portal.org, portal.viewer)) throw notFound();
  cacheForEveryone(context, portal);
  return { failed: formFailed(context) };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return headOf(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}Subscribe`,
    path: "/subscribe",
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function action({ context, request }: Route.ActionArgs) {
  const org = orgOf(context);
  const viewer = context.get(viewerContext);
  if (!maySubscribe(org, viewer)) throw notFound();
  const services = context.get(servicesContext);
  return formAction(
    { request, context },
    subscribeFormSchema,
    async ({ value: { email, source, categories }, form }) => {
      await subscribeByMail(services, org, {
        address: email,
        source,
        categories,
        ip: context.get(hostContext).ip,
        portalUrl: hostAddress({ context, org }),
      });
      const home = portalBase(context, org) || "/";
      const returnTo = localPath(form.get("returnTo"), home);
      return redirectWithFlash(
        context,
        returnTo === home || returnTo.startsWith(`${portalBase(context, org)}/`) ? returnTo : home,
        SUBSCRIBED,
      );
    },
    { answers: notSubscribed },
  );

  async function notSubscribed(
    error: unknown,
    { value: { source }, refuse }: Accepted<z.output<typeof subscribeFormSchema>>,
  ) {
    if (error instanceof TooManyRequests || error instanceof StorageUnavailable) return undefined;
    await noteFailure(services, org, error, { viewer, source });
    return refuse({ form: [SUBSCRIBE_FAILED] }, { status: 500 });
  }
}

export default function Subscribe({ actionData }: Route.ComponentProps) {
  const { org, base } = useFrame();
  const { "": form, email, categories } = actionData?.result.error ?? {};
  const values = actionData?.result.initialValue as Record<string, unknown> | undefined;
  const text = (name: string) => (typeof values?.[name] === "string" ? values[name] : undefined);
  return (
    <PlainPage title={`Subscribe to ${org.name}'s updates`}>
      <div className="max-w-xl">
        <FlashMessage
          flash={form == null ? null : { text: form.join(" "), tone: "error" }}
          className="mb-6"
        />
        <SubscribeForm
          id="subscribe"
          source={subscribeSource(text("source") ?? "page")}
          returnTo={text("returnTo") ?? (base || "/")}
          email={text("email")}
          agreed={text("agree") !== undefined}
          categories={values === undefined ? undefined : listOf(values.categories)}
          errors={{ email: email ?? undefined, categories: categories ?? undefined }}
        />
      </div>
    </PlainPage>
  );
}
