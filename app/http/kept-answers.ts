import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { sha256 } from "#db/ids.ts";
import { ANSWER_AT, ANSWER_PARAMETER, SENT_BY_SCRIPT } from "#values/sent-by-script.ts";
import type { Packed } from "./send.ts";

/** How long an answer waits for its page: it is asked for at once. */
const KEPT_MS = 60_000;
/** Of one network, and of all together. */
const MOST_OF_ONE = 20;
const MOST = 500;
const MOST_BYTES = 32 * 1024 * 1024;

interface Kept {
  packed: Packed;
  /** Host and path that it answers. */
  place: string;
  network: string;
  bytes: number;
  timer: NodeJS.Timeout;
}

/**
 * The answers to forms that a page's script sends. A script can't open the page that answers a
 * form, so it hears where the answer stands and goes there: where a redirect leads, or the form's
 * own address, for which a page or a file is kept a moment. It is given once, as it would have been
 * given to the browser itself: with its status, its policy and its body.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /**
   * What a script is answered in place of a form's own answer.
   * @param network whose answers are given up first when there are too many
   * @returns the answer itself where no script asked
   */
  forScript(req: IncomingMessage, packed: Packed, host: string, network: string): Packed {
    if (req.method !== "POST" || req.headers[SENT_BY_SCRIPT.toLowerCase()] === undefined)
      return packed;
    const { status, headers } = packed.response;
    const location = headers.get("Location");
    const short = new Headers();
    for (const cookie of headers.getSetCookie()) short.append("Set-Cookie", cookie);
    if (status >= 300 && status < 400 && location !== null) {
      if (packed.text === null) void packed.response.body?.cancel();
      short.set(ANSWER_AT, location);
    } else {
      headers.delete("Set-Cookie");
      const name = headers.get("Content-Disposition");
      if (name !== null) short.set("Content-Disposition", name);
      short.set(ANSWER_AT, this.#keep(req.url ?? "/", packed, host, network));
    }
    return { response: new Response(null, { status: 204, headers: short }), text: null };
  }

  /**
   * The answer that a request asks for by its address, once.
   * @returns null where it names none; where it names one that is gone, a redirect to the page
   */
  take(req: IncomingMessage, host: string): Packed | null {
    const target = req.url ?? "/";
    if (req.method !== "GET" || !target.includes(`${ANSWER_PARAMETER}=`)) return null;
    const { pathname, searchParams } = new URL(target, "http://host");
    const token = searchParams.get(ANSWER_PARAMETER);
    if (token === null) return null;
    const name = sha256(token);
    const kept = this.#kept.get(name);
    if (kept?.place === `${host} ${pathname}`) {
      this.#forget(name, kept);
      return kept.packed;
    }
    searchParams.delete(ANSWER_PARAMETER);
    const rest = searchParams.size === 0 ? "" : `?${searchParams}`;
    const headers = { Location: pathname + rest };
    return { response: new Response(null, { status: 303, headers }), text: null };
  }

  #keep(target: string, packed: Packed, host: string, network: string): string {
    const token = randomBytes(32).toString("base64url");
    const name = sha256(token);
    const at = target.indexOf("?");
    const pathname = at === -1 ? target : target.slice(0, at);
    const timer = setTimeout(() => this.#giveUp(name), KEPT_MS).unref();
    const bytes = packed.text?.bytes.byteLength ?? 0;
    this.#kept.set(name, { packed, place: `${host} ${pathname}`, network, bytes, timer });
    this.#bytes += bytes;
    const own = [...this.#kept].filter(([, kept]) => kept.network === network);
    if (own.length > MOST_OF_ONE) this.#giveUp(own[0]?.[0] ?? "");
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= MOST && this.#bytes <= MOST_BYTES) break;
      this.#giveUp(oldest);
    }
    return `${target}${at === -1 ? "?" : "&"}${ANSWER_PARAMETER}=${token}`;
  }

  #forget(name: string, { bytes, timer }: Kept): void {
    clearTimeout(timer);
    this.#kept.delete(name);
    this.#bytes -= bytes;
  }

  #giveUp(name: string): void {
    const kept = this.#kept.get(name);
    if (kept === undefined) return;
    this.#forget(name, kept);
    if (kept.packed.text === null) void kept.packed.response.body?.cancel();
  }
}
