import type { RouteHandle } from "#values/page-query.ts";

/** What the two addresses of a list take: that of all rows, and that of one. */
export const ROW_METHODS: NonNullable<RouteHandle["methods"]> = {
  list: ["GET", "POST", "PATCH"],
  one: ["GET", "PATCH", "DELETE"],
};
