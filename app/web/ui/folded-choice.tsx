import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

/**
 * Without scripts nobody can write anew what a summary says. Where a box or a choice is no longer as
 * the page brought it, the words give way.
 */
const AS_BROUGHT =
  "[details:has(input:checked:not(:default),input[type=checkbox]:default:not(:checked),input[type=radio]:default:not(:checked))>summary>&]:invisible";

/**
 * Choices that most people leave as they are: folded, with what is chosen behind their name. They
 * are sent folded, too.
 * @param chosen what is chosen, in words
 * @param isLive the words follow each change
 * @param isOpen something of it was refused
 */
export function FoldedChoice({
  label,
  chosen,
  isLive,
  isOpen,
  children,
}: {
  label: string;
  chosen: string;
  isLive: boolean;
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-5 py-2 text-sm hover:bg-sunken sm:px-6">
        <span className="font-medium whitespace-nowrap">{label}:</span>{" "}
        <span className={classNames("min-w-0 grow break-words text-muted", !isLive && AS_BROUGHT)}>
          {chosen}
        </span>
        <Icon name="chevronDown" size={16} className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="space-y-6 px-5 pt-2 pb-5 sm:px-6">{children}</div>
    </details>
  );
}
