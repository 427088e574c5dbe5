import { useState } from "react";
import { CLOSING, LETTER_TYPES, SALUTATION } from "../../../domain/bridge-letter.ts";
import { isTicked, valueOf } from "../../../domain/form-values.ts";
import { UPGRADE } from "../../../domain/item-forms.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice, TextArea } from "../../../ui/choice-field.tsx";
import { describedBy, FieldFrame, SelectField, TextField } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Markdown } from "../../../ui/markdown.tsx";
import { useRunning } from "../running.ts";
import { field, inputId, type FormPart } from "./fields.tsx";

interface Letter {
  content: string;
  name: string;
  title: string;
}

/** The bridge letter: on or off, who signs, the text, and how it reads (spec/2 §4). */
export function LetterField(part: FormPart & { previewed: boolean }) {
  const { data, values, previewed } = part;
  const running = useRunning();
  const [letter, setLetter] = useState<Letter | null>(
    previewed
      ? {
          content: valueOf(values, "letterContent"),
          name: valueOf(values, "signerName"),
          title: valueOf(values, "signerTitle"),
        }
      : null,
  );
  if (data.letter === null) return null;
  if (data.letter.locked) return <LockedLetter />;
  const content = field(part, "letterContent");
  const toggle = (button: HTMLButtonElement) => {
    const sent = new FormData(button.form ?? undefined);
    const text = (name: string) => String(sent.get(name) ?? "");
    setLetter(
      letter === null
        ? { content: text("letterContent"), name: text("signerName"), title: text("signerTitle") }
        : null,
    );
  };
  return (
    <fieldset className="space-y-5 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm font-medium">Bridge letter</legend>
      <Choice
        id={inputId("letterEnabled")}
        name="letterEnabled"
        value="on"
        label="Show a bridge letter"
        hint="It covers the time between the end of the report's period and today. Readers get it as a PDF with the day's date."
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
          <TextArea
            id={content.id}
            name={content.name}
            rows={8}
            hidden={letter !== null}
            defaultValue={content.defaultValue}
            aria-invalid={content.errors?.length ? true : undefined}
            aria-describedby={describedBy({ id: content.id, hint: "yes", errors: content.errors })}
          />
        </FieldFrame>
        {letter === null ? null : <LetterText letter={letter} date={data.letter.date} />}
        {letter !== null ? <input type="hidden" name="letterShown" value="preview" /> : null}
        <Button
          type={running ? "button" : "submit"}
          name={running ? undefined : "intent"}
          value="letter"
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

function LetterText({ letter, date }: { letter: Letter; date: string }) {
  return (
    <div
      role="region"
      aria-label="Letter as it reads"
      className="mt-1 space-y-4 rounded-md border border-line bg-sunken px-5 py-4"
    >
      <p>{date}</p>
      <p>{SALUTATION}</p>
      <Markdown>{letter.content}</Markdown>
      <p>{CLOSING}</p>
      <p>
        {letter.name}
        <br />
        {letter.title}
      </p>
    </div>
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
