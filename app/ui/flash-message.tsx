import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

/** What the last form did, said once on the next page and announced. */
export function FlashMessage({ flash, className }: { flash: { text: string; tone: "success" | "error" } | null; className?: string }) {
  if (flash === null) return null;
  const success = flash.tone === "success";
  return (
    <p
      role={success ? "status" : "alert"}
      className={classNames(
        "flex items-start gap-3 rounded-md border p-4 text-sm",
        success ? "border-green bg-green-soft text-green" : "border-red bg-red-soft text-red",
        className,
      )}
    >
      <Icon name={success ? "checkCircle" : "alert"} className="shrink-0" />
      <span className="min-w-0">{flash.text}</span>
    </p>
  );
}
