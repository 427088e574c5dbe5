import type { AccessPreset } from "../store/access-presets.server.ts";
import { NEW_ACCOUNT, UNDO_SECONDS } from "../forms/review-forms.ts";
import { Button } from "#web/ui/button.tsx";
import type { ApproveData } from "./approve-form.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";

/**
 * What could be decided, with its reasons, and decisions with a name: one press each approves with
 * it. The form behind a button is the one for approving, filled in by the preset and by what the
 * request itself says.
 */
export function SuggestionPanel({ data }: { data: ApproveData }) {
  const { words, reasons, account, clear } = data.suggestion;
  return (
    <section
      aria-labelledby="suggestion-title"
      className="space-y-4 rounded-lg border border-line bg-surface p-6"
    >
      <div>
        <h2 id="suggestion-title" className="text-sm text-muted">
          Suggestion
        </h2>
        <p className="mt-1 text-lg font-semibold break-words">{words}</p>
        <ul className="mt-2 list-disc space-y-1 ps-5 text-sm text-muted marker:text-edge">
          {reasons.map((reason) => (
            <li key={reason} className="break-words">
              {reason}
            </li>
          ))}
        </ul>
      </div>
      <Presets data={data} account={account ?? NEW_ACCOUNT} clear={clear} />
    </section>
  );
}

function Presets({
  data,
  account,
  clear,
}: {
  data: ApproveData;
  /** The account that the request most likely belongs to. */
  account: string;
  /** Nothing speaks against one press: the first preset is the button to press. */
  clear: boolean;
}) {
  const { presets } = data;
  if (presets.length === 0) return null;
  const name =
    account === NEW_ACCOUNT
      ? `a new account, ${data.companyName}`
      : (data.accounts.options.find(({ id }) => id === account)?.name ?? "its account");
  return (
    <section aria-labelledby="presets-title" className="space-y-3 border-t border-line pt-4">
      <h3 id="presets-title" className="font-medium">
        Approve with a preset
      </h3>
      <p className="text-sm text-muted">
        Adds them to {name} for the products they requested. You can undo this for {UNDO_SECONDS}{" "}
        seconds.
      </p>
      <ul className="space-y-2">
        {presets.map((preset, at) => (
          <li key={preset.id} className="flex items-start gap-3">
            <ButtonForm button="approve" className="min-w-0 flex-1">
              <input type="hidden" name="account" value={account} />
              <input type="hidden" name="accountName" value={data.companyName} />
              <input type="hidden" name="profileId" value={preset.profileId} />
              {data.extends ? <input type="hidden" name="held" value="replace" /> : null}
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
              <Button
                look={clear && at === 0 ? "primary" : "secondary"}
                size="small"
                data-key={at === 0 ? "a" : undefined}
              >
                {preset.name}
              </Button>{" "}
              <span className="mt-1 block text-sm text-muted">
                {termsOf(preset, data.choices.asksNda)}
              </span>
            </ButtonForm>{" "}
            <ButtonForm button="remove-preset">
              <input type="hidden" name="presetId" value={preset.id} />
              <Button look="quiet" size="small" aria-label={`Remove the preset ${preset.name}`}>
                Remove
              </Button>
            </ButtonForm>
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
