import { Dialog } from "../../../ui/dialog.tsx";
import { useDrawerOpen, useFrame, usePortalHref } from "../../../portal/links.ts";
import { ResultDialog } from "./result-dialog.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";
import { UnsubscribeDialog, UnsubscribeFailedDialog } from "./unsubscribe-dialogs.tsx";

/** The dialog about a subscription that the address opens; a drawer that is open comes first. */
export function SubscriptionDialog() {
  const { subscription, org } = useFrame();
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
