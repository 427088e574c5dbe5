import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useFrame } from "../links.ts";
import { AccessFormElement, Actions, BackToPortal, ChangeEmail, formErrors } from "./parts.tsx";
import type { OpenAccessDialog } from "./state.ts";

/** Access ended by time; one button asks for more of it. */
export function Expired({ state }: { state: OpenAccessDialog }) {
  const { org, portalTitle } = useFrame();
  return (
    <AccessFormElement intent="extend" className="space-y-5">
      <ErrorSummary errors={formErrors(state, "extend")} fields={[]} />
      <p>
        {state.email === null ? "Your access" : <>The access of <strong className="break-words font-semibold">{state.email}</strong></>} to {org.name}'s {portalTitle} has ended. You can ask {org.name} to renew it.
      </p>
      <Actions>
        <Button>Request access</Button> <BackToPortal /> <ChangeEmail />
      </Actions>
    </AccessFormElement>
  );
}
