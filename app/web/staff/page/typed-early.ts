/**
 * What was typed, ticked and chosen before the scripts came. A page can be filled in as soon as it
 * stands, and on a slow line that is long before it is hydrated: hydration puts the stored text back
 * into a text area, and what React keeps of a field knows nothing of what was done to it.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const early = new Set<Field>();

/** Whether something in a form was changed before the scripts came. */
export function wasTypedEarly(form: HTMLFormElement | null): boolean {
  return form !== null && [...early].some((field) => field.form === form);
}

/**
 * Notes what differs from what was served, and goes on until the page is hydrated.
 * @returns to be called as soon as it is, in a layout effect: nothing of it is lost then, the focus
 *   included, and the page's scripts hear of each change as if it were made now
 */
export function noteTyping(): () => void {
  const note = (field: Field) => early.add(field);
  const onInput = ({ target }: Event) => {
    if (isField(target)) note(target);
  };
  for (const field of document.querySelectorAll("input, textarea, select"))
    if (isField(field) && differs(field)) note(field);
  const areas = [...document.querySelectorAll("textarea")].filter(
    (area) => area.defaultValue !== "",
  );
  const guards = areas.map(guard);
  for (const kind of ["input", "change"]) document.addEventListener(kind, onInput, true);

  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    for (const kind of ["input", "change"]) document.removeEventListener(kind, onInput, true);
    for (const end of guards) end();
    const focused = document.activeElement;
    const told = [...early].filter(isWaitedFor);
    const shields = told.map(shield);
    for (const field of told) tell(field);
    // By then the page has been rendered with what it has heard.
    queueMicrotask(() => {
      for (const putDown of shields) putDown();
    });
    // What stands in place of an element has its id.
    requestAnimationFrame(() =>
      setTimeout(() => {
        const instead = focused === null ? null : document.getElementById(focused.id);
        // A dialog takes the focus of what was removed in it.
        if (focused?.isConnected === false && document.activeElement?.contains(instead) === true)
          instead?.focus({ preventScroll: true });
      }),
    );
  };
}

/**
 * Hydration gives every text area that has a text its stored one: not one that holds another. Nobody
 * who types meanwhile notices, as would be if it were put back afterwards.
 * @returns ends it where nothing was given
 */
function guard(area: HTMLTextAreaElement): () => void {
  const own = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
  const give = (text: string) => {
    // Once: what sets it afterwards means it.
    end();
    if (area.value === text) area.value = text;
  };
  const end = () => {
    if (Object.getOwnPropertyDescriptor(area, "value")?.set === give)
      Reflect.deleteProperty(area, "value");
  };
  Object.defineProperty(area, "value", {
    configurable: true,
    get: () => own?.get?.call(area),
    set: give,
  });
  return end;
}

function isField(target: unknown): target is Field {
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement &&
      !/^(?:hidden|submit|button|reset|image)$/.test(target.type))
  );
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

function differs(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    if (!field.multiple && !options.some(({ defaultSelected }) => defaultSelected))
      return field.selectedIndex > 0;
    return options.some(({ selected, defaultSelected }) => selected !== defaultSelected);
  }
  if (isBox(field)) return field.checked !== field.defaultChecked;
  if (field.type === "file") return field.value !== "";
  return field.value !== field.defaultValue;
}

/** Whether the page is told of a change. Nobody waits for what a search finds that was left. */
function isWaitedFor(field: Field): boolean {
  return (
    field.isConnected &&
    !field.disabled &&
    (field.form?.getAttribute("method") === "post" || field === document.activeElement)
  );
}

/**
 * Keeps React from putting its own text into a field, before it has rendered the one that it is told
 * of: the caret would move, a composition end, and Undo have nothing to go back to.
 * @returns lets it again
 */
function shield(field: Field): () => void {
  const own = Object.getOwnPropertyDescriptor(field, "value");
  if (own === undefined || isBox(field) || field.type === "file") return () => undefined;
  Object.defineProperty(field, "value", { ...own, set() {} });
  return () => void Object.defineProperty(field, "value", own);
}

/** Makes the events of a change that was made before anybody listened. */
function tell(field: Field): void {
  if (isBox(field)) {
    // A button that is no longer chosen hears of it by the one that is.
    if (field.type === "radio" && !field.checked) return;
    field.checked = !field.checked;
    field.click();
    return;
  }
  if (field.type === "file" || field instanceof HTMLSelectElement) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return;
  }
  forget(field);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Lets React take the next event of a text field for a change: it compares the field's text with the
 * one that it knows.
 */
function forget(field: Field & { _valueTracker?: { setValue(value: string): void } }): void {
  field._valueTracker?.setValue(`${field.value} `);
}
