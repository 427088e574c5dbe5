import type { AccessPreset } from "../store/access-presets.server.ts";
import { NEW_ACCOUNT } from "../forms/review-forms.ts";
import { Button } from "../../../ui/button.tsx";
import type { ApproveData } from "./approve-form.tsx";

/**
 * Decisions with a name: one press each approves with it. The form behind a button is the one for
 * approving, filled in by the preset and by what the request itself says.
 */
export function Presets({
  presets,
  data,
  account,
}: {
  presets: readonly AccessPreset[];
  data: ApproveData;
  /** The account that the request most likely belongs to. */
  account: string;
}) {
  if (presets.length === 0) return null;
  const name =
    account === NEW_ACCOUNT
      ? `a new account, ${data.companyName}`
      : (data.accounts.find(({ id }) => id === account)?.name ?? "its account");
  return (
    <section aria-labelledby="presets-title" className="space-y-3">
      <h3 id="presets-title" className="font-medium">
        Approve with a preset
      </h3>
      <p className="text-sm text-muted">
        Into {name}, for the products that were asked for. You can undo it for 30 seconds.
      </p>
      <ul className="space-y-2">
        {presets.map((preset) => (
          <li key={preset.id} className="flex items-start gap-3">
            <form method="post" noValidate className="min-w-0 flex-1">
              <input type="hidden" name="intent" value="approve" />
              <input type="hidden" name="account" value={account} />
              <input type="hidden" name="accountName" value={data.companyName} />
              <input type="hidden" name="profileId" value={preset.profileId} />
              {data.asked.map((id) => (
                <input key={id} type="hidden" name="productIds" value={id} />
              ))}
              <input
                type="hidden"
                name="expires"
                value={preset.expiresInDays === null ? "none" : "days"}
              />
              <input type="hidden" name="expiresIn" value={preset.expiresInDays ?? ""} />
              {data.choices.asksNda ? (
                <input
                  type="hidden"
                  name="nda"
                  value={preset.ndaRequired ? "required" : "waived"}
                />
              ) : null}
              {data.next === null ? null : <input type="hidden" name="after" value="next" />}
              <Button look="secondary" size="small">
                {preset.name}
              </Button>{" "}
              <span className="mt-1 block text-sm text-muted">
                {termsOf(preset, data.choices.asksNda)}
              </span>
            </form>{" "}
            <form method="post" noValidate>
              <input type="hidden" name="intent" value="remove-preset" />
              <input type="hidden" name="presetId" value={preset.id} />
              <Button look="quiet" size="small" aria-label={`Remove the preset ${preset.name}`}>
                Remove
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * What a preset gives, such as 'Core reports, 90 days, NDA'; where no NDA is asked for, nothing is
 * said of it.
 */
function termsOf(
  { profileName, expiresInDays, ndaRequired }: AccessPreset,
  asksNda: boolean,
): string {
  const days =
    expiresInDays === null ? "no expiry" : expiresInDays === 1 ? "1 day" : `${expiresInDays} days`;
  const nda = ndaRequired ? "NDA" : "no NDA";
  return [profileName, days, ...(asksNda ? [nda] : [])].join(", ");
}
