import { ListTable, type ListColumn } from "#web/lists/table.tsx";
import { RowButton } from "#web/lists/row-button.tsx";

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
  {
    title: "Email",
    namesRow: true,
    share: 4,
    full: ({ email }) => email,
    cell: ({ email }) => email,
  },
  { title: "Role", cell: ({ role }) => role },
  { title: "Invited by", from: "wide", cell: ({ invitedByName }) => invitedByName },
  {
    title: "Expires",
    cell: ({ expires, isOver }) => (
      <>
        {isOver ? <span className="text-red">Expired on </span> : null}
        <time dateTime={expires.iso}>{expires.text}</time>
      </>
    ),
  },
  {
    title: "Actions",
    isAction: true,
    cell: ({ id, email, mayChange }) =>
      mayChange ? (
        <InvitationButtons id={id} email={email} />
      ) : (
        <span className="text-muted">Only owners can change this</span>
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
        label="Pending invitations"
        columns={COLUMNS}
        rows={invitations}
        rowKey={({ id }) => id}
      />
    </section>
  );
}

function InvitationButtons({ id, email }: { id: string; email: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <RowButton
        row={["invitation", id]}
        action="/team/resend-invitation"
        label={`Send again to ${email}`}
      >
        Send again
      </RowButton>{" "}
      <RowButton
        row={["invitation", id]}
        action="/team/withdraw-invitation"
        look="danger"
        label={`Withdraw the invitation to ${email}`}
      >
        Withdraw
      </RowButton>
    </div>
  );
}
