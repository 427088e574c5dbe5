import "#islands/every-page.ts";
import "#islands/in-page-link.ts";
import { startTransition, StrictMode, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { noteFailedRequests } from "#web/ui/failed-request.tsx";
import { sendForms } from "#web/staff/page/send-forms.ts";
import { noteTyping } from "#web/staff/page/typed-early.ts";

noteFailedRequests();
sendForms();
const hydrated = noteTyping();

/** The whole page: what was typed before is told to it as soon as it stands. */
function Page() {
  useLayoutEffect(hydrated, []);
  return <HydratedRouter />;
}

// Staff pages alone load this: visitors' pages carry no framework.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Page />
    </StrictMode>,
  );
});
