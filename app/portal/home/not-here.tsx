import { Link, useLocation } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import {
  useDialogOpen,
  useFrame,
  usePortalHref,
  useProductHref,
  useProductQuery,
} from "#web/portal/links.ts";
import type { NotHereKind } from "#values/not-here.ts";

const WORDS: Readonly<Record<NotHereKind, { title: string; text: string }>> = {
  item: {
    title: "This item isn’t available.",
    text: "It may have been removed or renamed, or it isn’t shared with you.",
  },
  update: {
    title: "This update isn’t available.",
    text: "It may have been removed, or it isn’t shared with you.",
  },
  product: {
    title: "This product isn’t available.",
    text: "It may have been removed or renamed, or it isn’t shared with you.",
  },
};

/** An item's id that a sign-in brings back to. */
const MAX_UID = 200;

/**
 * Says that a link led to nothing that this viewer may know of, and how to go on. The words are the
 * same for what never was and for what others see.
 */
export function NotHere({ what }: { what: NotHereKind }) {
  const inert = useDialogOpen();
  const { viewer, portalTitle } = useFrame();
  const href = usePortalHref();
  const productHref = useProductHref();
  const productQuery = useProductQuery();
  const uid = new URLSearchParams(useLocation().search).get("itemUid") ?? "";
  const { title, text } = WORDS[what];
  const link = "inline-block min-h-6 font-medium underline";
  return (
    <section
      inert={inert}
      aria-label="Notice"
      className="mx-auto w-full max-w-3xl px-4 py-4 sm:px-6"
    >
      <div className="flex items-start gap-3 rounded-md border border-yellow bg-yellow-soft p-4 text-sm text-yellow">
        <Icon name="alert" className="shrink-0" />
        <p role="status" className="min-w-0">
          <strong className="font-semibold">{title}</strong> {text}{" "}
          <Link to={href("/search", productQuery)} className={link}>
            Search the {portalTitle}
          </Link>
          {viewer.mode === "public" ? (
            <>
              {" or "}
              <Link
                to={productHref("", {
                  loginRequest: "true",
                  source: "item",
                  itemUid: uid.length > MAX_UID ? null : uid,
                })}
                preventScrollReset
                className={link}
              >
                sign in
              </Link>
              {" to see what is shared with you."}
            </>
          ) : (
            "."
          )}
        </p>
      </div>
    </section>
  );
}
