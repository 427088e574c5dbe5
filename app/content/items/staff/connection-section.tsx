import { useState } from "react";
import { formatDate } from "#values/dates.ts";
import { isTicked } from "#values/form-values.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice-field.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { StatisticList, StatusWords } from "#web/ui/integration-parts.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { useSending } from "#web/staff/page/sending.ts";
import { field, inputId, pressing, type FormPart } from "./item-fields.tsx";
import { pageOf, PROVIDER_NAMES, temporaryError, upgradeFor } from "#model/integrations.ts";
import type { ConnectionSection } from "./connection.ts";

/** The link of an item that can be connected, and the section 'integrations' below it. */
export function ConnectionFields({
  connection,
  ...part
}: FormPart & { connection: ConnectionSection }) {
  const running = useHydrated();
  const sent = field(part, "href");
  const [link, setLink] = useState(sent.defaultValue);
  const { provider, allowed, page } = connection;
  const name = PROVIDER_NAMES[provider];
  const example =
    provider === "hackerone" ? "https://hackerone.com/acme" : "https://status.acme.com";
  return (
    <>
      <TextField
        id={sent.id}
        name="href"
        errors={sent.errors}
        label="Link"
        hint={
          page === null
            ? `A page that says more. Your page at ${name}, such as ${example}, can be connected.`
            : `Disconnect ${name} to change the link.`
        }
        type="text"
        inputMode="url"
        maxLength={2_000}
        autoComplete="off"
        placeholder="https://"
        value={link}
        onChange={(event) => setLink(event.currentTarget.value)}
        readOnly={page !== null}
        className={page === null ? undefined : "bg-sunken"}
      />
      <fieldset
        id={inputId("integrations")}
        className="space-y-4 rounded-lg border border-line p-4"
      >
        <legend className="px-1 text-sm font-medium">Integrations</legend>
        {page === null ? (
          <NotConnected
            name={name}
            upgrade={allowed ? null : upgradeFor(provider)}
            connect={pressing(part.data.formHref, "connect")}
            // Where no scripts run nobody knows what is typed: the server judges it.
            unready={running && pageOf(provider, link) === null}
          />
        ) : (
          <Connected connection={connection} page={page} part={part} />
        )}
      </fieldset>
    </>
  );
}

function NotConnected({
  name,
  upgrade,
  connect,
  unready,
}: {
  name: string;
  upgrade: string | null;
  connect: ReturnType<typeof pressing>;
  unready: boolean;
}) {
  const [busy, begin] = useSending();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-56 text-sm text-muted">
        {upgrade === null ? (
          `${name} is not connected. Connecting saves the link immediately.`
        ) : (
          <span className="flex items-center gap-1.5">
            <Icon name="lock" size={14} />
            {upgrade}
          </span>
        )}
      </p>
      <Button
        {...connect}
        look="secondary"
        formNoValidate
        disabled={upgrade !== null || unready}
        title={upgrade ?? undefined}
        aria-disabled={busy || undefined}
        onClick={(event) => {
          if (busy) event.preventDefault();
          begin();
        }}
      >
        {busy ? "Connecting…" : "Connect"}
      </Button>
      <span role="status" className="sr-only">
        {busy ? `Connecting to ${name}…` : ""}
      </span>
    </div>
  );
}

function Connected({
  connection: { provider, allowed, view },
  page,
  part,
}: {
  connection: ConnectionSection;
  page: string;
  part: FormPart;
}) {
  const reading = view?.reading ?? null;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Tag tone="green">
          <Icon name="check" size={14} />
          Connected to {PROVIDER_NAMES[provider]}
        </Tag>
        <Button
          {...pressing(part.data.formHref, "disconnect")}
          look="secondary"
          size="small"
          formNoValidate
        >
          Disconnect
        </Button>
      </div>
      {allowed ? null : (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <Icon name="lock" size={14} />
          {upgradeFor(provider)}
        </p>
      )}
      {view?.state === "failed" ? (
        <p className="rounded-md border border-orange bg-orange-soft p-3 text-sm text-orange">
          {temporaryError(page)}
        </p>
      ) : view?.state === "connecting" ? (
        <p className="text-sm text-muted">Connecting…</p>
      ) : null}
      {reading?.provider === "hackerone" ? (
        <StatisticList
          statistics={reading.statistics}
          dateOf={(moment) => formatDate(moment, part.data.timeZone)}
        />
      ) : null}
      {reading?.provider === "statuspageio" ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusWords status={reading.status} />
          <span className="min-w-0 [overflow-wrap:anywhere]">{reading.status.description}</span>
        </p>
      ) : null}
      {view?.asOf == null ? null : <p className="text-xs text-muted">{view.asOf}</p>}
      {provider === "statuspageio" ? (
        <Choice
          id={inputId("showInCard")}
          name="showInCard"
          value="on"
          label="Show on Trust Center"
          hint="Visitors see the live status on the card and with the item."
          defaultChecked={isTicked(part.values, "showInCard")}
        />
      ) : (
        // What has no switch stays shown.
        <input type="hidden" name="showInCard" value="on" />
      )}
    </>
  );
}
