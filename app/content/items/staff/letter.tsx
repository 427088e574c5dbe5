import { useRef, useState } from "react";
import { CLOSING, LETTER_TYPES, SALUTATION } from "#model/bridge-letters.ts";
import { isTicked, valueOf } from "#values/form-values.ts";
import { UPGRADE } from "#model/items/forms/items.ts";
import type { MarkdownTree } from "#values/markdown.ts";
import { Button } from "#web/ui/button.tsx";
import { Choice, TextArea } from "#web/ui/choice-field.tsx";
import { describedBy, FieldFrame, SelectField, TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { useHydrated } from "#web/staff/editing/use-hydrated.ts";
import { field, inputId, pressing, type FormPart } from "./item-fields.tsx";
import { FormatButtons } from "#web/staff/editing/markdown-field.tsx";
import { useMarkdownPreview } from "#web/staff/editing/markdown-preview.ts";

interface Signer {
  name: string;
  title: string;
}

/** The bridge letter: on or off, who signs, the text, and how it reads. */
export function LetterField(part: FormPart & { previewed: MarkdownTree | null }) {
  const { data, values, previewed } = part;
  const running = useHydrated();
  const preview = useMarkdownPreview(previewed);
  const [signer, setSigner] = useState<Signer>({
    name: valueOf(values, "signerName"),
    title: valueOf(values, "signerTitle"),
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const letter = preview.tree;
  if (data.letter === null) return null;
  if (data.letter.locked) return <LockedLetter />;
  const sentContent = field(part, "letterContent");
  const content = {
    ...sentContent,
    errors: preview.errors.length > 0 ? preview.errors : sentContent.errors,
  };
  const toggle = (button: HTMLButtonElement) => {
    const sent = new FormData(button.form ?? undefined);
    const text = (name: string) => String(sent.get(name) ?? "");
    setSigner({ name: text("signerName"), title: text("signerTitle") });
    preview.toggle(text("letterContent"));
  };
  return (
    <fieldset className="space-y-5 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-medium">Bridge letter</legend>
      <Choice
        id={inputId("letterEnabled")}
        name="letterEnabled"
        value="on"
        label="Show a bridge letter"
        hint="Covers the gap between the end of the report period and today. Visitors get it as a PDF with today’s date."
        defaultChecked={isTicked(values, "letterEnabled")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field(part, "signerName")}
          label="Signer Name"
          type="text"
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          {...field(part, "signerTitle")}
          label="Signer Title"
          type="text"
          maxLength={100}
          autoComplete="off"
        />
      </div>
      <SelectField
        {...field(part, "letterType")}
        label="Letter Type"
        options={LETTER_TYPES.map((type) => ({ value: type, label: type }))}
      />
      <div>
        <FieldFrame
          id={content.id}
          label="Letter Content"
          hint="Markdown. Date, salutation and signature are added."
          errors={content.errors}
        >
          {letter === null ? <FormatButtons area={area} /> : null}
          <TextArea
            ref={area}
            id={content.id}
            name={content.name}
            rows={8}
            hidden={letter !== null}
            defaultValue={content.defaultValue}
            aria-invalid={content.errors?.length ? true : undefined}
            aria-describedby={describedBy({ id: content.id, hint: "yes", errors: content.errors })}
          />
        </FieldFrame>
        {letter === null ? null : (
          <LetterText content={letter} signer={signer} date={data.letter.date} />
        )}
        {letter !== null ? <input type="hidden" name="letterShown" value="preview" /> : null}
        <Button
          type={running ? "button" : "submit"}
          {...(running ? {} : pressing(data.formHref, "letter"))}
          formNoValidate
          look="quiet"
          size="small"
          className="mt-1"
          onClick={running ? (event) => toggle(event.currentTarget) : undefined}
        >
          {letter === null ? "View with Markdown" : "Edit Letter Content"}
        </Button>
      </div>
    </fieldset>
  );
}

function LetterText({
  content,
  signer,
  date,
}: {
  content: MarkdownTree;
  signer: Signer;
  date: string;
}) {
  return (
    <section
      aria-label="Letter preview"
      className="mt-1 space-y-4 rounded-md border border-line bg-sunken px-5 py-4"
    >
      <p>{date}</p>
      <p>{SALUTATION}</p>
      <Markdown tree={content} />
      <p>{CLOSING}</p>
      <p>
        {signer.name}
        <br />
        {signer.title}
      </p>
    </section>
  );
}

function LockedLetter() {
  return (
    <p
      className="flex items-center gap-2 rounded-lg border border-line p-4 text-sm text-muted"
      title={UPGRADE}
    >
      <Icon name="lock" size={16} />
      Bridge letter: {UPGRADE}
    </p>
  );
}
