import { getFormProps, useForm } from "@conform-to/react";
import type * as z from "zod";
import type { removePasskeySchema } from "#model/auth/forms/staff-forms.ts";
import { selectField, textField } from "#web/forms/fields.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { CURRENT_PASSWORD, FoldedForm, FoldedPart, type Refused } from "../account/form.tsx";
import { Panel } from "../account/panel.tsx";

/** A passkey as the page shows it. */
export interface ShownPasskey {
  id: string;
  name: string;
  created: { iso: string; text: string };
  lastUsed: { iso: string; text: string } | null;
}

/** What the device is asked for a new passkey, and what it will be called. */
export interface AskedPasskey {
  name: string;
  options: string;
}

interface PasskeyPanelProps {
  /** null where browsers know no passkeys at this address. */
  passkeys: readonly ShownPasskey[] | null;
  most: number;
  asked: AskedPasskey | null;
  refused: Refused | null;
}

export function PasskeyPanel({ passkeys, most, asked, refused }: PasskeyPanelProps) {
  return (
    <Panel
      id="passkeys"
      title="Passkeys"
      lead="Sign in with your fingerprint, face or device PIN. A passkey replaces both your password and the code."
    >
      {passkeys === null ? (
        <p>Passkeys need https. Ask the administrator of this installation.</p>
      ) : (
        <div className="space-y-6">
          <PasskeyList passkeys={passkeys} />
          {asked === null ? null : <AskDevice asked={asked} />}
          {asked !== null || passkeys.length >= most ? null : <AddForm refused={refused} />}
          {passkeys.length === 0 ? null : <RemoveForm passkeys={passkeys} refused={refused} />}
        </div>
      )}
    </Panel>
  );
}

function PasskeyList({ passkeys }: { passkeys: readonly ShownPasskey[] }) {
  if (passkeys.length === 0) return <p>You have no passkeys.</p>;
  return (
    <ul className="divide-y divide-line">
      {passkeys.map(({ id, name, created, lastUsed }) => (
        <li key={id} className="py-2">
          <p className="font-medium break-words">{name}</p>
          <p className="text-sm text-muted">
            Added <time dateTime={created.iso}>{created.text}</time>.{" "}
            {lastUsed === null ? (
              "Not used yet."
            ) : (
              <>
                Last used <time dateTime={lastUsed.iso}>{lastUsed.text}</time>.
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

function AddForm({ refused }: { refused: Refused | null }) {
  return (
    <>
      <p className="hidden noscript:block">To add a passkey, turn on JavaScript in your browser.</p>
      <div className="noscript:hidden">
        <FoldedForm
          label="New passkey"
          button="begin-passkey"
          refused={refused}
          inputs={[
            {
              name: "passkeyName",
              label: "Name of the passkey",
              hint: "Such as the device it’s on.",
              maxLength: 60,
            },
            CURRENT_PASSWORD,
          ]}
          submit="Add a passkey"
        />
      </div>
    </>
  );
}

/** islands/passkey asks the device when the form is sent. */
function AskDevice({ asked: { name, options } }: { asked: AskedPasskey }) {
  return (
    <div role="group" aria-labelledby="new-passkey" className="rounded-md border border-line p-4">
      <h3 id="new-passkey" className="font-semibold break-words">
        New passkey: {name}
      </h3>
      <p className="mt-1">Your browser asks you where to store it.</p>
      <form
        method="post"
        action="/account/add-passkey"
        data-passkey=""
        data-options={options}
        noValidate
        className="mt-4 space-y-3"
      >
        <OnceField />
        <input type="hidden" name="credential" value="" />
        <p role="status" className="text-sm text-red empty:hidden" />
        <div className="flex flex-wrap gap-3">
          <Button>Create the passkey</Button>{" "}
          <a
            href="/account"
            className="inline-flex min-h-6 items-center underline underline-offset-2"
          >
            Cancel
          </a>
        </div>
      </form>
    </div>
  );
}

function RemoveForm({
  passkeys,
  refused,
}: {
  passkeys: readonly ShownPasskey[];
  refused: Refused | null;
}) {
  const isRefused = refused?.button === "remove-passkey";
  const [form, fields] = useForm<z.input<typeof removePasskeySchema>>({
    id: "remove-passkey",
    lastResult: isRefused ? refused.result : null,
  });
  return (
    <FoldedPart label="Remove a passkey" isOpen={isRefused}>
      <form
        method="post"
        action="/account/remove-passkey"
        {...getFormProps(form, { ariaAttributes: false })}
        className="space-y-6"
      >
        <OnceField />
        <SelectField
          {...selectField(fields.passkey)}
          label="Passkey"
          options={passkeys.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextField {...textField(fields.currentPassword)} {...CURRENT_PASSWORD} required />
        <Button look="danger">Remove</Button>
      </form>
    </FoldedPart>
  );
}
