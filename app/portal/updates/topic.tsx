import { data } from "react-router";
import type { Route } from "./+types/topic";
import { loadTopics } from "../../../db/pages/publications.ts";
import { PlainPage } from "../frame/plain-page.tsx";
import { headOf } from "../head.ts";
import { cacheForEveryone, portalRequest } from "../scope.ts";
import { Topic } from "./topic-view.tsx";

/** A topic with all its updates, at an address that stays. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const portal = await portalRequest(context, request, {});
  const topic = (await loadTopics(portal.scope)).find((candidate) => candidate.id === params.topicId);
  if (topic === undefined) throw data(null, { status: 404, statusText: "Page not found" });
  cacheForEveryone(context, portal);
  return { topic };
}

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  return headOf(matches, { title: loaderData?.topic.subject ?? "Update", path: `/updates/${params.topicId}`, updatedAt: loaderData?.topic.updates[0]?.createdAt ?? null });
}

export default function TopicPage({ loaderData: { topic } }: Route.ComponentProps) {
  return (
    <PlainPage title="Trust update" back={{ path: "/updates", label: "All updates" }}>
      <Topic topic={topic} headingLevel={2} whole />
    </PlainPage>
  );
}
