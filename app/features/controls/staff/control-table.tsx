import { Link } from "react-router";
import { FAQ_ACCESS_WORDS } from "../../knowledge-base/forms/faq-forms.ts";
import type { FaqAccess } from "../../updates/rules/update-words.ts";
import { TableFrame } from "../../../ui/table-frame.tsx";
import { Tag, type Tone } from "../../../ui/tag.tsx";

interface ControlRow {
  id: string;
  reference: string;
  title: string;
  requirements: readonly string[];
  access: FaqAccess;
  products: readonly string[];
}

const TONES: Readonly<Record<FaqAccess, Tone>> = {
  public: "green",
  accounts: "blue",
  internal: "neutral",
};

/** The controls of one page; a title leads to its form. */
export function ControlTable({ rows }: { rows: readonly ControlRow[] }) {
  return (
    <TableFrame
      label="Controls"
      head={["Reference", "Title", "Framework references", "Access", "Products"]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="whitespace-nowrap">{row.reference}</td>
          <th scope="row" className="min-w-[16rem] px-4 py-3 text-start align-top font-medium">
            <Link
              to={`/controls/${row.id}`}
              className="text-accent underline [overflow-wrap:anywhere]"
            >
              {row.title}
            </Link>
          </th>
          <td className="max-w-[20rem]">{row.requirements.join(", ")}</td>
          <td>
            <Tag tone={TONES[row.access]}>{FAQ_ACCESS_WORDS[row.access]}</Tag>
          </td>
          <td>{row.products.length === 0 ? "All" : row.products.join(", ")}</td>
        </tr>
      ))}
    </TableFrame>
  );
}
