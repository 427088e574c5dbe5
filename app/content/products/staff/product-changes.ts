import type { RouterContextProvider } from "react-router";
import { recordChange, EditConflict, type Edit } from "#web/history/store/record-change.server.ts";
import type { Actor } from "#tenancy/audit/store/audit.server.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext } from "#platform/context.ts";
import { BASE_FIELD } from "#model/cards/editing.ts";
import type { Accepted } from "#web/forms/form.ts";
import type { StaffInOrg } from "#auth/current-staff.ts";
import { conflictAnswer, type ConflictField } from "#web/staff/editing/conflict.tsx";
import { productsSubject } from "../store/product-history.server.ts";

interface Changing {
  context: Readonly<RouterContextProvider>;
  staff: StaffInOrg;
  by: Actor;
  form: FormData;
  /** The part of the list that the form shows. */
  part?: Edit["part"];
}

/** Runs a verb on the list of products in one transaction, with history and audit. */
export function changeProducts<T>(
  { context, staff, by, form, part }: Changing,
  verb: (trx: Writer, org: Org, now: Date) => Promise<T>,
): Promise<T> {
  const { store, now } = context.get(servicesContext);
  const { org } = staff;
  const sent = form.get(BASE_FIELD);
  const edit: Edit = {
    subject: productsSubject,
    orgId: org.id,
    productId: null,
    subjectId: "",
    by,
    now: now(),
    base: typeof sent === "string" ? sent : null,
    part,
  };
  return store.write(
    async (trx) => (await recordChange(trx, edit, () => verb(trx, org, now()))).value,
  );
}

/**
 * The answers to a form that could not be saved: what is gone, and what somebody else saved
 * meanwhile.
 */
export function refusedProduct<Value>(
  { org }: StaffInOrg,
  fields: (current: object, value: Value) => readonly ConflictField[] = () => [],
) {
  return {
    gone: "This product no longer exists.",
    goneStatus: 404,
    answers: (error: unknown, submitted: Accepted<Value>) =>
      error instanceof EditConflict
        ? conflictAnswer(
            submitted.refuse({ form: [error.message] }, { status: 409 }),
            error,
            org.timeZone,
            error.current === null ? [] : fields(error.current, submitted.value),
          )
        : undefined,
  } as const;
}
