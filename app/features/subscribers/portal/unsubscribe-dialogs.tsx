import { PROOF_FIELD } from "../../../http/rules/confirmation-field.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFrame, usePortalHref } from "../../../portal/links.ts";
import { Buttons, Mailbox, Told } from "./dialog-parts.tsx";

/** Asks before it ends a subscription: the link of a mail alone changes nothing. */
export function UnsubscribeDialog({
  token,
  proof,
  close,
}: {
  token: string;
  proof: string;
  close: string;
}) {
  const { org, portalTitle } = useFrame();
  const href = usePortalHref();
  return (
    <Dialog closeHref={close} title={`Unsubscribe to ${org.name}'s updates`}>
      <p>
        If you unsubscribe, you will not receive new updates from {org.name}'s {portalTitle} via
        email. You can subscribe again at any time.
      </p>
      <form method="post" noValidate action={href("/unsubscribe")}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name={PROOF_FIELD} value={proof} />
        <Buttons>
          <Button>Unsubscribe</Button>{" "}
          <ButtonLink to={close} look="secondary" preventScrollReset>
            Cancel
          </ButtonLink>
        </Buttons>
      </form>
    </Dialog>
  );
}

/** For a link that was altered, belongs elsewhere, or names somebody who is not there any more. */
export function UnsubscribeFailedDialog({ close }: { close: string }) {
  const { org, portalTitle, supportMailbox } = useFrame();
  return (
    <Dialog closeHref={close} title="Unsubscribe failed">
      <Told icon="alert" tone="text-red">
        <p>Your unsubscribe link expired</p>
        <p className="mt-2">
          Please contact support at{" "}
          {supportMailbox === null ? org.name : <Mailbox address={supportMailbox} />}
        </p>
      </Told>
      <Buttons>
        <ButtonLink to={close} preventScrollReset>
          Back to {portalTitle}
        </ButtonLink>
      </Buttons>
    </Dialog>
  );
}
