import { Content, Root, Title } from "@radix-ui/react-dialog";
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { Link, useNavigate, useRouteLoaderData } from "react-router";
import { classNames } from "./class-names.ts";
import { focusDialog } from "./dialog-focus.ts";
import { FlashMessage, type FlashMessageProps } from "./flash-message.tsx";
import { Icon } from "./icon.tsx";

interface DialogProps {
  /** Where Close leads: a dialog is a URL, and leaving it is a link. */
  closeHref: string;
  title: ReactNode;
  /** A drawer stands at the right edge: 100, 80 or 50 per cent wide, 800 px at most. */
  variant?: "drawer" | "dialog";
  children: ReactNode;
  headerExtra?: ReactNode;
  /**
   * A dialog that can be long: from a height of the window minus 160 pixels on, its content
   * scrolls.
   */
  scrolls?: boolean;
  /** Another page stands below than the one that Close leads to: closing loads that one. */
  reloads?: boolean;
  /** Off: a click beside the dialog leaves it open; Escape and Close don't. */
  backdropCloses?: boolean;
  /** Room for two lists beside each other. */
  wide?: boolean;
  /** At most 600 pixels high: what is longer scrolls inside. */
  low?: boolean;
}

/**
 * A dialog or drawer over a page that is inert. It stands in the document before the page, so that
 * a text browser meets it first, and works without scripts. Where the page is hydrated, Radix keeps
 * the focus in it and gives it back at the end, and Escape follows the close link; islands/dialog
 * does so on visitors' pages.
 */
export function Dialog({
  closeHref,
  title,
  variant = "dialog",
  children,
  headerExtra,
  scrolls = false,
  reloads = false,
  backdropCloses = true,
  wide = false,
  low = false,
}: DialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  /** What had the focus: the browser takes it away as soon as the page below is inert. */
  const opener = useRef<Element | null>(null);
  const navigate = useNavigate();
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  useEffect(() => {
    // A confirmation above the dialog closes by itself; the dialog must not hear of it.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && document.querySelector("dialog[open]") !== null)
        event.stopPropagation();
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, []);

  const drawer = variant === "drawer";
  return (
    <Root open onOpenChange={() => void navigate(closeHref, { preventScrollReset: true })}>
      <div
        data-dialog
        data-close={closeHref}
        data-reloads={reloads ? "" : undefined}
        className={classNames(
          "pointer-events-auto fixed inset-0 z-40 flex",
          drawer
            ? "justify-end"
            : classNames("items-start justify-center overflow-y-auto p-4 sm:p-8", CLEAR_OF_FOOT),
        )}
      >
        {backdropCloses ? (
          <Link
            to={closeHref}
            preventScrollReset
            tabIndex={-1}
            aria-hidden="true"
            className="fixed inset-0 bg-[rgb(10_12_14/0.45)]"
          />
        ) : (
          <div className="fixed inset-0 bg-[rgb(10_12_14/0.45)]" />
        )}
        <Content
          ref={panel}
          aria-modal="true"
          aria-labelledby="dialog-title"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (panel.current) focusDialog(panel.current);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          onEscapeKeyDown={(event) => {
            if (closesFirst(event.target)) event.preventDefault();
          }}
          // The link behind it closes it, before scripts have come as well as after.
          onInteractOutside={(event) => event.preventDefault()}
          className={classNames(
            "relative z-10 flex flex-col bg-surface shadow-panel outline-none",
            drawer
              ? "h-dvh w-full max-w-[800px] border-s border-line md:w-4/5 lg:w-1/2"
              : classNames(
                  "w-full rounded-lg border border-line",
                  wide ? "max-w-5xl" : "max-w-xl",
                  scrolls && "sm:max-h-[calc(100dvh-160px)]",
                  low && "max-h-[600px]",
                ),
          )}
        >
          <div className="flex items-center gap-4 border-b border-line px-5 py-4 sm:px-8">
            <div className="min-w-0 grow">
              <Title id="dialog-title" className="text-xl font-semibold tracking-tight">
                {title}
              </Title>
              {headerExtra}
            </div>
            <Link
              to={closeHref}
              preventScrollReset
              className="-me-2 inline-flex size-10 flex-none items-center justify-center rounded-md text-muted no-underline hover:bg-sunken hover:text-ink"
            >
              <Icon name="close" label="Close" />
            </Link>
          </div>
          <div
            className={classNames(
              "px-5 py-5 sm:px-8 sm:py-6",
              drawer && "grow overflow-y-auto",
              scrolls && "sm:overflow-y-auto",
              CLEAR_OF_FOOT,
              low && "flex min-h-0 flex-col overflow-y-auto",
            )}
            tabIndex={drawer ? 0 : undefined}
            role={drawer ? "group" : undefined}
            aria-labelledby={drawer ? "dialog-title" : undefined}
          >
            <LastMessage />
            {children}
          </div>
        </Content>
      </div>
    </Root>
  );
}

/** What has the focus scrolls clear of buttons that stick to the bottom, `data-foot`. */
const CLEAR_OF_FOOT = "has-[[data-foot]]:scroll-pb-28";

/**
 * Whether the focus is in something of the dialog's that Escape closes first: a list of choices, or
 * a menu.
 */
function closesFirst(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="combobox"][aria-expanded="true"], details[data-menu][open]') !== null
  );
}

/** What the last form did: the page below is inert, so its dialog says it. */
function LastMessage() {
  const frame = useRouteLoaderData<Pick<FlashMessageProps, "flash">>("portal/frame");
  return <FlashMessage flash={frame?.flash ?? null} className="mb-6" />;
}
