import { useEffect, useRef } from "react";
import { Form, Link, useSubmit } from "react-router";
import type { Route } from "./+types/find";
import { requireStaff } from "#auth/current-staff.ts";
import { servicesContext } from "#platform/context.ts";
import { counted, FIND_PAGE } from "#model/home.ts";
import { findInArea } from "../find.server.ts";
import { pageTitle } from "#values/page-title.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { EmptyState } from "#web/ui/screens.tsx";

const MAX_LENGTH = 200;

export function meta() {
  return [{ title: pageTitle("Find") }];
}

/** What the field in the header finds, of what the person behind the request may open. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { org, permissions } = await requireStaff(context, "files:view");
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, MAX_LENGTH);
  const { read } = context.get(servicesContext).store;
  return { search, groups: await findInArea(read, org, permissions, search) };
}

export default function Find({ loaderData: { search, groups } }: Route.ComponentProps) {
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Find</h1>
      <FindForm search={search} />
      {search === "" ? null : (
        <p role="status" className="mt-4 break-words text-muted">
          {counted(total, "result")} for “{search}”
        </p>
      )}
      {search !== "" && total === 0 ? (
        <div className="mt-6">
          <EmptyState
            icon="search"
            title="Nothing found"
            subtitle="Try fewer letters or another word."
          />
        </div>
      ) : null}
      {groups.map(({ title, rows, total: many, all }) => (
        <section key={title} aria-label={title} className="mt-6">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="font-semibold">{title}</h2>
            {many === rows.length ? null : all === null ? (
              <p className="text-sm text-muted">
                {rows.length} of {many}
              </p>
            ) : (
              <Link
                to={all}
                aria-label={`All ${many} in ${title}`}
                className="inline-block py-0.5 text-sm text-accent underline"
              >
                All {many}
              </Link>
            )}
          </div>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {rows.map(({ label, about, to }) => (
              <li key={`${to} ${label}`} className="px-4 py-2">
                {/* Items are edited on the portal, which is another document. */}
                <a href={to} className="inline-block py-0.5 break-words text-accent underline">
                  {label}
                </a>
                {about === null ? null : (
                  <span className="ms-3 text-sm break-words text-muted">{about}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Typing has to rest so long before the page shows what was found. */
const REST_MS = 250;

/** Shows what is found while one types; without scripts, once the form is sent. */
function FindForm({ search }: { search: string }) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>("#find-q");
    if (field == null) return;
    // Another way led here: the field says what the page shows. Who types in it goes on.
    if (document.activeElement !== field) field.value = search;
    if (search === "") field.focus();
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Form
      ref={form}
      action={FIND_PAGE}
      noValidate
      className="mt-4 flex max-w-[36rem] items-end gap-3"
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void submit(currentTarget, { replace: true }), REST_MS);
      }}
      onSubmit={() => clearTimeout(timer.current)}
    >
      <div className="min-w-0 grow">
        <TextField
          id="find-q"
          label="Name of a page, person, account, document or anything else"
          name="q"
          type="search"
          autoComplete="off"
          maxLength={MAX_LENGTH}
          defaultValue={search}
        />
      </div>{" "}
      <Button look="secondary">Find</Button>
    </Form>
  );
}
