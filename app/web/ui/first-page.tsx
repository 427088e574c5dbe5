import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

const LOOKS = {
  row: { box: "h-15 w-12 text-[0.625rem]", width: 48, height: 60 },
  page: { box: "h-52 w-40 text-base", width: 160, height: 208 },
} as const;

/**
 * A sheet with a document's first page; where there is no picture of it, or it does not come, the
 * sheet says what kind of file it is. Both take the same room.
 */
export function FirstPage({
  src,
  format,
  look,
}: {
  src: string | null;
  /** 'PDF'; null where nobody may know. */
  format: string | null;
  look: keyof typeof LOOKS;
}) {
  const { box, width, height } = LOOKS[look];
  return (
    <span
      aria-hidden="true"
      data-format={format ?? undefined}
      className={classNames(
        "relative inline-flex flex-none items-center justify-center overflow-hidden rounded-sm border border-line bg-sunken font-semibold text-muted before:content-[attr(data-format)]",
        box,
      )}
    >
      {format === null ? <Icon name="file" size={20} /> : null}
      {src === null ? null : (
        <img
          src={src}
          alt=""
          width={width}
          height={height}
          loading={look === "row" ? "lazy" : "eager"}
          decoding="async"
          className="absolute inset-0 size-full object-cover object-top"
        />
      )}
    </span>
  );
}
