import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { staffActor, type Authorship } from "#tenancy/audit/store/audit.server.ts";
import {
  baseOf,
  recordChange,
  EditConflict,
  type Edit,
} from "#web/history/store/record-change.server.ts";
import { hasFeature, type Org } from "#tenancy/orgs/store/orgs.server.ts";
import { pageScope, type PageScope } from "#visibility/store/scope.server.ts";
import { listProducts, type Product } from "#tenancy/products/store/products.server.ts";
import { Refused } from "#db/refusals.ts";
import type { Reader, Writer } from "#db/store.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import type { Feature } from "#model/settings/customization.ts";
import { AlreadyListed } from "#content/companies/store/company-duplicates.server.ts";
import { UPGRADE } from "#model/items/forms/items.ts";
import type { Permission } from "#model/auth/permissions.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import { keepTexts, type MarkdownFields } from "#platform/files/markdown/keep-markdown.ts";
import { unknownNames } from "#web/forms/unknown-names.ts";
import {
  fieldsProblem,
  readJson,
  readJsonIfSent,
  unknownProblem,
  problem,
} from "#web/api/json-body.ts";
import { staffAnswer, staffCaller } from "#web/api/staff.ts";

interface CallArgs {
  context: Readonly<RouterContextProvider>;
  params: { productId: string };
  request: Request;
}

type Changed = Pick<Edit, "subject" | "subjectId" | "part">;

/** A call that edits a product of the caller's org, after its rights were checked. */
export interface ProductCall extends Authorship {
  org: Org;
  product: Product;
  permissions: ReadonlySet<Permission>;
  db: Reader;
  /** Loads pages as the owner sees them. */
  scope: PageScope;
  /**
   * The body by the schema that the form has; a name that it does not know is refused. Its `base`,
   * the stamp that a GET answered, is taken out before: the change that follows is refused when
   * something else is stored by now. Without one nobody looks.
   * @throws a problem
   */
  read<Schema extends z.ZodType>(schema: Schema, maxBytes?: number): Promise<z.output<Schema>>;
  /**
   * For a call without fields: a body may be there for its `base`. @throws a problem that names
   * what else it has
   */
  readNothing(): Promise<void>;
  /** The stamp that the body came with. */
  base(): string | null;
  /** The stamp of what is stored now, for the caller's next change. */
  stamp(edit: Changed): Promise<string>;
  /**
   * Runs the form's verb in one transaction and keeps what it changed.
   * @param theirs of what is stored, the shape in which this address answers it
   * @throws a 409 with both versions when the body's stamp is another one's
   */
  change<T>(
    edit: Changed,
    verb: (trx: Writer) => Promise<T>,
    theirs?: (current: never) => unknown,
  ): Promise<{ value: T; changeId: string | null }>;
  /**
   * Lays out the Markdown of what is about to be saved, by its fields. @throws a 400 that names the
   * field
   */
  keep(fields: MarkdownFields): Promise<void>;
  /** One transaction, for a verb that keeps what it changed itself. */
  write<T>(work: (trx: Writer) => Promise<T>): Promise<T>;
  /** The problem of two editors: what was sent, what is stored, who saved it. */
  conflict(error: EditConflict, theirs: unknown): Response;
}

/**
 * Answers a call that edits a product: 401 without a session, 403 without statuspage:edit or for a
 * feature that is off, 404 for a product that is not there or another org's, else what `answer`
 * gives.
 */
export async function productCall(
  { context, params, request }: CallArgs,
  answer: (call: ProductCall) => Promise<Response>,
  feature?: Feature,
): Promise<Response> {
  return staffAnswer(
    async () => {
      const { org, session, role, permissions } = await staffCaller(context, "statuspage:edit");
      const viewer: Viewer = {
        mode: "main",
        staff: {
          id: session.staff.id,
          email: session.staff.email,
          name: session.staff.name,
          role,
          permissions,
        },
      };
      if (feature !== undefined && !hasFeature(org, feature)) return problem(403, UPGRADE);
      const { store, now } = context.get(servicesContext);
      const product = (await listProducts(store.read, org.id)).find(
        ({ id }) => id === params.productId,
      );
      if (product === undefined) return problem(404, "Not found");
      const [moment, by] = [now(), staffActor(session.staff, context.get(hostContext).ip)];
      const key = { orgId: org.id, productId: product.id };
      let sent: Sent = { base: null, rest: {} };
      const conflict = (error: EditConflict, theirs: unknown) =>
        problem(error.status, error.message, {
          members: {
            base: error.base,
            yours: sent.rest,
            theirs,
            savedBy: error.saved?.by ?? null,
            savedAt: error.saved?.at ?? null,
          },
        });
      return answer({
        org,
        product,
        permissions,
        by,
        now: moment,
        db: store.read,
        conflict,
        scope: pageScope(store.read, org, product.id, viewer, moment),
        base: () => sent.base,
        keep: (fields) => keepTexts({ store, now }, org.id, fields),
        write: (work) => store.write(work),
        stamp: ({ subject, subjectId, part }) =>
          baseOf(store.read, subject, { ...key, subjectId }, part),
        async readNothing() {
          const body = await readJsonIfSent(request, stamped);
          if (body instanceof Response) throw body;
          sent = body ?? sent;
          const unknown = unknownNames(z.object({}), sent.rest);
          if (unknown.length > 0) throw unknownProblem(unknown);
        },
        async read(schema, maxBytes) {
          const body = await readJson(request, stamped, maxBytes);
          if (body instanceof Response) throw body;
          sent = body;
          const unknown = unknownNames(schema, body.rest);
          if (unknown.length > 0) throw unknownProblem(unknown);
          const parsed = schema.safeParse(body.rest);
          if (!parsed.success) throw fieldsProblem(parsed.error);
          return parsed.data;
        },
        async change(edit, verb, theirs = (current: never) => current) {
          try {
            return await store.write((trx) =>
              recordChange(trx, { ...edit, ...key, by, now: moment, base: sent.base }, () =>
                verb(trx),
              ),
            );
          } catch (error) {
            if (!(error instanceof EditConflict)) throw error;
            throw conflict(error, error.current === null ? null : theirs(error.current as never));
          }
        },
      });
    },
    (error) =>
      error instanceof Refused && error.field !== null
        ? problem(error.status, error.message, {
            ...(error instanceof AlreadyListed
              ? { members: { code: error.code, existing: error.existing } }
              : {}),
            errors: { [error.field]: [error.message] },
          })
        : undefined,
  );
}

interface Sent {
  base: string | null;
  rest: unknown;
}

/** A body apart from its stamp. */
const stamped = z.unknown().transform((body, context): Sent => {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return { base: null, rest: body };
  const { base = null, ...rest } = body as Record<string, unknown>;
  if (base !== null && (typeof base !== "string" || base.length > 64))
    context.addIssue({
      code: "custom",
      path: ["base"],
      message: "Send base exactly as you received it",
    });
  return { base: typeof base === "string" ? base : null, rest };
});
