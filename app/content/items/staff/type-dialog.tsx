import { useEffect, useRef, useState } from "react";
import { SORTED_DOCUMENT_TYPES } from "#model/documents/library.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/field.tsx";

/**
 * Asks for the type of a document that was chosen and has none; its Cancel takes the choice back.
 */
export function TypeDialog({
  name,
  onType,
  onCancel,
}: {
  name: string;
  onType: (type: string) => void;
  onCancel: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [type, setType] = useState("");
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const save = () => {
    if (type === "") setMissing(true);
    else onType(type);
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="type-title"
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      className="m-auto w-full max-w-md space-y-5 rounded-lg border border-line bg-surface p-6 text-ink shadow-panel backdrop:bg-[rgb(10_12_14/0.45)]"
    >
      <h2 id="type-title" className="text-lg font-semibold">
        Select document type
      </h2>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">{name}</p>
      <SelectField
        id="linked-type"
        label="Type"
        value={type}
        onChange={(event) => {
          setType(event.currentTarget.value);
          setMissing(false);
        }}
        errors={missing ? ["Type is required"] : undefined}
        options={[
          { value: "", label: "Choose a type" },
          ...SORTED_DOCUMENT_TYPES.map((option) => ({ value: option, label: option })),
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="button" onClick={save}>
          Save
        </Button>
        <Button type="button" look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </dialog>
  );
}
