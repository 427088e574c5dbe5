import { Fragment } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

interface FlashTarget {
  label: string;
  to: string;
}

export interface FlashMessageProps {
  flash: {
    text: string;
    tone: "success" | "error";
    action?: FlashTarget;
    link?: FlashTarget;
    more?: FlashTarget;
  } | null;
  className?: string;
}

/**
 * What the last form did, said once on the next page and announced; beside it what can be done
 * about it, such as Undo.
 */
export function FlashMessage({ flash, className }: FlashMessageProps) {
  if (flash === null) return null;
  const success = flash.tone === "success";
  return (
    <div
      className={classNames(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border p-4 text-sm",
        success ? "border-green bg-green-soft text-green" : "border-red bg-red-soft text-red",
        className,
      )}
    >
      <p
        role={success ? "status" : "alert"}
        className="flex min-w-0 grow basis-60 items-start gap-3"
      >
        <Icon name={success ? "checkCircle" : "alert"} className="shrink-0" />
        <span className="min-w-0">
          {flash.text}
          {[flash.link, flash.more].map((link) =>
            link === undefined ? null : (
              <Fragment key={`${link.to} ${link.label}`}>
                {/[.!?]$/.test(flash.text) ? " " : ". "}
                <a href={link.to} className="me-2 inline-block min-h-6 font-medium underline">
                  {link.label}
                </a>
              </Fragment>
            ),
          )}
        </span>
      </p>
      {flash.action === undefined ? null : (
        <form method="post" noValidate action={flash.action.to}>
          <Button look="secondary" size="small" data-key="z">
            {flash.action.label}
          </Button>
        </form>
      )}
    </div>
  );
}
