import { Button } from "../../ui/button.tsx";
import { AccountSearchField, FoundWords, useAccountSearch } from "../../ui/account-search.tsx";
import type { FrameData } from "../frame.tsx";

/** The part of an address that looks for an account to preview as. */
export const PREVIEW_ACCOUNT = "findAccount";

const CONTROL =
  "min-h-8 w-full rounded-sm border border-edge bg-surface px-2 py-1 text-sm text-ink";

/**
 * Chooses whom to look as. Where there are many accounts they are found by name: as one types, or,
 * without scripts, by the form itself, which comes back with those that are found.
 * @param inline it stands in the bar, and has one row
 */
export function PreviewChooser({
  path,
  choices,
  accountId,
  profileId,
  inline = false,
}: {
  path: string;
  choices: NonNullable<FrameData["preview"]>;
  accountId: string;
  profileId: string;
  inline?: boolean;
}) {
  const { found, search } = useAccountSearch(choices.accounts);
  const label = inline ? "flex items-center gap-2" : "block space-y-1";
  return (
    <form
      method="get"
      noValidate
      action={path}
      className={inline ? "flex flex-wrap items-center gap-2 lg:flex-nowrap" : "space-y-3"}
    >
      {found.isLarge ? (
        <div className="space-y-1">
          <AccountSearchField
            found={found}
            search={search}
            name={PREVIEW_ACCOUNT}
            label="Find an account"
            className={CONTROL}
          />
          {inline ? null : <FoundWords found={found} />}
        </div>
      ) : null}
      <label className={label}>
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
      <label className={label}>
        <span>{inline ? "Profile" : "Permission profile"}</span>
        <select name="permissionProfileId" defaultValue={profileId} className={CONTROL}>
          <option value="">The account’s own</option>
          {choices.profiles.map((profile) => (
            <option key={profile.id} value={profile.id}>
              {profile.name}
            </option>
          ))}
        </select>
      </label>
      <div className={inline ? "" : "flex items-center justify-between gap-2"}>
        <Button look="secondary" size="small">
          Preview
        </Button>{" "}
        {inline ? null : (
          <a
            href={`${path}?view=public`}
            className="inline-flex min-h-8 items-center text-accent underline"
          >
            As the public
          </a>
        )}
      </div>
    </form>
  );
}
