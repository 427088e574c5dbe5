import { Link } from "react-router";
import type { ListColumn } from "#web/lists/table.tsx";
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
    title: "Address",
    cell: ({ href, slug }) => (
      <a href={href} className="underline underline-offset-2">
        {slug}
      </a>
    ),
  },
  { title: "Shown", cell: ({ show }) => (show ? "Yes" : "No") },
  { title: "Order", cell: (product) => <OrderButtons product={product} /> },
];

function OrderButtons({
  product: { id, name, isDefault, isFirst, isLast },
}: {
  product: ShownProduct;
}) {
  return (
    <form method="post" noValidate className="flex flex-wrap gap-2">
      <OnceField />
      <input type="hidden" name="productId" value={id} />
      <Button look="secondary" size="small" name="intent" value="up" disabled={isFirst}>
        Move up <span className="sr-only">{name}</span>
      </Button>{" "}
      <Button look="secondary" size="small" name="intent" value="down" disabled={isLast}>
        Move down <span className="sr-only">{name}</span>
      </Button>{" "}
      {isDefault ? null : (
        <Button look="quiet" size="small" name="intent" value="default">
          Make default <span className="sr-only">{name}</span>
        </Button>
      )}
    </form>
  );
}
