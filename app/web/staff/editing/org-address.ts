import { useCallback } from "react";
import { useParams } from "react-router";

/**
 * Addresses of the API for the org whose page is edited. A person with several orgs edits any of
 * them by its address, while the API alone would act in the one that their session shows. The
 * private area is that org's, and its pages name none.
 * @returns a function that adds the org to an address without a query, or to one with
 */
export function useOrgAddress(): (address: string) => string {
  const { org } = useParams();
  return useCallback(
    (address) =>
      org === undefined
        ? address
        : `${address}${address.includes("?") ? "&" : "?"}org=${encodeURIComponent(org)}`,
    [org],
  );
}
