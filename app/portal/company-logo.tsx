import type { Picture } from "../domain/page.ts";
import { classNames } from "../ui/class-names.ts";
import { useAssetHref } from "./links.ts";

/** A company's logo, or its first letter where it has none. The name stands beside it, so it is decoration. */
export function CompanyLogo({ name, logo, size, className }: { name: string; logo: Picture | null; size: 30 | 56; className?: string }) {
  const asset = useAssetHref();
  const box = size === 56 ? "size-14 text-xl" : "size-[30px] text-sm";
  if (logo !== null) {
    return <img src={asset(logo)} alt="" width={size} height={size} loading="lazy" className={classNames(box, "rounded-md object-contain", className)} />;
  }
  return (
    <span aria-hidden="true" className={classNames(box, "inline-flex items-center justify-center rounded-md bg-accent-soft font-semibold text-accent", className)}>
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}
