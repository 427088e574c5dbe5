import type { ReactNode } from "react";
import { Icon, type IconName } from "#web/ui/icon.tsx";

/** What happened, beside a sign of how it went. */
export function Told({
  icon,
  tone,
  children,
}: {
  icon: IconName;
  tone: string;
  children: ReactNode;
}) {
  return (
    <div className="flex gap-4">
      <Icon name={icon} size={28} className={tone} />
      <div className="min-w-0 pt-0.5">{children}</div>
    </div>
  );
}

/** The way on, below a dialog's words. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap gap-3">{children}</div>;
}

export function Mailbox({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="font-medium text-accent underline">
      {address}
    </a>
  );
}
