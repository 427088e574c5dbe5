import { Link } from "react-router";
import { Button, buttonClass } from "./button.tsx";
import { SelectField } from "./field.tsx";
import { Icon } from "./icon.tsx";

interface FilterButtonsProps {
  /** The path of the whole list. */
  path: string;
  /** The list is narrowed: Clear leads back to the whole. */
  narrowed: boolean;
  /** What else the address says, such as the order, and says still when it is narrowed. */
  kept?: Readonly<Record<string, string>>;
}

/** Search, and Clear where there is something to clear. */
export function FilterButtons({ path, narrowed, kept = {} }: FilterButtonsProps) {
  return (
    <>
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button look="secondary">
        {/* On a phone the sign alone: the field keeps its room. */}
        <Icon name="search" size={16} className="sm:hidden" />
        <span className="max-sm:sr-only">Search</span>
      </Button>{" "}
      {narrowed ? (
        <Link to={path} className={buttonClass("quiet")} preventScrollReset>
          Clear
        </Link>
      ) : null}
    </>
  );
}

/**
 * One value of several, or any.
 * @param value the one that the list is narrowed to; null for any
 * @param any the words for any
 */
export function FilterSelect({
  name,
  label,
  value,
  options,
  any = "Any",
}: {
  name: string;
  label: string;
  value: string | null;
  options: readonly { value: string; label: string }[];
  any?: string;
}) {
  return (
    <SelectField
      id={name}
      name={name}
      label={label}
      defaultValue={value ?? ""}
      options={[{ value: "", label: any }, ...options]}
    />
  );
}

/** The products of a list's filter. */
export function productOptions(products: readonly { id: string; name: string }[]) {
  return products.map(({ id, name }) => ({ value: id, label: name }));
}
