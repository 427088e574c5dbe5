import { auditSearch, type AuditQuery, type AuditQueryErrors } from "#tenancy/audit/forms/audit.ts";
import { AUDIT_GROUPS } from "#tenancy/audit/rules/audit.ts";
import { ListSearch } from "#web/lists/search.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";

interface AuditFiltersProps {
  query: AuditQuery;
  errors: AuditQueryErrors | null;
  /** Offered for 'Who': those on the team. */
  names: readonly string[];
  timeZone: string;
}

/** What the record is narrowed to: a GET form, so that the choice is the address. */
export function AuditFilters({ query, errors, names, timeZone }: AuditFiltersProps) {
  return (
    <>
      <div className="mb-6 empty:hidden">
        <ErrorSummary
          fields={[
            { id: "audit-from", errors: errors?.from },
            { id: "audit-to", errors: errors?.to },
          ]}
        />
      </div>
      <ListSearch
        path="/audit"
        query={auditSearch(query).toString()}
        label="Filter"
        search={{ label: "Subject or details", name: "about", value: query.about, maxLength: 320 }}
        narrowed={auditSearch(query).size > 0}
        isOpen={
          errors !== null || [query.who, query.group, query.from, query.to].some((it) => it !== "")
        }
      >
        <TextField
          id="audit-who"
          name="who"
          type="search"
          label="Who"
          list="audit-names"
          autoComplete="off"
          defaultValue={query.who}
          maxLength={320}
        />
        <datalist id="audit-names">
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <SelectField
          id="audit-group"
          name="group"
          label="What"
          defaultValue={query.group}
          options={[
            { value: "", label: "Everything" },
            ...AUDIT_GROUPS.map(({ value, label }) => ({ value, label })),
          ]}
        />
        <TextField
          id="audit-from"
          name="from"
          type="date"
          label="From"
          defaultValue={query.from}
          errors={errors?.from}
        />
        <TextField
          id="audit-to"
          name="to"
          type="date"
          label="To"
          defaultValue={query.to}
          errors={errors?.to}
        />
        <p className="py-2 text-sm text-muted">Dates are in {timeZone} time.</p>
      </ListSearch>
    </>
  );
}
