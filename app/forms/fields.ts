import { getInputProps, type FieldMetadata } from "@conform-to/react";

/**
 * What the form contract says of a text field, for `TextField`: name, value, limits and messages. How it is tied to
 * its hint and messages is the field's own business.
 */
export function textField(field: FieldMetadata<string>) {
  const { key: _key, ...props } = getInputProps(field, { type: "text", ariaAttributes: false });
  return { ...props, errors: field.errors };
}
