import type { SubmissionResult } from "@conform-to/react";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { ButtonForm } from "#web/ui/button-form.tsx";
import type { AccessPreset } from "../store/access-presets.server.ts";

/**
 * The field that gives a preset another name, folded away.
 * @param refused the new name that was refused, with the preset that it was for: that one stands open
 */
export function PresetName({
  preset: { id, name },
  refused,
}: {
  preset: AccessPreset;
  refused: SubmissionResult | null;
}) {
  const typed = refused?.initialValue;
  const isOwn = typed?.presetId === id;
  return (
    <details open={isOwn}>
      <summary className={buttonClass("quiet", "small", "list-none")}>
        Rename<span className="sr-only"> {name}</span>
      </summary>
      <ButtonForm button="rename" className="flex flex-wrap items-center gap-2 py-1">
        <input type="hidden" name="presetId" value={id} />
        <input
          type="text"
          name="name"
          aria-label={`New name of ${name}`}
          aria-invalid={isOwn || undefined}
          maxLength={50}
          autoComplete="off"
          defaultValue={isOwn && typeof typed?.name === "string" ? typed.name : name}
          className="min-h-8 w-44 rounded-md border border-edge bg-surface px-2 text-base text-ink aria-invalid:border-red"
        />{" "}
        <Button look="secondary" size="small">
          Save
        </Button>
      </ButtonForm>
    </details>
  );
}
