import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { newId } from "#db/ids.ts";
import { productCall, type ProductCall } from "#content/products/api/product-call.ts";
import { problem } from "#web/api/json-body.ts";
import type { RowEditor } from "./row-editor.server.ts";
import type { ListRow } from "./store/editable-list.ts";

interface Args {
  context: Readonly<RouterContextProvider>;
  params: { productId: string; entryId?: string | undefined };
  request: Request;
}

/** How a list looks to programs. */
interface Declaration<
  Row extends ListRow,
  Values extends object,
  Sent,
  Patch,
  Told extends object,
> {
  editor: RowEditor<Row, Values, Sent, Told>;
  /** The member that holds the rows, and the ids of an order: 'grades'. */
  rows: string;
  /** A row as it is answered. */
  facts(row: Row): object;
  /** A new row, where it is sent otherwise than by the form. */
  post?: z.ZodType<Sent>;
  /** What a removal may say. */
  removal?: z.ZodType<Sent>;
  /** Whether null is an order: the one by name. */
  byName?: boolean;
  /** A change of a row, which may name a part of it. */
  patch: z.ZodType<Patch>;
  /** A whole row after a change, for the checks that a form has. */
  patched(patch: Patch, before: Row): Sent;
}

/** The addresses at which programs read and change a list. */
export class RowApi<
  Row extends ListRow,
  Values extends object,
  Sent,
  Patch,
  Told extends object = object,
> {
  readonly #declared: Declaration<Row, Values, Sent, Patch, Told>;

  constructor(declared: Declaration<Row, Values, Sent, Patch, Told>) {
    this.#declared = declared;
  }

  /** GET: all rows in their order, or one, with the stamp (`base`) for the next change. */
  read(args: Args): Promise<Response> {
    return productCall(args, async (call) => {
      const { entryId } = args.params;
      if (entryId === undefined) return Response.json(await this.#wholeList(call));
      const { list } = this.#declared.editor.declared;
      const row = await list.find(call.db, keyOf(call), entryId);
      return row === null
        ? problem(404, "Not found")
        : Response.json({
            ...this.#declared.facts(row),
            base: await call.stamp(list.edited(entryId)),
          });
    });
  }

  /**
   * POST adds a row, PATCH puts all rows in an order; at the address of one row, PATCH changes it
   * and DELETE removes it.
   */
  change(args: Args): Promise<Response> {
    const { method } = args.request;
    const { entryId } = args.params;
    return productCall(args, (call) =>
      entryId !== undefined
        ? this.#changeOne(args, call, entryId)
        : method === "PATCH"
          ? this.#arrange(call)
          : this.#add(args, call),
    );
  }

  async #arrange(call: ProductCall): Promise<Response> {
    const { editor, rows: member, byName = false, facts } = this.#declared;
    const { list } = editor.declared;
    const order = z.array(z.string().max(64)).max(10_000);
    const sent = await call.read(z.strictObject({ [member]: byName ? order.nullable() : order }));
    const stored = (await list.rows(call.db, keyOf(call))).map(facts);
    await call.change(
      { subject: list.declared.subject, subjectId: "" },
      (trx) => list.arrange(trx, keyOf(call), sent[member] ?? null, editingOf(call)),
      () => ({ [member]: stored }),
    );
    return Response.json(await this.#wholeList(call));
  }

  async #add({ context }: Args, call: ProductCall): Promise<Response> {
    const { editor, post } = this.#declared;
    const { list, schema, check, values } = editor.declared;
    const sent = await call.read(post ?? schema);
    const faults = check?.(context, call.org.id, sent, null) ?? null;
    if (faults !== null) return faulty(faults);
    const id = newId();
    const { part: _, ...edited } = list.edited(id);
    const { value } = await call.change(edited, (trx) =>
      list.add(trx, keyOf(call), { ...values(sent, call.permissions), id }, editingOf(call)),
    );
    return Response.json({ ...(await this.#facts(call, id)), ...value }, { status: 201 });
  }

  async #changeOne({ context, request }: Args, call: ProductCall, id: string): Promise<Response> {
    const { editor, patch, patched, facts, removal } = this.#declared;
    const { list, check, values } = editor.declared;
    const key = keyOf(call);
    const before = await list.find(call.db, key, id);
    if (before === null) return problem(404, "Not found");
    const isRemoval = request.method === "DELETE";
    if (isRemoval && removal === undefined) await call.readNothing();
    const sent = !isRemoval
      ? patched(await call.read(patch), before)
      : removal === undefined || request.headers.get("Content-Type") === null
        ? null
        : await call.read(removal);
    const faults = sent === null || isRemoval ? null : check?.(context, call.org.id, sent, before);
    if (faults != null) return faulty(faults);
    const wanted = sent === null ? undefined : values(sent, call.permissions);
    const { value } = await call.change(
      list.edited(id),
      (trx) =>
        isRemoval || wanted === undefined
          ? list.remove(trx, key, id, editingOf(call), wanted)
          : list.update(trx, key, id, wanted, editingOf(call)),
      (current: object | null) => {
        const row = list.rowIn(id)(current);
        return row === null ? null : facts({ ...row, id } as Row);
      },
    );
    if (isRemoval) return Response.json({ id, ...value });
    return Response.json({
      ...(await this.#facts(call, id)),
      ...value,
      base: await call.stamp(list.edited(id)),
    });
  }

  async #wholeList(call: ProductCall): Promise<object> {
    const { editor, rows, facts } = this.#declared;
    const { list } = editor.declared;
    const base = await call.stamp({ subject: list.declared.subject, subjectId: "" });
    return { [rows]: (await list.rows(call.db, keyOf(call))).map(facts), base };
  }

  async #facts(call: ProductCall, id: string): Promise<object> {
    const row = await this.#declared.editor.declared.list.find(call.db, keyOf(call), id);
    return row === null ? { id } : this.#declared.facts(row);
  }
}

function keyOf({ org, product }: ProductCall) {
  return { orgId: org.id, productId: product.id };
}

function editingOf({ by, now }: ProductCall) {
  return { by, now };
}

function faulty(errors: Record<string, string[]>): Response {
  return problem(400, Object.values(errors)[0]?.[0] ?? "", { errors });
}
