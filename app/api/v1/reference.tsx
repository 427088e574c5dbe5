import type { ReactNode } from "react";
import type { Route } from "./+types/reference";
import { cacheHintContext, servicesContext } from "#platform/context.ts";
import { pageTitle } from "#values/page-title.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { describedApi } from "./description.ts";
import { referenceOf, type ShownCall, type ShownField } from "./rules/reference.ts";

export const handle: RouteHandle = { methods: ["GET"], query: {} };

export function meta() {
  return [{ title: pageTitle("API reference") }];
}

/** GET /api/reference: the description of the API as a page. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(servicesContext).config;
  context.get(cacheHintContext).hint = { orgId: null, revision: 0, validUntil: null };
  return { origin, ...referenceOf(describedApi(origin)) };
}

export default function ReferencePage({ loaderData }: Route.ComponentProps) {
  const { origin, groups, refusals, objects } = loaderData;
  return (
    <main id="content" className="mx-auto w-full max-w-[64rem] px-4 py-12">
      <h1 className="text-2xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-2 max-w-[44rem] [overflow-wrap:anywhere] text-muted">
        Call {origin} with the header “Authorization: Bearer” followed by a key. For programs, this
        page is also available as <TextLink to="/api/openapi.json">JSON</TextLink> and{" "}
        <TextLink to="/api/openapi.yaml">YAML</TextLink> (OpenAPI 3.1).
      </p>
      <nav aria-label="Contents" className="mt-6">
        <ul className="flex flex-wrap gap-x-4 gap-y-2">
          {groups.map(({ name }) => (
            <li key={name}>
              <TextLink to={`#${name}`}>{name}</TextLink>
            </li>
          ))}
          <li>
            <TextLink to="#refusals">Errors</TextLink>
          </li>
          <li>
            <TextLink to="#objects">Objects</TextLink>
          </li>
        </ul>
      </nav>
      {groups.map(({ name, about, calls }) => (
        <section key={name} aria-labelledby={name} className="mt-12">
          <h2 id={name} className="text-xl font-semibold">
            {name}
          </h2>
          <p className="mt-1 text-muted">{about}</p>
          {calls.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </section>
      ))}
      <section aria-labelledby="refusals" className="mt-12">
        <h2 id="refusals" className="text-xl font-semibold">
          {" "}
          Errors
        </h2>
        <p className="mt-1 text-muted">
          Each is a <TextLink to="#object-Problem">Problem</TextLink>.
        </p>
        <ul className="mt-3 space-y-1">
          {refusals.map(({ status, says }) => (
            <li key={status}>
              <code>{status}</code> {says}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="objects" className="mt-12">
        <h2 id="objects" className="text-xl font-semibold">
          Objects
        </h2>
        {objects.map(({ name, fields }) => (
          <div key={name} className="mt-8">
            <h3 id={`object-${name}`} className="font-semibold">
              {name}
            </h3>
            <Fields label={`Fields of ${name}`} fields={fields} />
          </div>
        ))}
      </section>
    </main>
  );
}

function Call({
  call: { id, method, path, about, parameters, body, answers, refused },
}: {
  call: ShownCall;
}) {
  return (
    <div className="mt-8">
      <h3 id={id} className="font-semibold [overflow-wrap:anywhere]">
        <code>
          {method} {path}
        </code>
      </h3>
      <p className="mt-1">{about}</p>
      {parameters.length === 0 ? null : (
        <Fields label={`Parameters of ${method} ${path}`} fields={parameters} />
      )}
      {body === null ? null : (
        <>
          <p className="mt-3 text-sm text-muted">Body: {body.type}</p>
          <Fields label={`Body of ${method} ${path}`} fields={body.fields} />
        </>
      )}
      <ul className="mt-3 space-y-1 text-sm">
        {answers.map(({ status, says, object }) => (
          <li key={status}>
            <code>{status}</code> {says}{" "}
            {object === null ? null : <TextLink to={`#object-${object}`}>{object}</TextLink>}
          </li>
        ))}
        <li>Errors: {refused.map(({ status }) => status).join(", ")}.</li>
      </ul>
    </div>
  );
}

/** Fields, a line each. */
function Fields({
  label,
  fields,
}: {
  label: string;
  fields: readonly (ShownField & { where?: string })[];
}) {
  return (
    <ul aria-label={label} className="mt-3 space-y-1 border-s border-line ps-4 text-sm">
      {fields.map(({ name, type, isRequired, where }) => (
        <li key={name} className="[overflow-wrap:anywhere]">
          <code>{name}</code>: {type}
          {where === undefined ? "" : `, in the ${where}`}
          {isRequired ? ", required" : ""}
        </li>
      ))}
    </ul>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} className="inline-flex min-h-6 min-w-6 items-center text-accent underline">
      {children}
    </a>
  );
}
