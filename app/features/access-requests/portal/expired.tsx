import { byInvitation } from "../rules/access-outcomes.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { useFrame } from "../../../portal/links.ts";
import {
  AccessFormElement,
  Actions,
  BackToPortal,
  ChangeEmail,
  formErrors,
} from "./request-parts.tsx";
import type { OpenAccessDialog } from "./request-state.ts";

/** Access ended by time; one button asks for more of it. */
export function Expired({ state }: { state: OpenAccessDialog }) {
  const { org, portalTitle } = useFrame();
  const { mayExtend } = state;
  return (
    <AccessFormElement intent="extend" className="space-y-5">
      <ErrorSummary errors={formErrors(state, "extend")} fields={[]} />
      <p>
        {state.email === null ? (
          "Your access"
        ) : (
          <>
            The access of <strong className="break-words font-semibold">{state.email}</strong>
          </>
        )}{" "}
        to {org.name}'s {portalTitle} has ended.{" "}
        {mayExtend ? `You can ask ${org.name} to renew it.` : byInvitation(org.name)}
      </p>
      <Actions>
        {mayExtend ? <Button>Request access</Button> : null} <BackToPortal /> <ChangeEmail />
      </Actions>
    </AccessFormElement>
  );
}
