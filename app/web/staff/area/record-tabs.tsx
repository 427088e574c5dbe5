import type { Permission } from "#model/auth/permissions.ts";
import { ListTabs, type ListTab } from "#web/lists/tabs.tsx";

/** Whether somebody opens both parts of the record, and so gets tabs between them. */
export function seesWholeRecord(permissions: ReadonlySet<Permission>): boolean {
  return permissions.has("audit:view") && permissions.has("statuspage:edit");
}

const TABS = [
  { to: "/audit", label: "Audit log" },
  { to: "/history", label: "Change history" },
] as const satisfies readonly ListTab[];

/** What people did, and what changed on the portal: two pages of one record. */
export function RecordTabs({ current }: { current: (typeof TABS)[number]["to"] }) {
  return <ListTabs label="Record" tabs={TABS} current={current} />;
}
