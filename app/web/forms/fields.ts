import {
  getInputProps,
  getSelectProps,
  getTextareaProps,
  type FieldMetadata,
  type SubmissionResult,
} from "@conform-to/react";

/**
 * What the form contract says of a field, for the controls of `app/web/ui`: name, value, limits and
 * messages. How it is tied to its hint and messages is the field's own business.
 */

/** For `TextField`. */
export function textField<Value>(field: FieldMetadata<Value>) {
  const { key: _key, ...props } = getInputProps(field, { type: "text", ariaAttributes: false });
  return { ...props, errors: field.errors };
}

/** For `AreaField`. */
export function areaField<Value>(field: FieldMetadata<Value>) {
  const { key: _key, ...props } = getTextareaProps(field, { ariaAttributes: false });
  return { ...props, errors: field.errors };
}

/** For `SelectField`. */
export function selectField<Value>(field: FieldMetadata<Value>) {
  const { key: _key, ...props } = getSelectProps(field, { ariaAttributes: false });
  return { ...props, errors: field.errors };
}

/** For a `Choice` that stands alone: a box. */
export function boxField<Value>(field: FieldMetadata<Value>) {
  const {
    key: _key,
    maxLength: _maxLength,
    ...props
  } = getInputProps(field, { type: "checkbox", ariaAttributes: false });
  return props;
}

/**
 * For one `Choice` of several, radio buttons or boxes of one name; the group around them has the
 * field's own id. A choice can be the empty value, which is chosen while the field has no other.
 */
export function choiceField<Value>(
  field: FieldMetadata<Value>,
  value: string,
  type: "radio" | "checkbox" = "radio",
) {
  const {
    key: _key,
    required: _required,
    // What is sent has a length; a box and a button have none.
    maxLength: _maxLength,
    ...props
  } = getInputProps(field, {
    type,
    value,
    ariaAttributes: false,
  });
  // Conform drops an empty value; the browser would then send 'on' for it.
  if (value !== "") return { ...props, id: `${field.id}-${value}` };
  const defaultChecked = (field.initialValue ?? "") === "";
  return { ...props, id: `${field.id}-none`, value, defaultChecked };
}

/** For an `input` that nobody sees. */
export function hiddenField<Value>(field: FieldMetadata<Value>) {
  const { name, form, defaultValue } = getInputProps(field, {
    type: "hidden",
    ariaAttributes: false,
  });
  return { type: "hidden", name, form, value: defaultValue } as const;
}

/** Every message of a refused form, for a page whose forms are buttons alone. */
export function allMessages(
  answer: { result: Pick<SubmissionResult, "error"> } | undefined,
): string[] {
  return Object.values(answer?.result.error ?? {}).flatMap((messages) => messages ?? []);
}
