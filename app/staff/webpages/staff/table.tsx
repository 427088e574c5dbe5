import { Button } from "#web/ui/button.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import type { WebpageStatus } from "#model/webpages.ts";
import { OnceField } from "#web/ui/once-field.tsx";

interface Moment {
  iso: string;
  text: string;
}

/** A page of the list as staff see it. */
export interface ShownWebpage {
  id: string;
  url: string;
  title: string | null;
  status: WebpageStatus;
  /** Of its text. */
  size: string;
  read: Moment | null;
  failed: Moment | null;
  fault: string | null;
}

/** The listed pages: what was read of each and when, or what failed. */
export function WebpageTable({ pages }: { pages: readonly ShownWebpage[] }) {
  return (
    <TableFrame label="Listed pages" head={["Page", "State", "Text", "Actions"]}>
      {pages.map((page) => (
        <tr key={page.id}>
          <th scope="row" className="min-w-48 px-4 py-3 text-start align-top font-medium">
            {page.title === null ? null : <span className="block wrap-anywhere">{page.title}</span>}
            <a
              href={page.url}
              rel="noopener noreferrer"
              className="font-normal wrap-anywhere text-accent"
            >
              {page.url}
            </a>
          </th>
          <td className="min-w-48">
            <State page={page} />
          </td>
          <td className="whitespace-nowrap">
            {page.read === null || page.status === "gone" ? "–" : page.size}
          </td>
          <td>
            <form method="post" noValidate>
              <OnceField />
              <input type="hidden" name="intent" value="remove" />
              <input type="hidden" name="id" value={page.id} />
              <Button look="secondary" size="small" aria-label={`Remove ${page.url}`}>
                Remove
              </Button>
            </form>
          </td>
        </tr>
      ))}
    </TableFrame>
  );
}

function State({ page: { status, read, failed, fault } }: { page: ShownWebpage }) {
  return (
    <>
      {read === null ? null : (
        <p>
          Read at <time dateTime={read.iso}>{read.text}</time>
        </p>
      )}
      {failed === null ? null : (
        <p className="text-red">
          Failed at <time dateTime={failed.iso}>{failed.text}</time>: {fault}
        </p>
      )}
      {status === "waiting" ? <p className="text-muted">Not read yet</p> : null}
      {status === "gone" ? (
        <p className="text-muted">
          {read === null ? "Not found by the search" : "No longer found by the search"}
        </p>
      ) : null}
    </>
  );
}
