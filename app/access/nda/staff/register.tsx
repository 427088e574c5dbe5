import { Link } from "react-router";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { FilterButtons } from "#web/ui/filter-form.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { TableFrame } from "#web/ui/table-frame.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface ShownSignature {
  id: string;
  name: string;
  email: string;
  accountId: string;
  accountName: string;
  title: string | null;
  note: string | null;
  signed: string;
  imported: { by: string; wholeAccount: boolean; hasFile: boolean } | null;
}

/** Who signed what, with the PDF of each; what the search leaves can be exported. */
export function Register({
  register,
  search,
}: {
  register: { rows: readonly ShownSignature[]; page: number; pages: number; total: number };
  search: string;
}) {
  const query = (more: Record<string, string>) => {
    const text = new URLSearchParams({
      ...(search === "" ? {} : { q: search }),
      ...more,
    }).toString();
    return text === "" ? "" : `?${text}`;
  };
  return (
    <section aria-labelledby="register">
      <h2 id="register" className="mb-4 text-lg font-semibold">
        Signatures
      </h2>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <form method="get" noValidate role="search" className="flex flex-wrap items-end gap-3">
          <TextField
            id="q"
            type="search"
            name="q"
            label="Search by name, address or account"
            defaultValue={search}
            maxLength={320}
          />
          <FilterButtons path="/nda" narrowed={search !== ""} />
        </form>{" "}
        <div className="flex flex-wrap gap-3">
          <form method="post" noValidate action={`/nda/export.csv${query({})}`}>
            <OnceField />
            <Button look="secondary">Export as CSV</Button>
          </form>{" "}
          <ButtonLink to="/nda/import" look="secondary">
            Import an NDA
          </ButtonLink>
        </div>
      </div>
      {register.rows.length === 0 ? (
        <p className="text-muted">
          {search === "" ? "No one has signed yet." : "No signatures match."}
        </p>
      ) : (
        <TableFrame
          label="List of signatures"
          head={["Who", "Account", "Text", "Signed", "Record"]}
        >
          {register.rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="px-4 py-3 text-start align-top font-medium">
                {row.name}{" "}
                <span className="block font-normal break-all text-muted">{row.email}</span>
              </th>
              <td>
                <Link to={`/accounts/${row.accountId}`}>{row.accountName}</Link>
              </td>
              <td>
                {row.imported === null ? row.title : <Tag>Imported</Tag>}{" "}
                {row.imported === null ? null : (
                  <span className="block text-muted">{`${row.imported.wholeAccount ? "whole account, " : ""}recorded by ${row.imported.by}`}</span>
                )}{" "}
                {row.note === null ? null : <span className="block text-muted">{row.note}</span>}
              </td>
              <td>{row.signed}</td>
              <td>
                <a
                  href={`/nda/signatures/${row.id}/pdf`}
                  aria-label={`PDF of ${row.name}’s signature`}
                  className={buttonClass("secondary", "small")}
                >
                  PDF
                </a>
                {row.imported === null ? null : (
                  <span className="mt-1 block text-muted">
                    {row.imported.hasFile ? "as it was signed" : "recorded without a file"}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </TableFrame>
      )}
      <Pager
        label="Pages of signatures"
        page={register.page}
        pages={register.pages}
        href={(page) => `/nda${query({ page: String(page) })}`}
      />
    </section>
  );
}
