import { HOOK_LOG_DAYS, HOOK_LOG_ROWS, TEST_EVENT, type DeliveryState } from "#model/webhooks.ts";
import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag, type Tone } from "#web/ui/tag.tsx";
import type { ShownDelivery } from "./hook-data.ts";

const STATES: Readonly<Record<DeliveryState, { tone: Tone; words: string }>> = {
  queued: { tone: "yellow", words: "Waiting" },
  sent: { tone: "green", words: "Delivered" },
  failed: { tone: "red", words: "Failed" },
  withdrawn: { tone: "neutral", words: "Not sent" },
};

/** The last deliveries of a webhook, each with its body, its answer and a button. */
export function DeliveryLog({
  deliveries,
  canSend,
}: {
  deliveries: readonly ShownDelivery[];
  canSend: boolean;
}) {
  return (
    <section aria-labelledby="log-title">
      <h2 id="log-title" className="text-lg font-semibold">
        Log
      </h2>
      <p className="mt-2 mb-4 text-sm text-muted">
        The last {HOOK_LOG_ROWS} messages. Each is kept for {HOOK_LOG_DAYS} days.
      </p>
      {deliveries.length === 0 ? (
        <p>Nothing has been sent yet.</p>
      ) : (
        <TableFrame label="Log" head={["Event", "Time", "State", "Last answer", "Message"]}>
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} canSend={canSend} />
          ))}
        </TableFrame>
      )}
    </section>
  );
}

function Row({ delivery, canSend }: { delivery: ShownDelivery; canSend: boolean }) {
  const { id, type, label, at, state, attempts, tried, status, answer, body } = delivery;
  return (
    <tr>
      <th scope="row" className="px-4 py-3 text-start align-top font-medium">
        {label} <code className="block text-sm font-normal text-muted">{type}</code>
      </th>
      <td>
        <time dateTime={at.iso}>{at.text}</time>
      </td>
      <td>
        <Tag tone={STATES[state].tone}>{STATES[state].words}</Tag>
        {attempts > 1 ? (
          <span className="mt-1 block text-muted"> after {attempts} tries</span>
        ) : null}
      </td>
      <td className="[overflow-wrap:anywhere]">
        {tried === null ? (
          "None"
        ) : (
          <>
            {status ?? "No answer"} <span className="block text-muted">{answer}</span>{" "}
            <span className="block text-muted">{tried}</span>
          </>
        )}
      </td>
      <td>
        <details>
          <summary className="inline-flex min-h-6 cursor-pointer items-center">Show body</summary>
          <code className="mt-1 block break-all whitespace-pre-wrap">{body}</code>
        </details>
        {canSend && type !== TEST_EVENT ? (
          <ButtonForm button="again" className="mt-2">
            <Button
              look="secondary"
              size="small"
              name="deliveryId"
              value={id}
              aria-label={`Send again: ${label}, ${at.text}`}
            >
              Send again
            </Button>
          </ButtonForm>
        ) : null}
      </td>
    </tr>
  );
}
