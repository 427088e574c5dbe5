import { Link } from "react-router";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Links, type ShownLink } from "./links.tsx";
import type { ShownDocument } from "./document-shown.ts";

/** Shows what a document is linked to before it goes. */
export function DeleteDialog({
  document,
  links,
  errors,
}: {
  document: ShownDocument;
  links: readonly ShownLink[];
  errors: readonly string[];
}) {
  const closeHref = `/documents/${document.id}`;
  return (
    <Dialog closeHref={closeHref} title="Delete document">
      <div className="space-y-6">
        <ErrorSummary errors={errors} fields={[]} />
        <p className="[overflow-wrap:anywhere]">
          <strong>{document.name}</strong> will be deleted with all its versions. This action cannot
          be undone. What visitors did with it stays in the record.
        </p>
        {links.length === 0 ? (
          <p className="text-sm text-muted">No item links to it.</p>
        ) : (
          <div>
            <p className="mb-3 text-sm font-medium">
              {links.length === 1
                ? "1 item links to it and will lose it:"
                : `${links.length} items link to it and will lose it:`}
            </p>
            <Links links={links} />
          </div>
        )}
        <form method="post" noValidate className="flex flex-wrap gap-3">
          <input type="hidden" name="intent" value="delete" />
          <Button look="danger">Delete document</Button>{" "}
          <Link to={closeHref} preventScrollReset className={buttonClass("secondary")}>
            Cancel
          </Link>
        </form>
      </div>
    </Dialog>
  );
}
