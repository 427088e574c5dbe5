import { NOTHING_FOUND, TRY_ANOTHER } from "#model/search.ts";
import { useFrame, usePortalHref, useProductHref } from "#web/portal/links.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/screens.tsx";

/** Nothing matches: where to ask, and what else there is to read. */
export function NothingFound({ product }: { product: string | null }) {
  const { menu, has, hasGrant, viewer, accessRequestsEnabled } = useFrame();
  const href = usePortalHref();
  const productHref = useProductHref();
  const isVisitor = viewer.mode === "public" || viewer.mode === "accountExternal";
  const mayQuestion = menu?.answered != null;
  return (
    <EmptyState
      icon="search"
      title={NOTHING_FOUND}
      subtitle={TRY_ANOTHER}
      actions={
        <>
          {mayQuestion ? (
            <ButtonLink to={href("/my-account", {}, "questions")}>Ask a question</ButtonLink>
          ) : null}{" "}
          {isVisitor && accessRequestsEnabled ? (
            <ButtonLink
              to={productHref("", {
                [hasGrant ? "requestAccess" : "loginRequest"]: "true",
                source: "search",
              })}
              look={mayQuestion ? "secondary" : "primary"}
            >
              {hasGrant ? "Ask for information" : "Get access"}
            </ButtonLink>
          ) : null}{" "}
          {has.faq ? (
            <ButtonLink to={href("/faq", { product })} look="secondary">
              Read the FAQ
            </ButtonLink>
          ) : null}
        </>
      }
    />
  );
}
