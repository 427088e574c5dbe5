import { Dialog } from "#web/ui/dialog.tsx";
import { useDrawerOpen, useFrame, usePortalHref } from "#web/portal/links.ts";
import { SubscribeForm } from "./subscribe-form.tsx";
import { PROOF_FIELD } from "#values/confirmation-field.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Buttons, Mailbox, Told } from "./dialog-parts.tsx";
import type { SubscribeStatus } from "#model/subscribers/subscriptions.ts";
import type { SubscriptionPart } from "./dialog-state.ts";

/** The dialog about a subscription that the address opens; a drawer that is open comes first. */
export function SubscriptionDialog() {
  const { subscription, org } = useFrame<SubscriptionPart>();
  const drawer = useDrawerOpen();
  const close = usePortalHref()(subscription.close.path, subscription.close.query);
  const { dialog } = subscription;
  if (dialog === null || drawer) return null;
  switch (dialog.kind) {
    case "subscribe":
      return (
        <Dialog closeHref={close} title={`Subscribe to ${org.name}'s updates`}>
          <SubscribeForm id="subscribe-dialog" source={dialog.source} autoFocus />
        </Dialog>
      );
    case "result":
      return <ResultDialog status={dialog.status} close={close} />;
    case "unsubscribe":
      return <UnsubscribeDialog token={dialog.token} proof={dialog.proof} close={close} />;
    case "unsubscribe-failed":
      return <UnsubscribeFailedDialog close={close} />;
  }
}

/** Asks before it ends a subscription: the link of a mail alone changes nothing. */
function UnsubscribeDialog({
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
function UnsubscribeFailedDialog({ close }: { close: string }) {
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

/** What confirming came to, in its three states. */
function ResultDialog({ status, close }: { status: SubscribeStatus; close: string }) {
  const { org, portalTitle, supportMailbox } = useFrame();
  const href = usePortalHref();
  const back = (look: "primary" | "secondary") => (
    <ButtonLink to={close} look={look} preventScrollReset>
      Back to {portalTitle}
    </ButtonLink>
  );
  if (status === "Confirmed") {
    return (
      <Dialog closeHref={close} title="Subscription confirmed">
        <Told icon="checkCircle" tone="text-green">
          <p>
            You will now receive updates from {org.name}'s {portalTitle} via email
          </p>
        </Told>
        <Buttons>
          <ButtonLink to={close} preventScrollReset>
            Done
          </ButtonLink>
        </Buttons>
      </Dialog>
    );
  }
  if (status === "Blocked") {
    return (
      <Dialog closeHref={close} title="Subscription failed">
        <Told icon="alert" tone="text-red">
          <p>
            You are blocked from subscribing to {org.name}'s {portalTitle}.
          </p>
          <p className="mt-2">
            If you think that this is a mistake, please contact support at{" "}
            {supportMailbox === null ? org.name : <Mailbox address={supportMailbox} />}.
          </p>
        </Told>
        <Buttons>{back("primary")}</Buttons>
      </Dialog>
    );
  }
  return (
    <Dialog closeHref={close} title="Subscription failed">
      <Told icon="alert" tone="text-red">
        <p>Your subscription link expired. Please try to subscribe again.</p>
      </Told>
      <Buttons>
        <a href={href("", { subscribe: "true" })} className={buttonClass("primary")}>
          Try again
        </a>{" "}
        {back("secondary")}
      </Buttons>
    </Dialog>
  );
}
