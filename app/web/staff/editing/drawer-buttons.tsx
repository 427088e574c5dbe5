import type { ComponentProps, FormEvent, ReactNode } from "react";
import { Link } from "react-router";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { useSending } from "../page/sending.ts";

/**
 * The row at the foot of a drawer in edit mode: Save, Preview, Cancel, in sight however long the
 * form is.
 */
export function DrawerButtons({
  closeHref,
  saving,
  preview,
  save = "Save",
  children,
}: {
  closeHref: string;
  saving: boolean;
  /** What the button Preview has; without it the form's own action is told by `intent`. */
  preview?: Pick<ComponentProps<"button">, "formAction" | "name" | "value">;
  save?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-8 sm:-mb-6 sm:px-8">
      <Button name="intent" value="save" aria-disabled={saving || undefined}>
        {saving ? "Saving changes..." : save}
      </Button>{" "}
      <Button {...(preview ?? { name: "intent", value: "preview" })} look="secondary">
        Preview
      </Button>{" "}
      <Link to={closeHref} preventScrollReset className={buttonClass("secondary")}>
        Cancel
      </Link>{" "}
      {children}
      <span role="status" className="sr-only">
        {saving ? "Saving changes..." : ""}
      </span>
    </div>
  );
}

/** Whether the form is on its way; a second press of Save sends nothing. */
export function useSaving() {
  const [saving, begin] = useSending();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (saving) return event.preventDefault();
    const button = (event.nativeEvent as SubmitEvent).submitter;
    // What has an address of its own, or another word for `intent`, only goes on with the form.
    const goesOn =
      button instanceof HTMLButtonElement &&
      (button.hasAttribute("formaction") || (button.name === "intent" && button.value !== "save"));
    if (!goesOn) begin();
  };
  return { saving, onSubmit };
}
