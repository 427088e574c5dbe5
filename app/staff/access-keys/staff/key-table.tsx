import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { ShownKey } from "./keys-data.ts";

const STATES = {
  active: { tone: "green", words: "Active" },
  revoked: { tone: "red", words: "Revoked" },
  expired: { tone: "neutral", words: "Expired" },
} as const;

/**
 * Keys, each with the button that ends it.
 * @param withPeople also says who made each
 */
export function KeyTable({ keys, withPeople }: { keys: readonly ShownKey[]; withPeople: boolean }) {
  return (
    <TableFrame
      label="List of keys"
      head={["Name", ...(withPeople ? ["Added by"] : []), "Can do", "Last used", "State"]}
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <th
            scope="row"
            className="px-4 py-3 text-start align-top font-medium [overflow-wrap:anywhere]"
          >
            {key.name} <code className="block text-sm font-normal text-muted">{key.start}…</code>
          </th>
          {withPeople ? (
            <td className="[overflow-wrap:anywhere]">
              {key.person}
              {key.kind === "own" ? (
                <span className="block text-muted"> for their own programs</span>
              ) : null}
            </td>
          ) : null}
          <td className="[overflow-wrap:anywhere]">
            {key.scopes.join(", ")}
            <Limits title="Products" values={key.products} />
            <Limits title="Networks" values={key.networks} />
          </td>
          <td>
            {key.lastUsed === null ? (
              "Never"
            ) : (
              <>
                <time dateTime={key.lastUsed.iso}>{key.lastUsed.text}</time>{" "}
                <span className="block text-muted">from {key.lastUsed.from}</span>
              </>
            )}
          </td>
          <td>
            <State shown={key} />
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}

function Limits({ title, values }: { title: string; values: readonly string[] }) {
  return values.length === 0 ? null : (
    <span className="block text-muted">
      {" "}
      {title}: {values.join(", ")}
    </span>
  );
}

function State({ shown: { id, name, state, expires } }: { shown: ShownKey }) {
  return (
    <>
      <Tag tone={STATES[state].tone}>{STATES[state].words}</Tag>
      {state === "active" ? (
        <>
          {" "}
          <span className="mt-1 block text-muted">
            {expires === null ? (
              "No expiry"
            ) : (
              <>
                until <time dateTime={expires.iso}>{expires.text}</time>
              </>
            )}
          </span>
          <ButtonForm button="revoke" className="mt-2">
            <Button
              look="danger"
              size="small"
              name="keyId"
              value={id}
              aria-label={`Revoke the key ${name}`}
            >
              Revoke
            </Button>
          </ButtonForm>
        </>
      ) : null}
    </>
  );
}
