import { ListTable, type ListColumn } from "#web/lists/list-table.tsx";
import { Button } from "#web/ui/button.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

interface ShownInvitation {
  id: string;
  email: string;
  role: string;
  invitedByName: string;
  expires: { iso: string; text: string };
  isOver: boolean;
  mayChange: boolean;
}

const COLUMNS: readonly ListColumn<ShownInvitation>[] = [
  { title: "Email", namesRow: true, cell: ({ email }) => email },
  { title: "Role", cell: ({ role }) => role },
  { title: "Invited by", cell: ({ invitedByName }) => invitedByName },
  {
    title: "Good until",
    className: "whitespace-nowrap",
    cell: ({ expires, isOver }) => (
      <>
        {isOver ? <span className="text-red">Over since </span> : null}
        <time dateTime={expires.iso}>{expires.text}</time>
      </>
    ),
  },
  {
    title: "Actions",
    cell: ({ id, email, mayChange }) =>
      mayChange ? (
        <InvitationButtons id={id} email={email} />
      ) : (
        <span className="text-muted">An owner’s to change</span>
      ),
  },
];

/** Who was asked and has not come yet. */
export function InvitationTable({ invitations }: { invitations: readonly ShownInvitation[] }) {
  return (
    <section aria-labelledby="invitations" className="mt-12">
      <h2 id="invitations" className="mb-4 text-lg font-semibold">
        Invitations
      </h2>
      <ListTable
        label="Invitations that wait"
        columns={COLUMNS}
        rows={invitations}
        rowKey={({ id }) => id}
      />
    </section>
  );
}

function InvitationButtons({ id, email }: { id: string; email: string }) {
  return (
    <form method="post" noValidate className="flex flex-wrap gap-2">
      <OnceField />
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
  );
}
