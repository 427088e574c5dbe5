interface ClosedOrgsProps {
  orgs: readonly { orgId: string; name: string; why: "two-factor" | "ended" }[];
}

/** Where this session opens nothing although the person is on the team, and what opens it again. */
export function ClosedOrgs({ orgs }: ClosedOrgsProps) {
  if (orgs.length === 0) return null;
  return (
    <div
      role="status"
      className="space-y-2 rounded-lg border border-yellow bg-yellow-soft p-4 text-yellow"
    >
      {orgs.map(({ orgId, name, why }) =>
        why === "two-factor" ? (
          <p key={orgId}>
            <strong className="font-semibold">{name}</strong> asks everybody on its team for
            two-factor sign-in.{" "}
            <a href="#two-factor" className="inline-block py-0.5 underline">
              Set it up
            </a>{" "}
            to go on there.
          </p>
        ) : (
          <p key={orgId}>
            <strong className="font-semibold">{name}</strong> ended this session there. Sign out and
            in again to go on.
          </p>
        ),
      )}
    </div>
  );
}
