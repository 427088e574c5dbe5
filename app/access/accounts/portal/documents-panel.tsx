import { PACKAGE_PAGE } from "#model/portal-paths.ts";
import { usePortalHref } from "#web/portal/links.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { LINK, Panel } from "./record-panels.tsx";
import type { OwnRecords } from "./own-records.ts";

/** What is open to the person now, product by product, and the ways to more. */
export function DocumentsPanel({
  open,
  openIn,
  mayAsk,
}: Pick<OwnRecords, "open" | "openIn"> & { mayAsk: boolean }) {
  const href = usePortalHref();
  return (
    <Panel id="open-documents" title="Documents">
      <p>{open === 1 ? "You can open 1 document." : `You can open ${open} documents.`}</p>
      {openIn.map((own) => (
        <InProduct key={own.product} own={own} />
      ))}
      {mayAsk ? (
        <p className="mt-8">
          <ButtonLink to={href("", { requestAccess: "true", source: "account" })} look="secondary">
            Request more access
          </ButtonLink>
        </p>
      ) : null}
    </Panel>
  );
}

function InProduct({ own }: { own: OwnRecords["openIn"][number] }) {
  const { product, count, first } = own;
  const inPortal = usePortalHref();
  const isAll = first.length === count;
  return (
    <div className="mt-5">
      <h3 className="mb-2 font-medium">{product}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {first.map(({ id, name, href, facts, viewOnly }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-2">
            {/* What it leads to is no page of the framework. */}
            <a href={href} className={LINK}>
              {name}
            </a>{" "}
            {viewOnly ? <Tag>View only</Tag> : null}{" "}
            {facts.length === 0 ? null : (
              <span className="text-sm text-muted">{facts.join("\u00a0· ")}</span>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to={own.href} look="secondary">
          {!isAll
            ? `All ${count} in ${product}`
            : count === 1
              ? `See it in ${product}`
              : `See them in ${product}`}
        </ButtonLink>{" "}
        {own.bulkHref === null ? null : (
          <ButtonLink to={own.bulkHref} look="secondary" aria-label={`Download all of ${product}`}>
            Download all
          </ButtonLink>
        )}{" "}
        {!own.hasPackage ? null : (
          <ButtonLink
            to={inPortal(PACKAGE_PAGE, { product: own.slug })}
            look="secondary"
            aria-label={`Download evidence package of ${product}`}
          >
            Download evidence package
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
