import type { ReactNode } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFrame } from "../../../portal/links.ts";
import { CheckEmail } from "./check-email.tsx";
import { Expired } from "./expired.tsx";
import { LoginTab } from "./login-tab.tsx";
import { useAccess } from "./request-parts.tsx";
import { Pending } from "./pending.tsx";
import { RequestTab } from "./request-tab.tsx";
import { Declined, RequestSent } from "./request-results.tsx";
import type { OpenAccessDialog } from "./request-state.ts";
import { Welcome } from "./welcome.tsx";

/** The dialog of asking for access that the address opens; it stands over a drawer, too. */
export function AccessDialog() {
  const { accessDialog } = useFrame();
  return accessDialog === null ? null : <Open state={accessDialog} />;
}

function Open({ state }: { state: OpenAccessDialog }) {
  const { closeHref, title } = useAccess();
  return (
    <Dialog closeHref={closeHref} title={title} scrolls reloads={state.elsewhere}>
      {BODIES[state.kind](state)}
    </Dialog>
  );
}

const BODIES: Readonly<Record<OpenAccessDialog["kind"], (state: OpenAccessDialog) => ReactNode>> = {
  login: (state) => <LoginTab state={state} />,
  request: (state) => <RequestTab state={state} />,
  "request-sent": (state) => <RequestSent state={state} />,
  "check-email": (state) => <CheckEmail state={state} />,
  "access-expired": (state) => <Expired state={state} />,
  "request-declined": (state) => <Declined state={state} />,
  "pending-request": (state) => <Pending state={state} />,
  welcome: (state) => <Welcome state={state} />,
};
