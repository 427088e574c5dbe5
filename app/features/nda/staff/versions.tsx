import { Link } from "react-router";
import { TableFrame } from "../../../ui/table-frame.tsx";
import { Tag } from "../../../ui/tag.tsx";

interface ShownVersion {
  id: string;
  title: string;
  published: string;
  publishedAt: string;
  publishedBy: string;
  signatures: number;
  current: boolean;
}

/** Every text that was published, the newest first; each can be read. */
export function Versions({ versions }: { versions: readonly ShownVersion[] }) {
  if (versions.length === 0)
    return (
      <p className="text-muted">
        No text has been published yet. <Link to="/nda/versions/new?text=mutual">Mutual</Link> and{" "}
        <Link to="/nda/versions/new?text=one-way">one-way</Link> texts are ready for you to begin
        with.
      </p>
    );
  return (
    <TableFrame label="List of texts" head={["Text", "Published", "By", "Signatures"]}>
      {versions.map((version) => (
        <tr key={version.id}>
          <th scope="row" className="px-4 py-3 text-start align-top font-medium">
            <Link to={`/nda/versions/${version.id}`}>{version.title}</Link>{" "}
            {version.current ? <Tag tone="green">In force</Tag> : null}
          </th>
          <td>
            <time dateTime={version.publishedAt}>{version.published}</time>
          </td>
          <td>{version.publishedBy}</td>
          <td>{version.signatures}</td>
        </tr>
      ))}
    </TableFrame>
  );
}
