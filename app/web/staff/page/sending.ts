import { useEffect, useState } from "react";

/** The events of a form that its page's script sends: it has its answer, or it got none. */
export const SENT = "form-sent";
export const UNSENT = "form-unsent";

/**
 * Whether a form is on its way; no longer once it got no answer, so that it can be sent again.
 * @returns and what says that it is
 */
export function useSending(): [sending: boolean, begin: () => void] {
  const [sending, setSending] = useState(false);
  useEffect(() => {
    if (!sending) return;
    const end = () => setSending(false);
    addEventListener(UNSENT, end);
    return () => removeEventListener(UNSENT, end);
  }, [sending]);
  return [sending, () => setSending(true)];
}
