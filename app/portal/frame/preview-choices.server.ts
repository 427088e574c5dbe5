import { missingFromPreview, PREVIEW_ACCOUNT } from "#model/visibility/previewed.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { listProfiles } from "#auth/accounts/store/accounts.server.ts";
import {
  accountOptions,
  type AccountOptions,
} from "#auth/accounts/store/account-options.server.ts";
import { countFiles } from "#visibility/store/files.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";

/** What the banner of staff offers to preview as. */
export type PreviewChoices = Awaited<ReturnType<typeof previewChoices>>;

/** What the frame holds for it; null for everyone but staff. */
export interface PreviewPart {
  preview: PreviewChoices | null;
}

const NONE: AccountOptions = { options: [], isLarge: false, search: "", left: 0 };

/**
 * Whom staff may preview as, profiles, and accounts for those who review them; in a preview also
 * how many of the product's documents open to whom they look as.
 * @param query of the page: whom it previews, and words of the accounts' names, where there are many
 */
export async function previewChoices(
  scope: PageScope,
  viewer: Extract<Viewer, { mode: "main" | "preview" }>,
  query: URLSearchParams,
) {
  const { db, org } = scope;
  const keep = viewer.mode === "preview" && viewer.account !== null ? [viewer.account.id] : [];
  const [accounts, profiles] = await Promise.all([
    viewer.staff.permissions.has("accounts:review")
      ? accountOptions(db, org.id, query.get(PREVIEW_ACCOUNT) ?? "", { keep })
      : NONE,
    listProfiles(db, org.id),
  ]);
  return {
    accounts,
    profiles: profiles.map(({ id, name }) => ({ id, name })),
    /** The address names an account or a profile that is not there: this is the public's page. */
    nobody: missingFromPreview(viewer, query) !== null,
    sees: viewer.mode === "preview" ? await openDocuments(scope, viewer) : null,
  };
}

/** How many documents of the product open in a preview, of those that there are. */
async function openDocuments(scope: PageScope, { staff }: Extract<Viewer, { mode: "preview" }>) {
  const [seen, all] = await Promise.all([
    countFiles(scope),
    countFiles({ ...scope, viewer: { mode: "main", staff } }),
  ]);
  return { ...seen, all: all.open };
}
