import { SEARCHED_LABEL } from "#model/search.ts";
import { SearchForm } from "#web/portal/frame/search-form.tsx";
import type { ProductPage } from "#model/visibility/page.ts";
import { AtAGlance } from "./at-a-glance.tsx";
import { firstWords } from "#values/markdown.ts";
import { MAX_DESCRIPTION } from "#web/portal/head.ts";
import { classNames } from "#web/ui/class-names.ts";
import { useAssetHref, useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";

/** The heights that a company can choose for its picture, less on small screens. */
const HEIGHTS = {
  "120": "h-[clamp(4rem,10vw,120px)]",
  "200": "h-[clamp(5rem,16vw,200px)]",
  "280": "h-[clamp(6rem,19vw,280px)]",
  "350": "h-[clamp(6rem,22vw,350px)]",
} as const;

/**
 * The background picture, as tall as the company lets it be; under it the portal's name, and what a
 * buyer comes for.
 */
export function Hero({ page }: { page: ProductPage }) {
  const { org, portalTitle, description, product, products, mayAsk, bannerHeight } = useFrame();
  const asset = useAssetHref();
  const href = usePortalHref();
  const searchAction = href("/search").split("?")[0];
  const { product: named = null } = useProductQuery();
  return (
    <>
      {org.banner === null ? (
        <div className="h-2 bg-brand" />
      ) : (
        <img
          src={asset(org.banner)}
          alt=""
          width={1280}
          height={350}
          fetchPriority="high"
          data-screen-only
          className={classNames(
            "within-page block w-full object-cover object-bottom",
            HEIGHTS[bannerHeight],
          )}
        />
      )}
      <div className="mx-auto grid max-w-6xl gap-x-10 gap-y-6 px-4 pt-8 pb-6 sm:px-6 sm:pt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <div className="min-w-0">
          {products.length > 1 ? (
            <p className="mb-2 text-sm font-medium text-accent">{product.name}</p>
          ) : null}
          <h1 className="text-2xl font-semibold tracking-tight sm:text-3xl">
            {org.name} {portalTitle}
          </h1>
          <p className="mt-3 max-w-2xl text-lg text-muted">
            {description ?? firstLines(page, org.name)}
          </p>
          <SearchForm
            opens
            asks={mayAsk ? href("/search/answer", { product: named }) : null}
            label={SEARCHED_LABEL}
            query=""
            {...(searchAction === undefined ? {} : { action: searchAction })}
            hidden={{ product: named === null ? null : String(named) }}
            className="mt-6 max-w-xl"
          />
        </div>
        <AtAGlance page={page} />
      </div>
    </>
  );
}

/**
 * What stands below the title where nobody wrote a description: how the overview begins, so that the
 * first screen says something of the company.
 */
function firstLines({ overview, ownCards, sections }: ProductPage, orgName: string): string {
  const isShown =
    ownCards.Overview?.hidden === false &&
    sections.some(({ id, hidden }) => id.startsWith("overview") && !hidden);
  return isShown && overview !== null
    ? firstWords(overview, MAX_DESCRIPTION)
    : `Learn how ${orgName} handles security, privacy and compliance.`;
}
