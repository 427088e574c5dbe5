import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { AccountSearchField, FoundWords, useAccountSearch } from "#web/ui/account-search.tsx";
import { PREVIEW_ACCOUNT } from "#model/visibility/previewed.ts";
import type { PreviewChoices } from "./preview-choices.server.ts";

const CONTROL =
  "min-h-8 w-full rounded-sm border border-edge bg-surface px-2 py-1 text-sm text-ink";

interface ChooserProps {
  path: string;
  choices: PreviewChoices;
  /** Whom one looks as already; nobody: empty. */
  accountId: string;
  profileId: string;
  /** On a colored bar the accent could not be read. */
  onColor?: boolean;
}

/** Opens the choice of whom to look as; it stands open while it is searched. */
export function PreviewMenu(chooser: ChooserProps) {
  return (
    <details
      className="relative ms-auto flex-none"
      data-menu
      open={chooser.choices.accounts.search !== ""}
    >
      <summary
        className={classNames(
          "inline-flex min-h-8 list-none items-center rounded-sm px-2 font-medium",
          chooser.onColor === true ? "text-ink underline" : "text-accent hover:bg-accent-soft",
        )}
      >
        Preview as …
      </summary>
      <div className="absolute end-0 top-full z-40 mt-1 w-80 max-w-[calc(100vw-2rem)] rounded-md border border-line bg-surface p-4 shadow-panel">
        <PreviewChooser {...chooser} />
      </div>
    </details>
  );
}

/**
 * Chooses whom to look as. Where there are many accounts they are found by name: as one types, or,
 * without scripts, by the form itself, which comes back with those that are found.
 */
function PreviewChooser({ path, choices, accountId, profileId }: ChooserProps) {
  const { found, search } = useAccountSearch(choices.accounts);
  return (
    <form method="get" noValidate action={path} className="space-y-3">
      {found.isLarge ? (
        <div className="space-y-1">
          <AccountSearchField
            found={found}
            search={search}
            name={PREVIEW_ACCOUNT}
            label="Find an account"
            className={CONTROL}
          />
          <FoundWords found={found} />
        </div>
      ) : null}
      <label className="block space-y-1">
        <span>Account</span>
        <select name="accountId" defaultValue={accountId} className={CONTROL}>
          <option value="">None</option>
          {found.options.map((account) => (
            <option key={account.id} value={account.id}>
              {account.name}
            </option>
          ))}
        </select>
      </label>
      <label className="block space-y-1">
        <span>Permission profile</span>
        <select name="permissionProfileId" defaultValue={profileId} className={CONTROL}>
          <option value="">The account’s own</option>
          {choices.profiles.map((profile) => (
            <option key={profile.id} value={profile.id}>
              {profile.name}
            </option>
          ))}
        </select>
      </label>
      <div className="flex items-center justify-between gap-2">
        <Button look="secondary" size="small">
          Preview
        </Button>{" "}
        <a
          href={`${path}?view=public`}
          className="inline-flex min-h-8 items-center text-accent underline"
        >
          As the public
        </a>
      </div>
    </form>
  );
}
