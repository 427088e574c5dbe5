/** What stands below every page of the private area: which version this is. */
export function AreaFooter({ version }: { version: string }) {
  return (
    <footer className="mx-auto w-full max-w-[80rem] px-4 pb-8 text-sm text-muted sm:px-8">
      Open Trust Center {version}
    </footer>
  );
}
