import { NOTHING_FOUND, TRY_ANOTHER } from "#model/search.ts";
import { useFrame, usePortalHref, useProductHref } from "#web/portal/links.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/screens.tsx";

/** Where one can go on whose search found nothing: a label and an address each, the first to press. */
export interface WaysToAsk {
  /** How the organization's team is asked; null where nobody can be asked here. */
  words: string | null;
  links: readonly { label: string; to: string }[];
}

/** How this viewer can ask, and what else there is to read. */
export function useWaysToAsk(product: string | null): WaysToAsk {
  const { menu, has, hasGrant, viewer, org, accessRequestsEnabled } = useFrame();
  const href = usePortalHref();
  const productHref = useProductHref();
  const isVisitor = viewer.mode === "public" || viewer.mode === "accountExternal";
  const mayQuestion = menu?.answered != null;
  const mayRequest = isVisitor && accessRequestsEnabled;
  return {
    words: mayQuestion
      ? `You can also ask ${org.name}’s team.`
      : mayRequest && !hasGrant
        ? `To ask ${org.name}’s team, get access first.`
        : null,
    links: [
      ...(mayQuestion
        ? [{ label: "Ask a question", to: href("/my-account", {}, "questions") }]
        : []),
      ...(mayRequest
        ? [
            {
              label: hasGrant ? "Ask for information" : "Get access",
              to: productHref("", {
                [hasGrant ? "requestAccess" : "loginRequest"]: "true",
                source: "search",
              }),
            },
          ]
        : []),
      ...(has.faq ? [{ label: "Read the FAQ", to: href("/faq", { product }) }] : []),
    ],
  };
}

/** Nothing matches: where to ask, and what else there is to read. */
export function NothingFound({ product }: { product: string | null }) {
  const { words, links } = useWaysToAsk(product);
  return (
    <EmptyState
      icon="search"
      title={NOTHING_FOUND}
      subtitle={
        <>
          {TRY_ANOTHER}
          {words === null ? null : <span className="mt-1 block">{words}</span>}
        </>
      }
      actions={links.map(({ label, to }, at) => (
        <span key={label}>
          {at === 0 ? null : " "}
          <ButtonLink to={to} look={at === 0 ? "primary" : "secondary"}>
            {label}
          </ButtonLink>
        </span>
      ))}
    />
  );
}
