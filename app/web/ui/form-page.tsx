import type { ReactNode } from "react";
import { FlashMessage } from "./flash-message.tsx";
import { Icon } from "./icon.tsx";

interface FormPageProps {
  title: string;
  /** One or two sentences below the title. */
  lead?: ReactNode;
  flash?: { text: string; tone: "success" | "error" } | null;
  children: ReactNode;
}

/** A page that is one form: a narrow column and nothing beside it. */
export function FormPage({ title, lead, flash = null, children }: FormPageProps) {
  return (
    <main id="content" className="mx-auto w-full max-w-[28rem] px-4 py-12 sm:py-24">
      <p className="flex items-center gap-2 text-sm font-medium text-muted">
        <Icon name="shieldCheck" className="text-accent" />
        Open Trust Center
      </p>
      <h1 className="mt-6 text-2xl font-semibold tracking-tight">{title}</h1>
      {lead ? <div className="mt-2 text-muted">{lead}</div> : null}
      <FlashMessage flash={flash} className="mt-6" />
      <div className="mt-8">{children}</div>
    </main>
  );
}
