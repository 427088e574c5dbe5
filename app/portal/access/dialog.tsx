import { Dialog } from "../../ui/dialog.tsx";
import { useFrame, usePortalHref } from "../links.ts";

/** Where asking for access begins: the address opens it (spec/1 'Access dialogs'). */
export function AccessDialog() {
  const { accessDialog, org, portalTitle, supportMailbox } = useFrame();
  const href = usePortalHref();
  if (accessDialog === null) return null;
  return (
    <Dialog closeHref={href(accessDialog.close.path, accessDialog.close.query)} title={`Get access to ${org.name}'s ${portalTitle}`}>
      {supportMailbox === null ? (
        <p>Please ask your contact at {org.name} for access.</p>
      ) : (
        <p>
          To ask for access, write to{" "}
          <a href={`mailto:${supportMailbox}`} className="font-medium text-accent underline">
            {supportMailbox}
          </a>
          .
        </p>
      )}
    </Dialog>
  );
}
