import { Form } from "react-router";
import type { SuppressionReason } from "#model/mail/mail.ts";
import { shownAddress } from "#model/privacy/erased.ts";
import { Beside, type ListColumn } from "#web/lists/table.tsx";
import { Button } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { SUPPRESSION_WORDS } from "../forms/mail-log.ts";

interface ShownSuppression {
  email: string;
  reason: SuppressionReason;
  detail: string | null;
  at: string;
  when: string;
}

/** The columns of the addresses that get no mail. */
export const SUPPRESSION_COLUMNS: readonly ListColumn<ShownSuppression>[] = [
  {
    title: "Email",
    share: 4,
    full: ({ email }) => shownAddress(email),
    cell: ({ email }) => shownAddress(email),
  },
  {
    title: "Why",
    share: 4,
    full: ({ reason, detail }) => [SUPPRESSION_WORDS[reason], detail].filter(Boolean).join(" "),
    cell: ({ reason, detail }) => (
      <>
        {SUPPRESSION_WORDS[reason]}
        {detail === null ? null : <Beside> {detail}</Beside>}
      </>
    ),
  },
  {
    title: "Since",
    from: "table",
    cell: ({ at, when }) => <time dateTime={at}>{when}</time>,
  },
  { title: "Action", isAction: true, cell: ({ email }) => <RemoveButton email={email} /> },
];

function RemoveButton({ email }: { email: string }) {
  return (
    <Form method="post" noValidate>
      <OnceField />
      <input type="hidden" name="email" value={email} />
      <Button
        look="secondary"
        size="small"
        name="intent"
        value="remove"
        aria-label={`Remove ${shownAddress(email)}`}
      >
        Remove
      </Button>
    </Form>
  );
}
