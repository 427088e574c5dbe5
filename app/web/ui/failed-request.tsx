import { createContext, useContext } from "react";

/** The id of the request whose failure the server renders; null: it renders none. */
export const FailedRequest = createContext<string | null>(null);

/** In a browser that runs the page's scripts: the last request that failed, if none succeeded since. */
let lastFailed: string | null = null;

/**
 * The id of the request that failed, for the page that says so. Where scripts run, it is the one of
 * the page as it came, then that of what they asked for.
 */
function useFailedRequest(): string | null {
  return useContext(FailedRequest) ?? lastFailed;
}

/** Names the request that failed, where one did. */
export function FailedRequestId({ className }: { className: string }) {
  const id = useFailedRequest();
  if (id === null) return null;
  return (
    <p className={className} data-request-id={id}>
      If you report this, include the request ID: <code>{id}</code>
    </p>
  );
}

/** From now on the ids of requests that the page's own scripts send are noted where they fail. */
export function noteFailedRequests(): void {
  const shown = document.querySelector<HTMLElement>("[data-request-id]");
  lastFailed = shown?.dataset.requestId ?? null;
  const send = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await send.apply(window, asked);
    lastFailed = answer.status >= 500 ? answer.headers.get("X-Request-Id") : null;
    return answer;
  };
}
