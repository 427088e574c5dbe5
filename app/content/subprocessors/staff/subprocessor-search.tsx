import { Form } from "react-router";
import { MAX_TERM } from "#model/search.ts";
import { Button } from "#web/ui/button.tsx";

/** Finds rows in a list that has more than one page. */
export function SubprocessorSearch({ search, found }: { search: string; found: number }) {
  return (
    <>
      <Form
        method="get"
        noValidate
        role="search"
        preventScrollReset
        className="mb-4 flex flex-wrap gap-2"
      >
        <label htmlFor="list-search" className="sr-only">
          Search by subprocessor name or information
        </label>
        <input
          id="list-search"
          type="search"
          name="q"
          defaultValue={search}
          maxLength={MAX_TERM}
          placeholder="Search by subprocessor name or information"
          className="block min-h-10 min-w-0 grow basis-56 rounded-md border border-edge bg-surface px-3 py-2 text-base placeholder:text-muted"
        />
        <Button look="secondary">Search</Button>
      </Form>
      <p role="status" className="mb-4 text-sm text-muted">
        {search === "" ? "" : found === 1 ? "1 result" : `${found.toLocaleString("en")} results`}
      </p>
    </>
  );
}
