import { AccountForm, CURRENT_PASSWORD, FoldedForm, type Refused } from "./form.tsx";
import { Panel } from "./panel.tsx";

/** What the page knows of the second factor: off, a secret that waits for its first code, or on. */
export type TwoFactor =
  | { state: "off" }
  | { state: "begun"; secretText: string; uri: string; qr: { size: number; path: string } }
  | { state: "on"; codesLeft: number };

interface TwoFactorPanelProps {
  twoFactor: TwoFactor;
  refused: Refused | null;
  /** Shown this once. */
  recoveryCodes: readonly string[] | null;
  /** An organization asks for it before it opens anything. */
  isAsked: boolean;
}

export function TwoFactorPanel({
  twoFactor,
  refused,
  recoveryCodes,
  isAsked,
}: TwoFactorPanelProps) {
  return (
    <Panel
      id="two-factor"
      title="Two-factor sign-in"
      lead="A code from an authenticator app, in addition to your password. Turning it on signs you out in every other browser."
    >
      {recoveryCodes === null ? null : <RecoveryCodes codes={recoveryCodes} />}
      {twoFactor.state === "off" ? (
        <FoldedForm
          label="Turn on two-factor sign-in"
          isOpen={isAsked}
          button="begin-totp"
          refused={refused}
          inputs={[CURRENT_PASSWORD]}
          submit="Set up two-factor sign-in"
        />
      ) : null}
      {twoFactor.state === "begun" ? <Enrol begun={twoFactor} refused={refused} /> : null}
      {twoFactor.state === "on" ? (
        <Enrolled codesLeft={twoFactor.codesLeft} refused={refused} />
      ) : null}
    </Panel>
  );
}

function Enrol({
  begun,
  refused,
}: {
  begun: Extract<TwoFactor, { state: "begun" }>;
  refused: Refused | null;
}) {
  const { size, path } = begun.qr;
  return (
    <div className="space-y-6">
      <p>
        Scan this code with your authenticator app, or type the secret into it. Then enter the code
        that the app shows.
      </p>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width="208"
        height="208"
        role="img"
        aria-label="QR code of the secret below"
        shapeRendering="crispEdges"
        className="rounded-md border border-line"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <dl className="space-y-2 text-sm">
        <dt className="font-medium">Secret</dt>
        <dd className="font-mono text-base break-words select-all">{begun.secretText}</dd>
        <dd>
          <a href={begun.uri} className="inline-block py-1 underline underline-offset-2">
            Open in an app on this device
          </a>
        </dd>
      </dl>
      <AccountForm
        button="confirm-totp"
        refused={refused}
        inputs={[
          {
            name: "code",
            label: "Code",
            inputMode: "numeric",
            autoComplete: "one-time-code",
            spellCheck: false,
          },
        ]}
        submit="Turn on"
        cancel="Cancel"
      />
    </div>
  );
}

function Enrolled({ codesLeft, refused }: { codesLeft: number; refused: Refused | null }) {
  return (
    <div className="space-y-6">
      <p>
        <strong className="font-semibold text-green">On.</strong>{" "}
        {codesLeft === 1 ? "1 recovery code is left." : `${codesLeft} recovery codes are left.`}
      </p>
      <FoldedForm
        label="New recovery codes"
        button="renew-codes"
        refused={refused}
        inputs={[CURRENT_PASSWORD]}
        submit="Generate new recovery codes"
        look="secondary"
      />
      <FoldedForm
        label="Turn off two-factor sign-in"
        button="disable-totp"
        refused={refused}
        inputs={[CURRENT_PASSWORD]}
        submit="Turn off"
        look="danger"
      />
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div role="status" className="mb-6 rounded-md border border-green bg-green-soft p-4">
      <h3 className="font-semibold">Your recovery codes</h3>
      <p className="mt-1 text-sm">
        Save these somewhere safe, such as a password manager. You won’t see them again. Each works
        once, if you lose your app.
      </p>
      <pre
        tabIndex={0}
        aria-label="Recovery codes"
        role="group"
        className="mt-4 font-mono text-sm leading-7 whitespace-pre-wrap select-all"
      >
        {codes.join("\n")}
      </pre>
    </div>
  );
}
