export interface ShownLink {
  productName: string;
  itemTitle: string;
  href: string;
}

/** The items that a document is linked to, each a way there. */
export function Links({ links }: { links: readonly ShownLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-y border-line text-sm">
      {links.map((link) => (
        <li key={link.href} className="py-2">
          <a
            href={link.href}
            className="inline-block min-h-6 font-medium text-accent underline-offset-2 hover:underline"
          >
            {link.itemTitle}
          </a>{" "}
          <span className="block text-muted">{link.productName}</span>
        </li>
      ))}
    </ul>
  );
}
