import type { ReactNode } from "react";
import { Button, type ButtonLook } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/**
 * What can be done to one row of a list, as a form of its own.
 * @param row what the form calls the row, and which one it is
 * @param label says the row's name, too: a button alone says which row it stands in by its place
 */
export function RowButton({
  row: [name, value],
  intent,
  look = "secondary",
  label,
  children,
}: {
  row: readonly [name: string, value: string];
  intent: string;
  look?: ButtonLook;
  label: string;
  children: ReactNode;
}) {
  return (
    <form method="post" noValidate>
      <OnceField />
      <input type="hidden" name={name} value={value} />
      <Button look={look} size="small" name="intent" value={intent} aria-label={label}>
        {children}
      </Button>
    </form>
  );
}
