import type { Route } from "./+types/own-calendar";
import {
  keeperOf,
  type Own,
  ownMembers,
  pageAt,
  writeAsMember,
} from "#access/accounts/portal/account-changes.ts";
import {
  addCalendarAddress,
  listCalendarAddresses,
  revokeCalendarAddresses,
} from "#auth/access-keys/store/calendar-addresses.server.ts";
import { CALENDAR_BUTTONS, MEMBER_CALENDAR_PAGE } from "#model/access-keys.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { canonicalBase } from "#tenancy/orgs/store/orgs.server.ts";
import { formatMoment } from "#values/moments.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { formFailed } from "#web/forms/form.ts";
import {
  NO_FIELDS,
  type PageButton,
  pageButton,
  pressed,
  refusedOr,
} from "#web/forms/page-buttons.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { useFrame, usePortalHref } from "#web/portal/links.ts";
import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { PostForm } from "#web/ui/post-form.tsx";

export const handle: RouteHandle = { button: CALENDAR_BUTTONS };

/** Whether a member has the address of a calendar, and the buttons that make and end it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const own = keeperOf(context, request, MEMBER_CALENDAR_PAGE);
  const { org } = own;
  const { store } = context.get(servicesContext);
  const memberIds = (await ownMembers(own)).map(({ id }) => id);
  const [known = null] = await listCalendarAddresses(store.read, org.id, memberIds);
  const told = (moment: string) => ({ iso: moment, text: formatMoment(moment, org.timeZone) });
  return {
    failed: formFailed(context),
    known:
      known === null
        ? null
        : {
            createdAt: told(known.createdAt),
            lastRead: known.lastReadAt === null ? null : told(known.lastReadAt),
          },
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}Your calendar`,
    path: MEMBER_CALENDAR_PAGE,
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function action(args: Route.ActionArgs) {
  const own = keeperOf(args.context, args.request, MEMBER_CALENDAR_PAGE);
  const { button, answer } = await pressed(args, BUTTONS, own, {
    nameIn: (form) => form.get("intent") ?? "add",
  });
  if (!(answer instanceof Response) && "address" in answer)
    return { button, result: null, address: answer.address };
  return refusedOr({ button, answer });
}

const BUTTONS: Readonly<Record<"add" | "revoke", PageButton<Own, Response | { address: string }>>> =
  {
    add: pageButton(NO_FIELDS, add),
    revoke: pageButton(NO_FIELDS, revoke),
  };

/** The person's earlier addresses end, whichever of their accounts they are of. */
async function add(own: Own): Promise<{ address: string }> {
  const { context, org, viewer } = own;
  const { store, config } = context.get(servicesContext);
  const secret = await writeAsMember(own, async (write, memberIds) => {
    await revokeCalendarAddresses(write, memberIds);
    return addCalendarAddress(write, viewer.member.id);
  });
  const base = await canonicalBase(store.read, org, config.origin);
  return { address: `${base}/calendar.ics?token=${secret}` };
}

async function revoke(own: Own): Promise<Response> {
  await writeAsMember(own, revokeCalendarAddresses);
  const page = pageAt(own, MEMBER_CALENDAR_PAGE);
  return redirectWithFlash(own.context, page, "The URL of your calendar was revoked.");
}

export default function OwnCalendar({ loaderData, actionData }: Route.ComponentProps) {
  const { known } = loaderData;
  const { org } = useFrame();
  const href = usePortalHref();
  const page = href(MEMBER_CALENDAR_PAGE);
  const address = actionData !== undefined && "address" in actionData ? actionData.address : null;
  return (
    <PlainPage title="Your calendar" back={{ path: "/my-account", label: "My account" }}>
      <ErrorSummary errors={actionData?.result?.error?.[""] ?? []} fields={[]} />
      <p className="text-muted">
        A calendar app can show the dates of {org.name} that you can see, such as the expiry of
        certifications and the last day to object to a change. It also shows when your access
        expires. The app gets them by a URL of your own. Whoever has the URL can read these dates,
        so keep it to yourself.
      </p>
      {address === null ? null : (
        <div role="status" className="mt-6 rounded-lg border border-line bg-accent-soft p-4">
          <p className="font-medium">Add this URL to your calendar app. It is shown only now.</p>
          <p className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">{address}</p>
        </div>
      )}
      {known === null || address !== null ? null : (
        <p className="mt-6">
          Your URL was made on <time dateTime={known.createdAt.iso}>{known.createdAt.text}</time>.{" "}
          {known.lastRead === null ? (
            "No calendar app has read it yet."
          ) : (
            <>
              A calendar app last read it on{" "}
              <time dateTime={known.lastRead.iso}>{known.lastRead.text}</time>.
            </>
          )}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {address === null ? (
          <PostForm>
            <Button look={known === null ? "primary" : "secondary"}>
              {known === null ? "Make a URL" : "Make a new URL"}
            </Button>
          </PostForm>
        ) : null}{" "}
        {known === null ? null : (
          <ButtonForm button="revoke" page={page}>
            <Button look="secondary">Revoke the URL</Button>
          </ButtonForm>
        )}
      </div>
      {known === null || address !== null ? null : (
        <p className="mt-3 text-sm text-muted">A new URL replaces the one you have.</p>
      )}
    </PlainPage>
  );
}
