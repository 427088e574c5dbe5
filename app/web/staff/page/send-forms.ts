import { ANSWER_AT, ANSWER_PARAMETER, SENT_BY_SCRIPT } from "#values/sent-by-script.ts";
import { SENT, UNSENT } from "./sending.ts";

/**
 * Sends the forms of a hydrated page, so that one that gets no answer stays as it is: offline,
 * behind a proxy that answers by itself, or after too long a time. The browser would put a page of
 * its own in place of the form. With an answer the page goes where the browser would have gone.
 */

/** Longer than the server works at anything; an upload takes as long as it takes. */
const TIMEOUT_MS = 130_000;

/** How long an answer waits for one who is about to leave the page. */
const LEAVING_MS = 5_000;

let isLeaving = false;

const onTheWay = new Map<HTMLFormElement, () => void>();

/** To be called before anything else listens to the window. */
export function sendForms(): void {
  // The answer stood at this address once; the page has the address of its form.
  const here = new URL(location.href);
  if (here.searchParams.has(ANSWER_PARAMETER)) {
    here.searchParams.delete(ANSWER_PARAMETER);
    history.replaceState(history.state, "", here);
  }
  addEventListener("submit", onSubmit);
  addEventListener("beforeunload", () => {
    isLeaving = true;
  });
  // A page that Back brings to life again has sent nothing.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const release of onTheWay.values()) release();
  });
}

function onSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  const said = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
  if (said("method")?.toLowerCase() !== "post" || (said("target") ?? "_self") !== "_self") return;
  const to = new URL(said("action") || location.href, document.baseURI);
  to.hash = "";
  if (to.origin !== location.origin) return;
  event.preventDefault();
  if (!onTheWay.has(form)) void send(form, submitter, to, said("enctype"));
}

async function send(
  form: HTMLFormElement,
  button: HTMLElement | null,
  to: URL,
  encoding: string | null,
): Promise<void> {
  form.querySelector(`:scope > [${FAULT}]`)?.remove();
  const body = new FormData(form, button);
  const hasFiles = encoding?.toLowerCase() === "multipart/form-data";
  const before = button?.getAttribute("aria-disabled") ?? null;
  button?.setAttribute("aria-disabled", "true");
  const release = () => {
    onTheWay.delete(form);
    delete form.dataset.sending;
    if (before === null) button?.removeAttribute("aria-disabled");
    else button?.setAttribute("aria-disabled", before);
    form.dispatchEvent(new Event(UNSENT, { bubbles: true }));
  };
  onTheWay.set(form, release);
  form.dataset.sending = "";
  isLeaving = false;
  try {
    const answer = await fetch(to, {
      method: "POST",
      body: hasFiles ? body : asText(body),
      redirect: "manual",
      headers: { Accept: "text/html, */*;q=0.8", [SENT_BY_SCRIPT]: "yes" },
      signal: hasFiles ? null : AbortSignal.timeout(TIMEOUT_MS),
    });
    const at = answer.headers.get(ANSWER_AT);
    if (at === null) throw new NoAnswer(answer.status, await wordsOf(answer));
    // Whoever goes elsewhere meanwhile gets there, unless they are asked whether to stay, and do.
    if (isLeaving) await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
    form.dispatchEvent(new Event(SENT, { bubbles: true }));
    go(new URL(at, to));
    // A file is saved beside the page, which stays.
    if (answer.headers.has("Content-Disposition")) release();
  } catch (error) {
    release();
    console.error("Save error", error);
    sayFailed(form, error instanceof NoAnswer ? error.words : null);
  }
}

/** What came is no answer of the application's. */
class NoAnswer extends Error {
  /** What the server says in place of it; null where it is not the server that speaks. */
  readonly words: string | null;

  constructor(status: number, words: string | null) {
    super(`the form got no answer but ${status}`);
    this.words = words;
  }
}

/** The server's plain sentence, such as that its disk is full. */
async function wordsOf(answer: Response): Promise<string | null> {
  const isOurs =
    answer.headers.has("X-Request-Id") &&
    answer.headers.get("Content-Type")?.startsWith("text/plain") === true;
  return isOurs ? (await answer.text()).trim().slice(0, 300) : null;
}

/** As a browser sends a form without files. */
function asText(fields: FormData): URLSearchParams {
  const text = new URLSearchParams();
  for (const [name, value] of fields)
    text.append(name, typeof value === "string" ? value : value.name);
  return text;
}

function go(to: URL): void {
  const isHere = to.pathname + to.search === location.pathname + location.search;
  if (to.origin !== location.origin || !isHere || to.hash === "") return location.assign(to);
  // To another place of the same page the browser would only scroll.
  history.replaceState(history.state, "", to);
  location.reload();
}

const FAULT = "data-save-error";
const LOST =
  "No answer came from the server, so your changes may not be saved. What you entered is still here. Check your connection and try again.";

/** Above the form's fields, as the server would have said it. */
function sayFailed(form: HTMLFormElement, words: string | null): void {
  if (!form.isConnected) return;
  const alert = document.createElement("div");
  alert.setAttribute("role", "alert");
  alert.setAttribute(FAULT, "");
  alert.tabIndex = -1;
  alert.className = "w-full rounded-md border border-red bg-red-soft p-4 text-sm text-red";
  const title = document.createElement("p");
  title.className = "font-semibold";
  title.textContent = "Save error";
  const reason = document.createElement("p");
  reason.className = "mt-2";
  reason.textContent = words ?? LOST;
  alert.append(title, reason);
  form.prepend(alert);
  alert.focus();
}
