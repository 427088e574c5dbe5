import { conversationTitle } from "#model/comments.ts";

/**
 * A conversation's form sends without a reload: the message stands there at once, and goes again
 * where it could not be sent. Ctrl or Cmd with Enter sends; Enter alone does nothing, and with
 * Shift it breaks the line. While there is nothing to send, the button is off.
 */
const FAILED = "Your message could not be sent. Please try again.";

export function begin(form: HTMLFormElement): void {
  const box = form.querySelector("textarea");
  if (box === null || form.dataset.begun !== undefined) return;
  form.dataset.begun = "";
  box.addEventListener("keydown", (event) => {
    // Enter that ends the composing of a word belongs to the keyboard.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if ((event.ctrlKey || event.metaKey) && box.value.trim() !== "") form.requestSubmit();
  });
  box.addEventListener("input", () => offer(form, box));
  offer(form, box);
  form.addEventListener("submit", (event) => {
    // An empty message gets the server's words.
    if (box.value.trim() === "") return;
    event.preventDefault();
    if (form.dataset.sending === undefined) void send(form, box);
  });
}

/** The button is on while there is something to send. */
function offer(form: HTMLFormElement, box: HTMLTextAreaElement): void {
  const button = form.querySelector<HTMLButtonElement>("button");
  if (button !== null) button.disabled = box.value.trim() === "";
}

async function send(form: HTMLFormElement, box: HTMLTextAreaElement): Promise<void> {
  const text = box.value;
  form.dataset.sending = "";
  form.querySelector("[data-comment-problem]")?.remove();
  const message = show(form, text.trim());
  box.value = "";
  offer(form, box);
  try {
    const { comment: address = "", item, product } = form.dataset;
    const body = JSON.stringify({ itemUid: item, productId: product, content: text });
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body,
    });
    if (!response.ok)
      throw new Error(
        ((await response.json().catch(() => ({}))) as { title?: string }).title ?? FAILED,
      );
    message.removeAttribute("aria-busy");
    message.querySelector("[data-comment-state]")?.replaceChildren("Sent at ", clock());
    count(form, 1);
  } catch (error) {
    message.remove();
    empty(form)?.removeAttribute("hidden");
    if (box.value === "") box.value = text;
    form.prepend(
      problem(error instanceof Error && !(error instanceof TypeError) ? error.message : FAILED),
    );
    box.focus();
  } finally {
    delete form.dataset.sending;
    offer(form, box);
  }
}

/** The message as it will stand, before the server has it. */
function show(form: HTMLFormElement, text: string): HTMLElement {
  const message = element(
    "li",
    "max-w-[85%] self-end rounded-lg border border-edge bg-surface px-4 py-2 text-sm",
  );
  message.setAttribute("aria-busy", "true");
  const head = element("p", "text-xs text-muted");
  const state = element("span", "", "Sending…");
  state.dataset.commentState = "";
  state.setAttribute("role", "status");
  head.append(element("strong", "font-semibold text-ink", form.dataset.author ?? ""), " ", state);
  const words = element("p", "mt-1 whitespace-pre-line [overflow-wrap:anywhere]", text);
  words.dir = "auto";
  message.append(head, words);
  empty(form)?.setAttribute("hidden", "");
  form.parentElement?.querySelector("[data-messages]")?.append(message);
  return message;
}

function problem(text: string): HTMLElement {
  const told = element("p", "rounded-md border border-red bg-red-soft p-3 text-sm text-red", text);
  told.dataset.commentProblem = "";
  told.setAttribute("role", "alert");
  return told;
}

/** One more message in the thread's title. */
function count(form: HTMLFormElement, more: number): void {
  const title = form.closest("details")?.querySelector("[data-conversation-title]");
  if (title == null) return;
  const now = Number(/\((\d+)\)/.exec(title.textContent ?? "")?.[1] ?? 0) + more;
  title.textContent = conversationTitle(now);
}

/** The time of day. */
function clock(): HTMLElement {
  const now = new Date();
  const time = element("time", "", now.toLocaleTimeString("en", { timeStyle: "short" }));
  time.setAttribute("datetime", now.toISOString());
  return time;
}

function empty(form: HTMLFormElement): Element | null {
  return form.parentElement?.querySelector("[data-conversation-empty]") ?? null;
}

function element(name: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  made.textContent = text;
  return made;
}
