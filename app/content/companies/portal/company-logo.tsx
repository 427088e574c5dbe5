import type { CompanyEntry, CompanyMark, Picture } from "#model/visibility/page.ts";
import { classNames } from "#web/ui/class-names.ts";
import { PlainLogo } from "#web/ui/plain-logo.tsx";
import { useAssetHref } from "#web/portal/links.ts";

/**
 * A company's logo, or its first letter where it has none. The name stands beside it, so it is
 * decoration.
 */
export function CompanyLogo({
  name,
  logo,
  mark,
  size,
  className,
}: {
  name: string;
  logo: Picture | null;
  mark: CompanyMark | null;
  size: 30 | 56;
  className?: string;
}) {
  const asset = useAssetHref();
  const box = size === 56 ? "size-14 text-xl" : "size-[30px] text-sm";
  if (logo !== null) {
    return (
      <img
        src={asset(logo)}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        className={classNames(box, "rounded-md object-contain", className)}
      />
    );
  }
  if (mark !== null)
    return (
      <PlainLogo mark={mark} size={size} {...(className === undefined ? {} : { className })} />
    );
  return (
    <span
      aria-hidden="true"
      className={classNames(
        box,
        "inline-flex items-center justify-center rounded-md bg-accent-soft font-semibold text-accent",
        className,
      )}
    >
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}

/** Up to five logos, one over the edge of the other. */
export function LogoStack({ companies }: { companies: readonly CompanyEntry[] }) {
  return (
    <span className="flex -space-x-2">
      {companies.map((company) => (
        <CompanyLogo
          key={company.id}
          name={company.name}
          logo={company.logo}
          mark={company.mark}
          size={30}
          className="bg-surface ring-2 ring-surface"
        />
      ))}
    </span>
  );
}
