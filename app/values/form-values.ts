/** What a form says, as it was sent: its values by the names of its inputs, in their order. */
export type FormValues = Readonly<Record<string, readonly string[]>>;

/** The one value of an input; empty when it was not sent. */
export function valueOf(values: FormValues, name: string): string {
  return values[name]?.[0] ?? "";
}

/** Every value of inputs of one name. */
export function valuesOf(values: FormValues, name: string): readonly string[] {
  return values[name] ?? [];
}

/** Whether a checkbox was ticked. */
export function isTicked(values: FormValues, name: string): boolean {
  return values[name] !== undefined;
}

/**
 * The values of text inputs; files are not among them, nor names that no input has (`__proto__`,
 * `toString`).
 */
export function formValues(form: Iterable<readonly [string, unknown]>): FormValues {
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== "string" || name in Object.prototype) continue;
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries(values);
}

/**
 * A form's fields before they are checked, without those that its own choices make no sense of: the
 * page doesn't show them then, so they are neither required nor taken.
 * @param unused names the fields to leave out, from what the form says otherwise
 */
export function withoutFields(
  form: unknown,
  unused: (form: Readonly<Record<string, unknown>>) => readonly string[],
): unknown {
  if (typeof form !== "object" || form === null) return form;
  const names = unused(form as Record<string, unknown>);
  return Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)));
}
