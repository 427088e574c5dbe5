import { SEARCH_LABEL } from "../../features/search/rules.ts";
import { SearchForm } from "../frame/search-form.tsx";
import { useAssetHref, useFrame, usePortalHref, useProductQuery } from "../links.ts";

/** The background picture, at most 350 pixels tall, and the portal's name under it. */
export function Hero() {
  const { org, portalTitle, description, product, products, mayAsk } = useFrame();
  const asset = useAssetHref();
  const href = usePortalHref();
  const searchAction = href("/search").split("?")[0];
  const { product: named = null } = useProductQuery();
  return (
    <>
      {org.banner === null ? (
        <div className="h-2 bg-accent" />
      ) : (
        <img
          src={asset(org.banner)}
          alt=""
          width={1280}
          height={350}
          fetchPriority="high"
          className="within-page block h-[clamp(6rem,22vw,350px)] w-full object-cover object-bottom"
        />
      )}
      <div className="mx-auto max-w-6xl px-4 pb-10 pt-10 sm:px-6 sm:pt-14">
        {products.length > 1 ? (
          <p className="mb-2 text-sm font-medium text-accent">{product.name}</p>
        ) : null}
        <h1 className="text-2xl font-semibold tracking-tight sm:text-3xl">
          {org.name} {portalTitle}
        </h1>
        {description === null ? null : (
          <p className="mt-3 max-w-2xl text-lg text-muted">{description}</p>
        )}
        <SearchForm
          opens
          asks={mayAsk ? href("/search/answer", { product: named }) : null}
          label={SEARCH_LABEL}
          query=""
          {...(searchAction === undefined ? {} : { action: searchAction })}
          hidden={{ product: named === null ? null : String(named) }}
          className="mt-6 max-w-xl"
        />
      </div>
    </>
  );
}
