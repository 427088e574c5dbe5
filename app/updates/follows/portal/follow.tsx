import type { Route } from "./+types/follow";
import { CONFIRM_HOURS } from "#model/subscribers/subscriptions.ts";
import { hostAddress } from "#auth/request-context.ts";
import { hostContext, servicesContext, viewerContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { renderMail } from "#platform/mail/render.tsx";
import { queueMail } from "#platform/mail/store/outbox.server.ts";
import { oneOf, shortText, type RouteHandle } from "#values/page-query.ts";
import { formAction, formFailed, notFound } from "#web/forms/form.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { unlistedHead } from "#web/portal/head.ts";
import { addressOn, portalRequest, type PortalRequest } from "#web/portal/scope.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { TextField } from "#web/ui/field.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { maySubscribe } from "../../subscribers/portal/dialog-state.ts";
import {
  FOLLOW_KINDS,
  memberFollowSchema,
  PACE_LABELS,
  visitorFollowSchema,
  type Pace,
} from "../forms/follows.ts";
import { followConfirm } from "../mail/follow-confirm.tsx";
import { confirmToken } from "../mail/follow-links.ts";
import { follow, followsOf } from "../store/follows.server.ts";
import { targetAsked, type NamedTarget } from "./target.ts";

export const handle: RouteHandle = {
  query: { own: { what: oneOf(...FOLLOW_KINDS), item: shortText } },
};

const SAVED: Readonly<Record<Pace, string>> = {
  each: "You’ll get emails about changes.",
  weekly: "You’ll get an email about changes once a week.",
  never: "You won’t get emails about this.",
};

const FOLLOW_SENT = "Please check your email inbox to confirm that you want these emails.";

/** How soon somebody wants to hear of changes of one thing. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const target = await wanted(portal, request);
  const { viewer, org, scope } = portal;
  const isMember = viewer.mode === "accountExternal";
  const follows = isMember ? await followsOf(scope.db, org.id, { memberId: viewer.member.id }) : [];
  const own = follows.find((one) => isSame(one, target));
  const pace: Pace = own?.pace ?? (isMember ? "never" : "each");
  return { title: target.title, isMember, pace, failed: formFailed(context) };
}

/** @throws 404 for what this viewer may not see, and where nobody can subscribe */
async function wanted(portal: PortalRequest, request: Request): Promise<NamedTarget> {
  const { org, viewer } = portal;
  const target = await targetAsked(portal, new URL(request.url).searchParams);
  if (target === null || !maySubscribe(org, viewer)) throw notFound();
  return target;
}

function isSame(one: Omit<NamedTarget, "title">, other: Omit<NamedTarget, "title">): boolean {
  return (
    one.kind === other.kind && one.productId === other.productId && one.thingId === other.thingId
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}Follow ${loaderData?.title ?? ""}`.trim(),
    path: "/follow",
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  const portal = await portalRequest(context, request, {});
  const target = await wanted(portal, request);
  const services = context.get(servicesContext);
  const { org, product } = portal;
  const query = Object.fromEntries(
    [...new URL(request.url).searchParams].filter(([name]) =>
      ["what", "item", "product"].includes(name),
    ),
  );
  const page = addressOn(context, org, "/follow", query);
  if (viewer.mode === "accountExternal")
    return formAction({ request, context }, memberFollowSchema, async ({ value }) => {
      const who = { memberId: viewer.member.id };
      const pace = await services.store.write(async (trx) => {
        const own = (await followsOf(trx, org.id, who)).find((one) => isSame(one, target));
        const isWeekly = value.pressed !== undefined && own?.pace === "weekly";
        const chosen = isWeekly ? own.pace : value.pace;
        await follow({ trx, orgId: org.id, now: services.now() }, who, target, chosen);
        return chosen;
      });
      return redirectWithFlash(context, page, SAVED[pace]);
    });
  return formAction(
    { request, context },
    visitorFollowSchema,
    async ({ value: { email, pace } }) => {
      const { store, limits, now, config, key } = services;
      await limits.consume("subscribe-network", context.get(hostContext).ip);
      const mailKey = `${org.id} ${email.key}`;
      // Nobody can tell an address whose mails are used up from another one. Counted before it is
      // sent, so that forms that come at once count too.
      if (await limits.allows("subscribe-mail", mailKey)) {
        const brand = {
          ...(await brandOf(store.read, org, config)),
          portalUrl: hostAddress({ context, org }),
        };
        const until = new Date(now().getTime() + CONFIRM_HOURS * 3_600_000).toISOString();
        const { kind, productId, thingId, title } = target;
        const token = confirmToken(key, {
          org: org.id,
          email: email.email,
          kind,
          productId,
          thingId,
          pace,
          until,
        });
        await store.write((trx) =>
          queueMail(trx, org.id, {
            to: { email: email.email },
            mail: renderMail(brand, followConfirm, { token, title }),
            now: now(),
          }),
        );
      }
      return redirectWithFlash(
        context,
        addressOn(context, org, "/changes", product.isDefault ? {} : { product: product.slug }),
        FOLLOW_SENT,
      );
    },
  );
}

export default function FollowPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, isMember, pace } = loaderData;
  const errors = actionData?.result.error;
  const sent = actionData?.result.initialValue as Record<string, unknown> | undefined;
  const chosen = typeof sent?.pace === "string" ? sent.pace : pace;
  const paces = (isMember ? ["each", "weekly", "never"] : ["each", "weekly"]) as readonly Pace[];
  return (
    <PlainPage
      title={`Follow ${title}`}
      lead={
        <p className="-mt-3 mb-6 text-muted">
          Get an email when this changes. You can stop any time. Published updates are emailed to
          subscribers only.
        </p>
      }
    >
      <PostForm className="max-w-xl space-y-5">
        <ErrorSummary
          errors={errors?.[""] ?? []}
          fields={[
            { id: "follow-pace", errors: errors?.pace ?? undefined },
            { id: "follow-email", errors: errors?.email ?? undefined },
          ]}
        />
        <FieldGroup id="follow-pace" legend="Emails" errors={errors?.pace ?? undefined}>
          {paces.map((one) => (
            <Choice
              key={one}
              id={`follow-pace-${one}`}
              type="radio"
              name="pace"
              value={one}
              label={PACE_LABELS[one]}
              defaultChecked={one === chosen}
            />
          ))}
        </FieldGroup>
        {isMember ? null : (
          <TextField
            id="follow-email"
            name="email"
            type="email"
            label="Email"
            autoComplete="email"
            required
            defaultValue={typeof sent?.email === "string" ? sent.email : ""}
            errors={errors?.email ?? undefined}
          />
        )}
        <Button>{isMember ? "Save" : "Follow"}</Button>
      </PostForm>
    </PlainPage>
  );
}
