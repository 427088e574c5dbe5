import { MAIL_PACES, PACE_NAMES, type MailPace } from "#model/notifications.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";
import type { Refused } from "./form.tsx";
import { Panel } from "./panel.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/** The mails that a person can get about the org they work in now. */
export interface MailChoice {
  orgName: string;
  kinds: readonly { kind: string; label: string; hint: string; wanted: boolean }[];
  /** When those come that can come together; null for a role that gets none of them. */
  pace: MailPace | null;
}

/** Switches, one a kind of mail; a role brings its own. */
export function MailPanel({ choice, refused }: { choice: MailChoice; refused: Refused | null }) {
  const sent = refused?.button === "choose-notifications" ? refused.result.initialValue : null;
  const wantedNow = [sent?.wanted ?? []].flat();
  const paceNow = sent == null ? choice.pace : sent.pace;
  return (
    <Panel id="mail" title="Email" lead={`Choose which emails you get from ${choice.orgName}.`}>
      <form method="post" action="/account/choose-notifications" noValidate className="space-y-6">
        <OnceField />
        <fieldset className="space-y-4">
          <legend className="sr-only">Email notifications</legend>
          {choice.kinds.map(({ kind, label, hint, wanted }) => (
            <Choice
              key={kind}
              id={`wanted-${kind}`}
              name="wanted"
              value={kind}
              defaultChecked={sent == null ? wanted : wantedNow.includes(kind)}
              label={label}
              hint={hint}
            />
          ))}
        </fieldset>
        {choice.pace === null ? null : (
          <FieldGroup id="pace" legend="Emails about access requests and questions">
            {MAIL_PACES.map((pace) => (
              <Choice
                key={pace}
                type="radio"
                id={`pace-${pace}`}
                name="pace"
                value={pace}
                defaultChecked={pace === paceNow}
                {...PACE_NAMES[pace]}
              />
            ))}
          </FieldGroup>
        )}
        <Button>Save</Button>
      </form>
    </Panel>
  );
}
