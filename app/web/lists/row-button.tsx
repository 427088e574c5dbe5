import type { ReactNode } from "react";
import { Button, type ButtonLook } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

/** What a button does: an address of its own, or a word that the page's own action knows. */
type Doing = { action: string } | { intent: string };

/**
 * What can be done to one row of a list, as a form of its own.
 * @param row what the form calls the row, and which one it is
 * @param label says the row's name, too: a button alone says which row it stands in by its place
 */
export function RowButton({
  row: [name, value],
  look = "secondary",
  label,
  children,
  ...doing
}: {
  row: readonly [name: string, value: string];
  look?: ButtonLook;
  label: string;
  children: ReactNode;
} & Doing) {
  const [action, pressed] =
    "action" in doing
      ? [doing.action, {}]
      : [undefined, { name: "intent", value: doing.intent } as const];
  return (
    <form method="post" action={action} noValidate>
      <OnceField />
      <input type="hidden" name={name} value={value} />
      <Button look={look} size="small" aria-label={label} {...pressed}>
        {children}
      </Button>
    </form>
  );
}
