/** The nightly backups of the installation are behind, in words that were made on the server. */
export interface OldBackup {
  /** When the last good one was made; null when there is none. */
  since: string | null;
  /** Why the last try failed. */
  fault: string | null;
}

/** Those who run the installation are told on every page. */
export function BackupNotice({ since, fault }: OldBackup) {
  return (
    <p role="status" className="mb-8 rounded-lg border border-red bg-red-soft p-4 text-red">
      <strong className="font-semibold">
        {since === null
          ? "There is no good backup of this installation yet."
          : `The last good backup of this installation is from ${since}.`}
      </strong>{" "}
      {fault === null ? "None has been made since." : `The last attempt failed: ${fault}`} For
      details, run npm run doctor on the server.
    </p>
  );
}
