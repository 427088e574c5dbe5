import type { Role } from "#model/auth/permissions.ts";
import { ROLE_WORDS } from "#model/team.ts";
import { Choice, FieldGroup } from "#web/ui/choice-field.tsx";

/** The roles that may be given, each with what it is for. */
export function RoleField({
  id,
  roles,
  value,
  errors,
}: {
  id: string;
  roles: readonly Role[];
  value: string | undefined;
  errors: readonly string[] | undefined;
}) {
  return (
    <FieldGroup id={id} legend="Role" errors={errors}>
      {roles.map((role) => (
        <Choice
          key={role}
          id={`${id}-${role}`}
          type="radio"
          name="role"
          value={role}
          defaultChecked={role === value}
          label={ROLE_WORDS[role].label}
          hint={ROLE_WORDS[role].hint}
          required
        />
      ))}
    </FieldGroup>
  );
}
