import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/screens.tsx";
import { inboxSearch, isFiltered, unfiltered, type InboxQuery } from "../forms/inbox-query.ts";
import { FOLDER_NAMES, type RequestFolder } from "../forms/review-forms.ts";

/**
 * What a folder says that has nothing to show: it is empty, or the filters leave nothing of it.
 * @param week how many requests were decided in the last seven days
 */
export function NoRequests({
  query,
  week,
}: {
  query: InboxQuery;
  week: { decided: number; byRules: number };
}) {
  const { folder } = query;
  const filtered = isFiltered(query);
  return (
    <EmptyState
      icon="user"
      title={filtered ? "No requests match" : EMPTY[folder]}
      subtitle={
        filtered
          ? `Nothing in ${FOLDER_NAMES[folder]} matches ${query.q === "" ? "these filters" : `"${query.q}"`}.`
          : folder === "new"
            ? weekWords(week)
            : undefined
      }
      actions={
        filtered ? (
          <ButtonLink to={`/requests${inboxSearch(unfiltered(query))}`} look="secondary">
            {query.q === "" ? "Clear the filters" : "Clear the search"}
          </ButtonLink>
        ) : undefined
      }
    />
  );
}

/** What the empty inbox says: '14 decided this week, 9 of them by rules.' */
function weekWords({ decided, byRules }: { decided: number; byRules: number }): string | undefined {
  if (decided === 0) return undefined;
  return `${decided} decided this week${byRules === 0 ? "" : `, ${byRules} of them by rules`}.`;
}

const EMPTY: Readonly<Record<RequestFolder, string>> = {
  new: "All caught up",
  asked: "No questions are open",
  nda: "Everyone who needs to has signed the NDA",
  approved: "No approved requests",
  declined: "No declined requests",
  expired: "No expired access",
  withdrawn: "No withdrawn requests",
};
