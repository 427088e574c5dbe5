import { allMessages } from "#web/forms/fields.ts";
import type { Route } from "./+types/topic";
import { keptMarkdown } from "#platform/files/store/markdown.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { loadTopicFile } from "../store/topic-list.server.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import { pageTitle } from "#values/page-title.ts";
import { topicStates, topicTerms, updateState } from "#model/updates/topic-states.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { formFailed, notFound } from "#web/forms/form.ts";
import { pressed } from "#web/forms/page-buttons.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Terms, TopicTags } from "#web/ui/topic-article.tsx";
import { FormFrame } from "./form-frame.tsx";
import { StateTag } from "./list-parts.tsx";
import { DraftsOfTopic, OlderSubjects, PublishedUpdate, TopicButtons } from "./topic-parts.tsx";
import { TOPIC_BUTTONS } from "../forms/updates.ts";
import { updateDesk } from "./desk.ts";
import { BUTTONS } from "./topic-buttons.ts";

export const handle: RouteHandle = { button: TOPIC_BUTTONS };

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: pageTitle(loaderData?.topic.subject ?? "Update", loaderData?.failed) }];
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { org } = await requireStaff(context, "updates:publish");
  const { store, now } = context.get(servicesContext);
  const file = await loadTopicFile(store.read, org.id, params.topicId);
  if (file === null) throw notFound();
  const { topic, updates, drafts, versions } = file;
  const [iso, moment] = [
    now().toISOString(),
    (at: string | null) => (at === null ? null : formatMoment(at, org.timeZone)),
  ];
  const names = new Map((await listProducts(store.read, org.id)).map(({ id, name }) => [id, name]));
  const treeOf = await keptMarkdown(
    store.read,
    org.id,
    updates.flatMap(({ message, versions: older }) => [
      message,
      ...older.map((version) => version.message),
    ]),
  );
  const published = updates.filter((update) => updateState(update, iso) === "published");
  const { id, subject, category, hiddenAt, hiddenBy, pinnedAt } = topic;
  return {
    topic: {
      id,
      subject,
      category,
      isPinned: pinnedAt !== null,
      hidden: hiddenAt !== null,
      hiddenBy,
    },
    states: topicStates(
      {
        hidden: hiddenAt !== null,
        updates,
        drafts: drafts.map(({ submitted }) => ({ waiting: submitted !== null })),
      },
      iso,
    ),
    terms: topicTerms(
      topic,
      published.at(-1)?.createdAt ?? updates.at(-1)?.createdAt ?? topic.createdAt,
      org.timeZone,
    ),
    products: file.productIds.map((product) => names.get(product) ?? ""),
    // Its own page shows what is on the page and not hidden from visitors.
    page: published.some(({ channelStatusPage }) => channelStatusPage === 1)
      ? `/${org.slug}/updates/${id}`
      : null,
    updates: updates.map((update) => ({
      id: update.id,
      message: treeOf(update.message),
      isPrivate: update.audience === "private",
      createdAt: update.createdAt,
      editedAt: update.editedAt,
      state: updateState(update, iso),
      when: formatMoment(update.createdAt, org.timeZone),
      by: update.createdBy,
      approvedBy: update.approvedBy === update.createdBy ? null : update.approvedBy,
      editedBy: update.editedBy,
      unpublished:
        update.unpublishedAt === null
          ? null
          : { by: update.unpublishedBy ?? "", when: moment(update.unpublishedAt) ?? "" },
      onPage: update.channelStatusPage === 1,
      byMail: update.channelEmail === 1,
      mailing: update.mailing,
      versions: update.versions.map((version) => ({
        id: version.id,
        message: treeOf(version.message),
        by: version.replacedBy,
        when: moment(version.replacedAt) ?? "",
      })),
    })),
    versions: versions.map((version) => ({
      id: version.id,
      subject: version.subject,
      by: version.replacedBy,
      when: moment(version.replacedAt) ?? "",
    })),
    drafts: drafts.map((draft) => ({
      id: draft.id,
      isEdit: draft.updateId !== null,
      message: draft.message.slice(0, 200),
      waiting: draft.submitted !== null,
      by: draft.changedBy,
      when: moment(draft.changedAt) ?? "",
    })),
    timeZone: org.timeZone,
    portalTitle: org.customization.portalTitle,
    failed: formFailed(context),
  };
}

export async function action(args: Route.ActionArgs) {
  const desk = await updateDesk(args.context, {
    id: args.params.topicId,
    page: `/updates/topics/${args.params.topicId}`,
  });
  return (await pressed(args, BUTTONS, desk)).answer;
}

export default function TopicPage({ loaderData, actionData }: Route.ComponentProps) {
  const { topic, states, terms, products, page, updates, versions, drafts, timeZone, portalTitle } =
    loaderData;
  const errors = allMessages(actionData);
  return (
    <FormFrame title={topic.subject} back={{ to: "/updates", label: "Updates" }}>
      <div className="space-y-8">
        <ErrorSummary errors={errors} fields={[]} />
        <div>
          <div className="flex flex-wrap items-center gap-2">
            <TopicTags topic={topic} />
            {states
              .filter((state) => state !== "hidden")
              .map((state) => (
                <StateTag key={state} state={state} />
              ))}
          </div>
          <p className="mt-3 text-sm text-muted">
            {products.length === 0 ? "About all products." : `About ${products.join(", ")}.`}
            {topic.hidden
              ? ` Hidden from visitors${topic.hiddenBy ? ` by ${topic.hiddenBy}` : ""}.`
              : null}{" "}
            {page === null ? null : (
              <a href={page} className="text-accent underline">
                Open it on the {portalTitle}
              </a>
            )}
          </p>
          <Terms terms={terms} />
          <OlderSubjects versions={versions} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <ButtonLink to={`/updates/topics/${topic.id}/follow-up`}>Write a follow-up</ButtonLink>{" "}
          <TopicButtons topic={topic} />
        </div>
        <DraftsOfTopic drafts={drafts} />
        <section aria-labelledby="updates-of-topic" className="space-y-4">
          <h2 id="updates-of-topic" className="text-lg font-semibold">
            Updates
          </h2>
          {updates.length === 0 ? <p className="text-muted">Nothing is published yet.</p> : null}
          {updates.map((update) => (
            <PublishedUpdate
              key={update.id}
              topicId={topic.id}
              update={update}
              timeZone={timeZone}
            />
          ))}
        </section>
      </div>
    </FormFrame>
  );
}
