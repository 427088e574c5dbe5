import { useSyncExternalStore } from "react";

/**
 * Whether scripts run: false where the server renders and where a browser runs none, true from the
 * first moment after.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function never() {
  return () => undefined;
}
