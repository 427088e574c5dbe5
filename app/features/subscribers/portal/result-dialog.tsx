import type { SubscribeStatus } from "../rules/subscriptions.ts";
import { buttonClass, ButtonLink } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFrame, usePortalHref } from "../../../portal/links.ts";
import { Buttons, Mailbox, Told } from "./dialog-parts.tsx";

/** What confirming came to, in its three states. */
export function ResultDialog({ status, close }: { status: SubscribeStatus; close: string }) {
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
