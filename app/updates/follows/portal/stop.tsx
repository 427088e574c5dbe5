import { data } from "react-router";
import type { Route } from "./+types/stop";
import { servicesContext } from "#platform/context.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { unlistedHead } from "#web/portal/head.ts";
import { usePortalHref } from "#web/portal/links.ts";
import { orgOf } from "#web/portal/scope.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { PostForm } from "#web/ui/post-form.tsx";
import { readStop } from "../mail/follow-links.ts";
import { unfollowAll } from "../store/follows.server.ts";

/** Where the link of an email leads: opening it changes nothing, its one button does. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { key } = context.get(servicesContext);
  const who = readStop(key, orgOf(context).id, url.searchParams.get("token") ?? "");
  return who === null ? data({ isThere: false }, { status: 404 }) : { isThere: true };
}

export function meta({ matches }: Route.MetaArgs) {
  return unlistedHead(matches, { title: "Stop emails about changes", path: "/follow/stop" });
}

export async function action({ context, url }: Route.ActionArgs) {
  const { store, key, now } = context.get(servicesContext);
  const org = orgOf(context);
  const who = readStop(key, org.id, url.searchParams.get("token") ?? "");
  if (who === null) return data({ isDone: false }, { status: 404 });
  await store.write((trx) => unfollowAll({ trx, orgId: org.id, now: now() }, who));
  return { isDone: true };
}

export default function Stop({ loaderData, actionData }: Route.ComponentProps) {
  const href = usePortalHref();
  if (actionData?.isDone === true)
    return (
      <PlainPage title="These emails have stopped">
        <p>You can follow a page again any time.</p>
        <p className="mt-6">
          <ButtonLink to={href("/changes")} look="secondary">
            See changes
          </ButtonLink>
        </p>
      </PlainPage>
    );
  if (!loaderData.isThere)
    return (
      <PlainPage title="This link doesn’t work">
        <p>It may be incomplete. Please open it from the email again.</p>
      </PlainPage>
    );
  return (
    <PlainPage title="Stop emails about changes">
      <PostForm className="max-w-xl space-y-6">
        <p>You won’t get emails about what you follow or downloaded here.</p>
        <Button>Stop emails</Button>
      </PostForm>
    </PlainPage>
  );
}
