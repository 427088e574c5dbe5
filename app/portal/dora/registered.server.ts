import type { PageScope } from "#visibility/store/scope.server.ts";
import { visibleSubprocessors } from "#visibility/store/subprocessors.server.ts";
import type { RegisteredSubprocessor } from "./rules/register.ts";

/** The subprocessors that say something to registers, as far as the viewer reads their list. */
export async function registeredSubprocessors(scope: PageScope): Promise<RegisteredSubprocessor[]> {
  const rows = (await visibleSubprocessors(scope)) ?? [];
  return rows.flatMap(({ id, company, dora }) =>
    dora === null ? [] : [{ id, company: company ?? "", facts: dora }],
  );
}
