import { Button } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { ShownKey } from "./shown-key.ts";

const STATES = {
  active: { tone: "green", words: "Active" },
  revoked: { tone: "red", words: "Revoked" },
  expired: { tone: "neutral", words: "Expired" },
} as const;

/**
 * Keys, each with the button that ends it.
 * @param people what the column is called that says who made each; null: there is none
 * @param button the last word of the address of the button that ends a key
 * @param page whose button it is; the page that is shown without it
 */
export function KeyTable({
  keys,
  people,
  button = "revoke",
  page,
}: {
  keys: readonly ShownKey[];
  people: string | null;
  button?: string;
  page?: string;
}) {
  return (
    <TableFrame
      label="List of keys"
      head={["Name", ...(people === null ? [] : [people]), "Can do", "Last used", "State"]}
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <th
            scope="row"
            className="px-4 py-3 text-start align-top font-medium [overflow-wrap:anywhere]"
          >
            {key.name} <code className="block text-sm font-normal text-muted">{key.start}…</code>
          </th>
          {people === null ? null : (
            <td className="[overflow-wrap:anywhere]">
              {key.person?.name}
              {key.person?.about == null ? null : (
                <span className="block text-muted"> {key.person.about}</span>
              )}
            </td>
          )}
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
            <State shown={key} button={button} page={page} />
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

function State({
  shown: { id, name, state, expires },
  button,
  page,
}: {
  shown: ShownKey;
  button: string;
  page: string | undefined;
}) {
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
          <ButtonForm button={button} page={page} className="mt-2">
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
