import { listUnshowable } from "#platform/files/store/render-failures.server.ts";
import { oncePerScope } from "./scope.server.ts";

/** Files that can't be shown as pages, by hash; asked only where the org offers those unmarked. */
export const unshowableFiles = oncePerScope(async ({ db, org, settings, now }) =>
  settings.viewOnlyFallback === "offer" ? listUnshowable(db, org.id, now) : new Set<string>(),
);
