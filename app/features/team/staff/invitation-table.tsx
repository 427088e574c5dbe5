import { Button } from "../../../ui/button.tsx";
import { TableFrame } from "../../../ui/table-frame.tsx";

interface ShownInvitation {
  id: string;
  email: string;
  role: string;
  invitedByName: string;
  expires: { iso: string; text: string };
  isOver: boolean;
  mayChange: boolean;
}

/** Who was asked and has not come yet. */
export function InvitationTable({ invitations }: { invitations: readonly ShownInvitation[] }) {
  return (
    <section aria-labelledby="invitations" className="mt-12">
      <h2 id="invitations" className="mb-4 text-lg font-semibold">
        Invitations
      </h2>
      <TableFrame
        label="Invitations that wait"
        head={["Email", "Role", "Invited by", "Good until", "Actions"]}
      >
        {invitations.map(({ id, email, role, invitedByName, expires, isOver, mayChange }) => (
          <tr key={id}>
            <th scope="row" className="px-4 py-3 text-start align-top font-medium">
              {email}
            </th>
            <td>{role}</td>
            <td>{invitedByName}</td>
            <td className="whitespace-nowrap">
              {isOver ? <span className="text-red">Over since </span> : null}
              <time dateTime={expires.iso}>{expires.text}</time>
            </td>
            <td>
              {mayChange ? (
                <form method="post" noValidate className="flex flex-wrap gap-2">
                  <input type="hidden" name="invitation" value={id} />
                  <Button
                    look="secondary"
                    size="small"
                    name="intent"
                    value="resend"
                    aria-label={`Send again to ${email}`}
                  >
                    Send again
                  </Button>{" "}
                  <Button
                    look="danger"
                    size="small"
                    name="intent"
                    value="withdraw"
                    aria-label={`Withdraw the invitation to ${email}`}
                  >
                    Withdraw
                  </Button>
                </form>
              ) : (
                <span className="text-muted">An owner’s to change</span>
              )}
            </td>
          </tr>
        ))}
      </TableFrame>
    </section>
  );
}
