import { auditSearch, type AuditQuery, type AuditQueryErrors } from "#tenancy/audit/forms/audit.ts";
import { AUDIT_GROUPS } from "#tenancy/audit/rules/audit.ts";
import { Button } from "#web/ui/button.tsx";
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
      <form
        method="get"
        noValidate
        role="search"
        aria-label="Filter"
        className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-6"
        key={auditSearch(query).toString()}
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
          id="audit-about"
          name="about"
          type="search"
          label="Subject or details"
          defaultValue={query.about}
          maxLength={320}
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
        <div>
          <Button look="secondary">Search</Button>
        </div>
      </form>
      <p className="mt-2 text-sm text-muted">Dates are in {timeZone} time.</p>
    </>
  );
}
