import { ButtonLink } from "../../../ui/button.tsx";
import { PlainPage } from "../../../portal/frame/plain-page.tsx";
import { useFrame, usePortalHref } from "../../../portal/links.ts";
import { Mailbox } from "./dialog-parts.tsx";

/** A link that was altered, or whose subscriber is not there any more. */
export function DeadLink() {
  const { portalTitle, org, supportMailbox } = useFrame();
  const href = usePortalHref();
  return (
    <PlainPage title="This link does not work">
      <p>It may have been cut when it was copied, or the subscription is not there any more.</p>
      <p className="mt-2">
        Please open it from the mail again, or contact support at{" "}
        {supportMailbox === null ? org.name : <Mailbox address={supportMailbox} />}.
      </p>
      <p className="mt-6">
        <ButtonLink to={href("")} look="secondary">
          Go to the {portalTitle}
        </ButtonLink>
      </p>
    </PlainPage>
  );
}

/** Somebody who gets nothing: ended by themselves, or kept out. */
export function NotSubscribed({ blocked }: { blocked: boolean }) {
  const { org, subscribe } = useFrame();
  const href = usePortalHref();
  return (
    <>
      <p>
        {blocked
          ? `This address is blocked from ${org.name}'s updates.`
          : `This address gets no updates from ${org.name}: it was unsubscribed.`}
      </p>
      {blocked || !subscribe ? null : (
        <p className="mt-6">
          <ButtonLink to={href("", { subscribe: "true" })}>Subscribe again</ButtonLink>
        </p>
      )}
    </>
  );
}
