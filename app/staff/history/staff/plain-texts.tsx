import { Link } from "react-router";
import type { Route } from "./+types/plain-texts";
import type { MarkdownPlace } from "#content/files/store/markdown-texts.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { servicesContext } from "#platform/context.ts";
import { MARKDOWN_FAULT_WORDS } from "#values/markdown.ts";
import { pageTitle } from "#values/page-title.ts";
import type { Permission } from "#model/auth/permissions.ts";
import { plainTexts } from "#content/files/markdown/stored-markdown.ts";
import { requireStaff } from "#auth/current-staff.ts";
import { EmptyState } from "#web/ui/screens.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";

/** Rows that the page shows; all of them count. */
const SHOWN = 500;

export function meta() {
  return [{ title: pageTitle("Texts shown without formatting") }];
}

/**
 * Stored texts and files that pages show plain, because their Markdown takes too much to be laid
 * out, each with the way to its form.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "statuspage:edit");
  const { store } = context.get(servicesContext);
  const texts = await plainTexts({ store }, org.id);
  const products = new Map(
    (await listProducts(store.read, org.id)).map((product) => [product.id, product]),
  );
  const hrefOf = (place: MarkdownPlace): string | null => {
    const of = (permission: Permission, href: string) =>
      permissions.has(permission) ? href : null;
    switch (place.of) {
      case "item":
      case "letter": {
        const product = products.get(place.productId);
        if (product === undefined) return null;
        const base = product.isDefault
          ? `/${org.slug}`
          : `/${org.slug}/product/${encodeURIComponent(product.slug)}`;
        return `${base}/edit/cards/${place.kind}/items/${encodeURIComponent(place.uid)}`;
      }
      case "faq":
        return of("kb:edit", `/knowledge-base/${place.id}`);
      case "update":
        return of("updates:publish", `/updates/topics/${place.topicId}/${place.id}`);
      case "earlier-update":
        return of("updates:publish", `/updates/topics/${place.topicId}`);
      case "draft":
        return of("updates:publish", `/updates/drafts/${place.id}`);
      case "nda":
        return of("accounts:review", `/nda/versions/${place.id}`);
      case "document":
        return of("files:view", `/documents/${place.id}`);
    }
  };
  return {
    count: texts.length,
    rows: texts.slice(0, SHOWN).map(({ place, fault }) => ({
      what: WHAT[place.of],
      title: place.title,
      href: hrefOf(place),
      why: MARKDOWN_FAULT_WORDS[fault],
    })),
  };
}

const WHAT: Readonly<Record<MarkdownPlace["of"], string>> = {
  item: "Explanation of an item",
  letter: "Bridge letter",
  faq: "Knowledge base entry",
  update: "Trust update",
  "earlier-update": "Earlier version of a trust update",
  draft: "Draft of a trust update",
  nda: "NDA text",
  document: "Document",
};

export default function PlainTexts({ loaderData: { count, rows } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Texts shown without formatting</h1>
      <p className="mt-2 mb-6 max-w-[44rem] text-muted">
        Readers see these texts as plain paragraphs, without formatting. To restore formatting,
        simplify each text and save it again.
        {count > rows.length ? ` The first ${rows.length} of ${count} are listed.` : ""}
      </p>
      {rows.length === 0 ? (
        <EmptyState icon="clipboard" title="There are none" />
      ) : (
        <TableFrame label="Texts shown without formatting" head={["Text", "Where", "Why"]}>
          {rows.map((row, at) => (
            <tr key={at}>
              <td className="min-w-[12rem] [overflow-wrap:anywhere]">
                {row.href === null ? (
                  row.title
                ) : (
                  <Link to={row.href} className="inline-block min-h-6 text-accent underline">
                    {row.title}
                  </Link>
                )}
              </td>
              <td>{row.what}</td>
              <td className="min-w-[16rem]">{row.why}</td>
            </tr>
          ))}
        </TableFrame>
      )}
    </>
  );
}
