import {
  INVITE_FLAG,
  INVITE_PATH,
  INVITE_PROBLEM,
  MAX_COLLEAGUES,
  MESSAGE_MAX,
} from "#model/invitations.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useFrame, usePortalHref, useProductQuery } from "#web/portal/links.ts";
import { Buttons, Told } from "#updates/subscribers/portal/dialog-parts.tsx";
import type { InviteDialogState, InvitePart } from "./invite-state.ts";
import { inviteTitle } from "#model/invitations.ts";
import { getFormProps, useForm } from "@conform-to/react";
import { areaField, selectField } from "#web/forms/fields.ts";
import { AreaField } from "#web/ui/choice-field.tsx";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { OnceField } from "#web/ui/once-field.tsx";

export type OpenInviteDialog = NonNullable<InviteDialogState>;

/** Inviting colleagues: the form, what it led to, or what went wrong. */
export function InviteDialog() {
  const { invite } = useFrame<InvitePart>();
  return invite === null ? null : <Open state={invite} />;
}

function Open({ state }: { state: OpenInviteDialog }) {
  const href = usePortalHref();
  const product = useProductQuery();
  const { page } = state;
  const close = href(page.path, page.query);
  const again = href(page.path, { ...page.query, [INVITE_FLAG]: "true" });
  const search = new URLSearchParams(page.query).toString();
  const below = `${page.path || "/"}${search === "" ? "" : `?${search}`}`;
  const action = href(INVITE_PATH, { ...product, returnTo: below === "/" ? undefined : below });
  return (
    <Dialog closeHref={close} title={inviteTitle(state)} scrolls reloads={state.elsewhere}>
      {state.kind === "form" ? (
        <InviteForm state={state} action={action} />
      ) : state.kind === "sent" ? (
        <Sent again={again} close={close} />
      ) : (
        <Failed state={state} action={action} />
      )}
    </Dialog>
  );
}

function Sent({ again, close }: { again: string; close: string }) {
  const { org } = useFrame();
  return (
    <>
      <Told icon="checkCircle" tone="text-green">
        <p>We emailed your colleagues a link to request access from {org.name}.</p>
      </Told>
      <Buttons>
        <ButtonLink to={close} preventScrollReset>
          Back to portal
        </ButtonLink>{" "}
        <ButtonLink to={again} look="secondary" preventScrollReset>
          Invite another colleague
        </ButtonLink>
      </Buttons>
    </>
  );
}

/** OK leads back to the form with everything that was in it. */
function Failed({ state, action }: { state: OpenInviteDialog; action: string }) {
  const { supportMailbox } = useFrame();
  const [before, contact, after] = INVITE_PROBLEM;
  const values = Object.entries((state.result?.initialValue ?? {}) as Record<string, unknown>);
  return (
    <form method="post" noValidate action={action} role="alert">
      <OnceField />
      <Told icon="alert" tone="text-red">
        <p>
          {before}
          {supportMailbox === null ? (
            contact
          ) : (
            <a href={`mailto:${supportMailbox}`} className="text-accent underline">
              {contact}
            </a>
          )}
          {after}
        </p>
        {state.hint === null ? null : <p className="mt-2 text-muted">{state.hint}</p>}
      </Told>
      {values.map(([name, value]) =>
        [value]
          .flat()
          .map((one, i) =>
            typeof one === "string" ? (
              <input key={`${name} ${i}`} type="hidden" name={name} value={one} />
            ) : null,
          ),
      )}
      <Buttons>
        <Button name="intent" value="edit" data-autofocus="">
          OK
        </Button>
      </Buttons>
    </form>
  );
}

/** The addresses, one a line; scripts make them chips (islands/address-chips). */
function InviteForm({ state, action }: { state: OpenInviteDialog; action: string }) {
  const { org } = useFrame();
  const [form, { emails, message, productId }] = useForm<{
    emails: string;
    message: string;
    productId: string;
  }>({
    id: "invite",
    lastResult: state.result,
    defaultValue: { productId: state.productId },
    constraint: state.constraint,
  });
  const given = [emails.initialValue ?? []]
    .flat()
    .filter((value): value is string => typeof value === "string");
  return (
    <form
      method="post"
      action={action}
      {...getFormProps(form, { ariaAttributes: false })}
      data-invite=""
      className="space-y-5"
    >
      <OnceField />
      <ErrorSummary errors={form.errors} fields={[emails, message]} />
      <p className="text-muted">
        We’ll email them a link to request access. {org.name} approves each person.
      </p>
      <div data-chips={MAX_COLLEAGUES}>
        <AreaField
          {...areaField(emails)}
          label="Email addresses"
          hint={`Separate addresses with commas, spaces or new lines, up to ${MAX_COLLEAGUES}.`}
          rows={3}
          autoComplete="off"
          spellCheck={false}
          autoFocus={state.result === null}
          defaultValue={given.join("\n")}
        />
      </div>
      {state.products.length < 2 ? (
        <input type="hidden" name="productId" value={state.productId} />
      ) : (
        <SelectField
          {...selectField(productId)}
          label="Product"
          options={state.products.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <AreaField
        {...areaField(message)}
        label="Message (optional)"
        hint={`Added to the email. Up to ${MESSAGE_MAX} characters.`}
        rows={2}
        maxLength={MESSAGE_MAX}
      />
      <div className="flex items-center gap-3">
        <Button>Invite</Button>
      </div>
    </form>
  );
}
