import type { AccessPreset } from "../store/access-presets.server.ts";
import { NEW_ACCOUNT, UNDO_SECONDS } from "../forms/review-forms.ts";
import { Button } from "#web/ui/button.tsx";
import type { ApproveData } from "./approve-form.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { isShort, shortened } from "./short-note.ts";

/**
 * What a decision needs, from the top of the page on: what the person wants, what is likely right
 * and why, and decisions of one press each. The form behind a preset's button is the one for
 * approving, filled in by the preset and by what the request itself says.
 * @param wants what was asked for: an item or products
 * @param note what the person needs it for, in their own words; null where they said nothing
 */
export function SuggestionPanel({
  data,
  wants,
  note,
}: {
  data: ApproveData;
  wants: string | null;
  note: string | null;
}) {
  const { words, reasons } = data.suggestion;
  return (
    <section
      aria-labelledby="suggestion-title"
      className="space-y-3 rounded-lg border border-line bg-surface p-5"
    >
      {wants === null && note === null ? null : (
        <div>
          <h2 className="text-sm text-muted">What they want</h2>
          {wants === null ? null : <p className="font-medium break-words">{wants}</p>}
          {note === null ? null : (
            <p className="text-sm break-words whitespace-pre-line">
              {shortened(note)}
              {isShort(note) ? null : (
                <>
                  {" "}
                  <a href="#known" className="text-accent underline">
                    Read all
                  </a>
                </>
              )}
            </p>
          )}
        </div>
      )}
      <div>
        <h2 id="suggestion-title" className="text-sm text-muted">
          Suggestion
        </h2>
        <p className="font-semibold break-words">{words}</p>
        <ul className="mt-1 list-disc ps-5 text-sm text-muted marker:text-edge">
          {reasons.map((reason) => (
            <li key={reason} className="break-words">
              {reason}
            </li>
          ))}
        </ul>
      </div>
      <Presets data={data} />
      {data.next === null ? null : <AfterDecision opens={data.next.opens} />}
    </section>
  );
}

function Presets({ data }: { data: ApproveData }) {
  const { presets } = data;
  if (presets.length === 0) return null;
  // The account that the request most likely belongs to.
  const account = data.suggestion.account ?? NEW_ACCOUNT;
  const name =
    account === NEW_ACCOUNT
      ? `a new account, ${data.companyName},`
      : (data.accounts.options.find(({ id }) => id === account)?.name ?? "its account");
  return (
    <section aria-label="Decide with one press" className="space-y-2 border-t border-line pt-3">
      <ul className="flex flex-wrap items-start gap-x-3 gap-y-2">
        {presets.map((preset, at) => (
          <li key={preset.id} className="min-w-0">
            <ButtonForm button="approve">
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
              {/* Where nothing speaks against one press, the first preset is the button to press. */}
              <Button
                look={data.suggestion.clear && at === 0 ? "primary" : "secondary"}
                data-key={at === 0 ? "a" : undefined}
              >
                Approve as {preset.name}
              </Button>{" "}
              <span className="mt-1 block text-xs text-muted">
                {termsOf(preset, data.choices.asksNda)}
              </span>
            </ButtonForm>{" "}
          </li>
        ))}
        <li>
          <ButtonForm button="decline">
            <Button look="danger">Decline</Button>{" "}
            <span className="mt-1 block text-xs text-muted">Standard message</span>
          </ButtonForm>
        </li>
      </ul>
      <p className="text-sm text-muted">
        Approving adds them to {name} for the products they requested. You can undo a decision for{" "}
        {UNDO_SECONDS} seconds.
      </p>
    </section>
  );
}

/** What opens after a decision: one setting of the person's own, for every way to decide. */
function AfterDecision({ opens }: { opens: boolean }) {
  return (
    <ButtonForm
      button="after"
      className="flex flex-wrap items-center gap-x-1 border-t border-line pt-2 text-sm text-muted"
    >
      <input type="hidden" name="after" value={opens ? "stay" : "next"} />
      After a decision, {opens ? "the next request opens." : "you stay on this request."}{" "}
      <Button look="quiet" size="small">
        {opens ? "Stay on the request instead" : "Open the next request instead"}
      </Button>
    </ButtonForm>
  );
}

/**
 * What a preset gives, such as 'Core reports, 90 days, NDA'; where no NDA is asked for, nothing is
 * said of it.
 */
export function termsOf(
  { profileName, expiresInDays, ndaRequired }: AccessPreset,
  asksNda: boolean,
): string {
  const days =
    expiresInDays === null ? "no expiry" : expiresInDays === 1 ? "1 day" : `${expiresInDays} days`;
  const nda = ndaRequired ? "NDA" : "no NDA";
  return [profileName, days, ...(asksNda ? [nda] : [])].join(", ");
}
