import { Link } from "react-router";
import type { CardChoice } from "./store/profile-choices.server.ts";
import { Button } from "../../ui/button.tsx";
import { TableFrame } from "../../ui/table-frame.tsx";

/** The cards of a product with what a profile includes of each: all, none, or item by item on a page of its own. */
export function CardsOfProduct({
  profile,
  product,
}: {
  profile: { id: string; name: string };
  product: { id: string; name: string; cards: CardChoice[] };
}) {
  const heading = `cards-${product.id}`;
  return (
    <section aria-labelledby={heading} className="mt-12">
      <h2 id={heading} className="mb-4 text-lg font-semibold">
        {product.name}
      </h2>
      <form method="post" noValidate action={`/profiles/${profile.id}`}>
        <input type="hidden" name="intent" value="choose" />
        <TableFrame label={`Cards of ${product.name}`} head={["Card", "Included", "Choose"]}>
          {product.cards.map((card) => (
            <tr key={card.kind}>
              <th scope="row" className="px-4 py-3 text-start align-top font-medium">
                <Link
                  to={`/profiles/${profile.id}/${product.id}/${card.kind}`}
                  className="text-accent underline"
                >
                  {card.title}
                </Link>
              </th>
              <td className="whitespace-nowrap">
                {card.chosen} of {card.items}
              </td>
              <td className="whitespace-nowrap">
                <Button
                  look="secondary"
                  size="small"
                  name="card"
                  value={`all:${product.id}:${card.kind}`}
                  aria-label={`All of ${card.title}`}
                >
                  All
                </Button>{" "}
                <Button
                  look="secondary"
                  size="small"
                  name="card"
                  value={`none:${product.id}:${card.kind}`}
                  aria-label={`None of ${card.title}`}
                >
                  None
                </Button>
              </td>
            </tr>
          ))}
        </TableFrame>
      </form>
    </section>
  );
}
