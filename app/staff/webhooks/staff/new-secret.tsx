/** A secret that was just made, which is shown this once. */
export interface MadeSecret {
  name: string;
  secret: string;
}

/** The panel with the secret of a new webhook, or the new one of another. */
export function NewSecret({ made: { name, secret } }: { made: MadeSecret }) {
  return (
    <div
      role="status"
      tabIndex={-1}
      data-autofocus
      className="max-w-[44rem] rounded-md border border-green bg-green-soft p-4"
    >
      <h2 className="font-semibold">Signing secret of {name}</h2>
      <p className="mt-1 text-sm">
        Copy it now and give it to the receiver. You won’t see it again.
      </p>
      <code
        aria-label="Signing secret"
        role="group"
        tabIndex={0}
        className="mt-3 block break-all select-all"
      >
        {secret}
      </code>
    </div>
  );
}
