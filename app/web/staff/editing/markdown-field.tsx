import { useRef, type ComponentProps, type KeyboardEvent, type RefObject } from "react";
import { marked, MARKS, type Mark } from "#values/markdown-editing.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/choice-field.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { describedBy, FieldFrame } from "#web/ui/field.tsx";
import { Markdown } from "#web/ui/markdown.tsx";
import { useMarkdownPreview } from "./markdown-preview.ts";

/**
 * A text in Markdown. Where scripts run it has buttons that act on the selection, and can be read
 * as it will look; without them it is a field with its hint.
 * @param props.label also names the view, and the button that leads back from it
 */
export function MarkdownField({
  id,
  label,
  hint,
  errors: faults,
  required,
  ...area
}: Omit<ComponentProps<typeof FieldFrame>, "children"> &
  Omit<ComponentProps<"textarea">, "id" | "ref">) {
  const preview = useMarkdownPreview();
  const box = useRef<HTMLTextAreaElement>(null);
  const { tree } = preview;
  const errors = preview.errors.length > 0 ? preview.errors : faults;
  return (
    <div>
      <FieldFrame id={id} label={label} hint={hint} errors={errors}>
        <FormatButtons area={box} hidden={tree !== null} />
        <TextArea
          ref={box}
          id={id}
          hidden={tree !== null}
          // A browser would ask for what it can't show.
          required={required === true && tree === null}
          aria-invalid={errors?.length ? true : undefined}
          aria-describedby={describedBy({ id, hint, errors })}
          onKeyDown={onKey}
          {...area}
        />
      </FieldFrame>
      {tree === null ? null : (
        <section
          aria-label={`${label} preview`}
          className="mt-1 min-h-24 rounded-md border border-line bg-sunken px-3 py-2"
        >
          {tree.length === 0 ? (
            <p className="text-muted">No text yet.</p>
          ) : (
            <Markdown tree={tree} />
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
          aria-pressed={tree !== null}
          onClick={() => preview.toggle(box.current?.value ?? "")}
        >
          {tree === null ? "View with Markdown" : `Edit ${label.toLowerCase()}`}
        </Button>
      </div>
    </div>
  );
}

const LABELS: Readonly<Record<Mark, { label: string; look: string }>> = {
  bold: { label: "Bold", look: "font-bold" },
  italic: { label: "Italic", look: "italic" },
  heading: { label: "Heading", look: "font-semibold" },
  list: { label: "List", look: "" },
  link: { label: "Link", look: "underline" },
};

/** The buttons above a field of Markdown; without scripts there are none. */
export function FormatButtons({
  area,
  hidden = false,
}: {
  area: RefObject<HTMLTextAreaElement | null>;
  hidden?: boolean;
}) {
  return (
    <div
      role="group"
      aria-label="Formatting"
      hidden={hidden}
      className={classNames("noscript:hidden flex-wrap gap-1", hidden ? null : "flex")}
    >
      {MARKS.map((mark) => (
        <Button
          key={mark}
          type="button"
          look="secondary"
          size="small"
          onClick={() => {
            if (area.current !== null) setMark(area.current, mark);
          }}
        >
          <span className={LABELS[mark].look}>{LABELS[mark].label}</span>
        </Button>
      ))}
    </div>
  );
}

function onKey(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const mark = { b: "bold", i: "italic" }[event.key.toLowerCase()] as Mark | undefined;
  if (mark === undefined) return;
  event.preventDefault();
  setMark(event.currentTarget, mark);
}

/** As if it were typed, so that the browser's own undo takes it back. */
function setMark(area: HTMLTextAreaElement, mark: Mark) {
  const { selectionStart: start, selectionEnd: end } = area;
  const { from, to, text, selected } = marked(area.value, { start, end }, mark);
  area.focus();
  area.setSelectionRange(from, to);
  // Outdated, and the one way to keep the history of a field; where it is gone the text is set.
  if (!document.execCommand(text === "" ? "delete" : "insertText", false, text)) {
    area.setRangeText(text, from, to);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(selected.start, selected.end);
}
