import { formatSize } from "#values/file-size.ts";
import { dayIn, formatDate } from "#values/dates.ts";
import { useFileHref, useFrame } from "#web/portal/links.ts";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import type { ViewData } from "./document-shown.ts";

const LINK = "inline-flex min-h-6 items-center text-accent";

/** The versions of a document with what proves which is which; where they are open, with their links. */
export function Versions({ view }: { view: ViewData }) {
  const { versions, versionsOpen, file, item } = view;
  const href = useFileHref();
  const { org } = useFrame();
  const [current] = versions;
  if (current === undefined) return null;
  const link = { fileId: file.id, itemUid: item.uid, source: "view_modal" as const };
  const shown = file.version ?? current.number;
  return (
    <section aria-labelledby="versions" className="mt-12">
      <h2 id="versions" className="mb-4 text-lg font-semibold tracking-tight">
        Versions
      </h2>
      <TableFrame
        label="Versions of this document"
        head={["Version", "Added", "Size", "SHA-256", ...(versionsOpen ? ["Open"] : [])]}
      >
        {versions.map(({ number, createdAt, size, hash }) => {
          const version = number === current.number ? null : number;
          return (
            <tr key={number}>
              <th scope="row" className="whitespace-nowrap px-4 py-3 text-start font-medium">
                Version {number} {version === null ? <Tag tone="green">Current</Tag> : null}
              </th>
              <td className="whitespace-nowrap">
                {formatDate(dayIn(new Date(createdAt), org.timeZone), "UTC")}
              </td>
              <td className="whitespace-nowrap">{formatSize(size)}</td>
              <td className="font-mono text-xs break-all">{hash}</td>
              {versionsOpen ? (
                <td className="space-x-4">
                  {number === shown ? (
                    <span className="text-muted">Shown here</span>
                  ) : (
                    <a
                      href={href({ ...link, access: "view" }, "", { version })}
                      aria-label={`View version ${number}`}
                      className={LINK}
                    >
                      View
                    </a>
                  )}{" "}
                  {version === null ? null : (
                    <a
                      href={href({ ...link, access: "compare" }, "", {
                        from: number,
                        to: current.number,
                      })}
                      aria-label={`Compare version ${number} with the current one`}
                      className={LINK}
                    >
                      Compare
                    </a>
                  )}
                </td>
              ) : null}
            </tr>
          );
        })}
      </TableFrame>
      {file.marked && file.mayDownload ? (
        <p className="mt-3 text-sm text-muted">
          The checksums are those of the files before your watermark is added.
        </p>
      ) : null}
    </section>
  );
}
