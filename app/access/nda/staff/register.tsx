import { Link } from "react-router";
import { ListSearch } from "#web/lists/search.tsx";
import { Beside, ListTable, type ListColumn } from "#web/lists/table.tsx";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Pager } from "#web/ui/pager.tsx";
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

const COLUMNS: readonly ListColumn<ShownSignature>[] = [
  {
    title: "Who",
    namesRow: true,
    share: 4,
    full: ({ name, email }) => `${name} ${email}`,
    cell: ({ name, email }) => (
      <>
        {name} <Beside>{email}</Beside>
      </>
    ),
  },
  {
    title: "Account",
    share: 2,
    full: ({ accountName }) => accountName,
    cell: ({ accountId, accountName }) => <Link to={`/accounts/${accountId}`}>{accountName}</Link>,
  },
  {
    title: "Text",
    share: 3,
    from: "table",
    full: (row) => [row.title, importedWords(row), row.note].filter(Boolean).join(", "),
    cell: (row) => (
      <>
        {row.imported === null ? row.title : <Tag>Imported</Tag>}{" "}
        <Beside>{[importedWords(row), row.note].filter(Boolean).join(", ")}</Beside>
      </>
    ),
  },
  { title: "Signed", cell: ({ signed }) => signed },
  {
    title: "Record",
    isAction: true,
    cell: ({ id, name, imported }) => (
      <>
        {imported === null ? null : (
          <Beside>{imported.hasFile ? "as signed " : "recorded without a file "}</Beside>
        )}
        <a
          href={`/nda/signatures/${id}/pdf`}
          aria-label={`PDF of ${name}’s signature`}
          className={buttonClass("secondary", "small")}
        >
          PDF
        </a>
      </>
    ),
  },
];

/** Who recorded a signature that was given elsewhere, and for whom. */
function importedWords({ imported }: ShownSignature): string | null {
  if (imported === null) return null;
  return `${imported.wholeAccount ? "whole account, " : ""}recorded by ${imported.by}`;
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
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-3 [&>[role=search]]:grow">
        <ListSearch
          path="/nda"
          query={search}
          search={{ label: "Search by name, email or account", value: search, maxLength: 320 }}
          narrowed={search !== ""}
        />{" "}
        <div className="flex flex-wrap gap-3">
          <form method="post" noValidate action={`/nda/export.csv${query({})}`}>
            <OnceField />
            <Button look="secondary">Export CSV</Button>
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
        <ListTable
          label="List of signatures"
          columns={COLUMNS}
          rows={register.rows}
          rowKey={({ id }) => id}
        />
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
