import { Link } from "react-router";
import type { ListColumn } from "#web/lists/table.tsx";
import { MoveButton } from "#web/staff/editing/ordered-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";
import { Tag } from "#web/ui/tag.tsx";

interface ShownProduct {
  id: string;
  name: string;
  slug: string;
  show: boolean;
  isDefault: boolean;
  /** Its page on the portal. */
  href: string;
  isFirst: boolean;
  isLast: boolean;
}

/** The columns of the products; a name leads to its product's settings. */
export const PRODUCT_COLUMNS: readonly ListColumn<ShownProduct>[] = [
  {
    title: "Name",
    namesRow: true,
    share: 4,
    full: ({ name }) => name,
    cell: ({ id, name, isDefault }) => (
      <>
        <Link to={`/products/${id}`} className="text-accent underline underline-offset-2">
          {name}
        </Link>
        {isDefault ? <Tag tone="accent">Default</Tag> : null}
      </>
    ),
  },
  {
    title: "URL",
    share: 2,
    from: "table",
    full: ({ slug }) => slug,
    cell: ({ href, slug }) => (
      <a href={href} className="underline underline-offset-2">
        {slug}
      </a>
    ),
  },
  { title: "Visible", from: "table", cell: ({ show }) => (show ? "Yes" : "No") },
  { title: "Order", isAction: true, cell: (product) => <OrderButtons product={product} /> },
];

function OrderButtons({
  product: { id, name, isDefault, isFirst, isLast },
}: {
  product: ShownProduct;
}) {
  return (
    <form method="post" noValidate className="flex items-center gap-1">
      <OnceField />
      <input type="hidden" name="productId" value={id} />
      <MoveButton move="up" name="intent" value="up" row={name} disabled={isFirst} />{" "}
      <MoveButton move="down" name="intent" value="down" row={name} disabled={isLast} />{" "}
      {isDefault ? null : (
        <Button look="quiet" size="small" name="intent" value="default">
          Make default <span className="sr-only">{name}</span>
        </Button>
      )}
    </form>
  );
}
