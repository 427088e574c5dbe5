interface ShownFile {
  name: string;
  size: string;
  /** Why the mail leaves without it; null: it goes with it. */
  leftOut: string | null;
  /** Where it can be had; null for who may not have it. */
  href: string | null;
}

/** What goes with a mail, by name and size. */
export function Attachments({ files }: { files: readonly ShownFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="attachments" className="mt-6">
      <h2 id="attachments" className="mb-1 text-lg font-semibold">
        Attachments
      </h2>
      <ul>
        {files.map(({ name, size, leftOut, href }) => (
          <li key={`${name} ${href ?? ""}`} className="py-1 break-words">
            {href === null ? (
              name
            ) : (
              <a href={href} className="inline-block py-1 text-accent underline">
                {name}
              </a>
            )}{" "}
            <span className="text-muted">
              {leftOut === null ? `(${size})` : `(${size}, ${leftOut})`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
