import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { newId } from "../../db/ids.ts";
import { notAllowed } from "../api/documents/staff.ts";
import { productCall, type ProductCall } from "../api/trust-center/product-call.ts";
import { problem } from "../middleware/json-body.ts";
import type { RowEditor } from "./row-editor.server.ts";
import type { ListRow, ListSnapshot } from "./row-list.server.ts";

interface Args {
  context: Readonly<RouterContextProvider>;
  params: { productId: string; entryId?: string | undefined };
  request: Request;
}

/** How a list looks to programs. */
interface Declaration<Row extends ListRow, Values extends object, Sent, Patch> {
  editor: RowEditor<Row, Values, Sent>;
  /** The member that holds the rows, and the ids of an order: 'grades'. */
  rows: string;
  /** A row as it is answered. */
  facts(row: Row): object;
  /** A change of a row, which may name a part of it. */
  patch: z.ZodType<Patch>;
  /** A whole row after a change, for the checks that a form has. */
  patched(patch: Patch, before: Row): Sent;
}

/** The addresses at which programs read and change a list. */
export class RowApi<Row extends ListRow, Values extends object, Sent, Patch> {
  readonly #declared: Declaration<Row, Values, Sent, Patch>;

  constructor(declared: Declaration<Row, Values, Sent, Patch>) {
    this.#declared = declared;
  }

  /** GET: all rows in their order, or one, with the stamp (`base`) for the next change. */
  read(args: Args): Promise<Response> {
    return productCall(args, async (call) => {
      const { entryId } = args.params;
      if (entryId === undefined) return Response.json(await this.#wholeList(call));
      const row = await this.#find(call, entryId);
      return row === null
        ? problem(404, "Not found")
        : Response.json({
            ...this.#declared.facts(row),
            base: await call.stamp(this.#partOf(entryId)),
          });
    });
  }

  /**
   * POST adds a row, PATCH puts all rows in an order; at the address of one row, PATCH changes it and DELETE removes it.
   */
  change(args: Args): Promise<Response> | Response {
    const { method } = args.request;
    const { entryId } = args.params;
    const methods = entryId === undefined ? ["POST", "PATCH"] : ["PATCH", "DELETE"];
    if (!methods.includes(method)) return notAllowed("GET", "HEAD", ...methods);
    return productCall(args, (call) =>
      entryId !== undefined
        ? this.#changeOne(args, call, entryId)
        : method === "PATCH"
          ? this.#arrange(call)
          : this.#add(args, call),
    );
  }

  async #arrange(call: ProductCall): Promise<Response> {
    const {
      editor: {
        declared: { list },
      },
      rows: member,
      facts,
    } = this.#declared;
    const sent = await call.read(z.object({ [member]: z.array(z.string().max(64)).max(10_000) }));
    await call.change(
      { subject: list.declared.subject, subjectId: "" },
      (trx) => list.arrange(trx, keyOf(call), sent[member] ?? [], stampOf(call)),
      ({ rows }: ListSnapshot<Row>) => ({ [member]: rows.map(facts) }),
    );
    return Response.json(await this.#wholeList(call));
  }

  async #add({ context }: Args, call: ProductCall): Promise<Response> {
    const { list, schema, check, values } = this.#declared.editor.declared;
    const sent = await call.read(schema);
    const faults = check?.(context, call.org.id, sent, null) ?? null;
    if (faults !== null) return faulty(faults);
    const id = newId();
    await call.change({ subject: list.declared.subject, subjectId: "" }, (trx) =>
      list.add(trx, keyOf(call), { ...values(sent), id }, stampOf(call)),
    );
    return Response.json(await this.#facts(call, id), { status: 201 });
  }

  async #changeOne({ context, request }: Args, call: ProductCall, id: string): Promise<Response> {
    const { editor, patch, patched, facts } = this.#declared;
    const { list, check, values } = editor.declared;
    const before = await this.#find(call, id);
    if (before === null) return problem(404, "Not found");
    const sent = request.method === "DELETE" ? null : patched(await call.read(patch), before);
    const faults = sent === null ? null : check?.(context, call.org.id, sent, before);
    if (faults != null) return faulty(faults);
    await call.change(
      this.#partOf(id),
      async (trx) => {
        if (sent === null) await list.remove(trx, keyOf(call), id, stampOf(call));
        else await list.update(trx, keyOf(call), id, values(sent), stampOf(call));
      },
      (current: ListSnapshot<Row>) => {
        const row = list.rowIn(id)(current);
        return row === null ? null : facts(row);
      },
    );
    if (sent === null) return Response.json({ id });
    return Response.json({
      ...(await this.#facts(call, id)),
      base: await call.stamp(this.#partOf(id)),
    });
  }

  /** A row's stamp is its own: others may change the rest of the list meanwhile. */
  #partOf(id: string) {
    const { list } = this.#declared.editor.declared;
    return { subject: list.declared.subject, subjectId: "", part: list.rowIn(id) };
  }

  async #wholeList(call: ProductCall): Promise<object> {
    const { editor, rows, facts } = this.#declared;
    const { list } = editor.declared;
    const base = await call.stamp({ subject: list.declared.subject, subjectId: "" });
    return { [rows]: (await list.rows(call.db, keyOf(call))).map(facts), base };
  }

  async #find(call: ProductCall, id: string): Promise<Row | null> {
    const { list } = this.#declared.editor.declared;
    return list.rowIn(id)({ rows: await list.rows(call.db, keyOf(call)) });
  }

  async #facts(call: ProductCall, id: string): Promise<object> {
    const row = await this.#find(call, id);
    return row === null ? { id } : this.#declared.facts(row);
  }
}

function keyOf({ org, product }: ProductCall) {
  return { orgId: org.id, productId: product.id };
}

function stampOf({ by, now }: ProductCall) {
  return { by: by.actorName, on: now };
}

function faulty(errors: Record<string, string[]>): Response {
  return problem(400, Object.values(errors)[0]?.[0] ?? "", { errors });
}
