import { useRef } from "react";
import { valueOf } from "../../../values/form-values.ts";
import { MAX_EXPLANATION } from "../forms.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/choice-field.tsx";
import { describedBy, FieldFrame } from "../../../ui/field.tsx";
import { Markdown } from "../../../ui/markdown.tsx";
import { field, type FormPart } from "./item-fields.tsx";
import { useMarkdownPreview } from "./markdown-preview.ts";

/** The item's text, in Markdown; where scripts run it can be read as it will look. */
export function ExplanationField(part: FormPart) {
  const preview = useMarkdownPreview();
  const shown = preview.tree;
  const area = useRef<HTMLTextAreaElement>(null);
  const { id, name, errors: faults } = field(part, "explanation");
  const errors = preview.errors.length > 0 ? preview.errors : faults;
  const hint =
    "What a reviewer wants to know, in a few sentences. Markdown: **bold**, - lists, [links](https://…).";
  return (
    <div>
      <FieldFrame id={id} label="Explanation" hint={hint} errors={errors}>
        <TextArea
          ref={area}
          id={id}
          name={name}
          rows={7}
          maxLength={MAX_EXPLANATION}
          hidden={shown !== null}
          defaultValue={valueOf(part.values, "explanation")}
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={describedBy({ id, hint, errors })}
        />
      </FieldFrame>
      {shown === null ? null : (
        <section
          aria-label="Explanation as it reads"
          className="mt-1 min-h-24 rounded-md border border-line bg-sunken px-3 py-2"
        >
          {shown.length === 0 ? (
            <p className="text-muted">There is no text yet.</p>
          ) : (
            <Markdown tree={shown} />
          )}
        </section>
      )}
      {/* Its place is kept before the scripts come, so that nothing below it moves. */}
      <div className="noscript:hidden">
        <Button
          type="button"
          look="quiet"
          size="small"
          className="mt-1"
          aria-pressed={shown !== null}
          onClick={() => preview.toggle(area.current?.value ?? "")}
        >
          {shown === null ? "View with Markdown" : "Edit explanation"}
        </Button>
      </div>
    </div>
  );
}
