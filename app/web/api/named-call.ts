import type { RouterContextProvider } from "react-router";
import {
  findKeyAnswer,
  forgetKeyAnswer,
  keepKeyAnswer,
  newRun,
  saidHash,
  type KeyAnswer,
  type NamedCall,
} from "#auth/access-keys/store/key-answers.server.ts";
import type { KeyOwner } from "#auth/access-keys/rules/key-text.ts";
import { actionGuard, type ActionGuard } from "#db/action-guard.ts";
import type { Writer } from "#db/store.ts";
import { servicesContext, type Services } from "#platform/context.ts";
import { isMultipart, readMultipart } from "#platform/files/upload/multipart.ts";
import { refuseLength } from "#platform/files/upload/receive.ts";
import { sizeInWords } from "#values/file-size.ts";
import { problem, readText } from "./json-body.ts";

/*
 * Calls that have a name (Idempotency-Key): the same one sent twice, even at once, does one thing
 * and gets one answer.
 */

const SEAL = "key-answer";
/** How long the name of a call may be, in characters. */
const MAX_CALL_NAME = 255;
/** A body that has no file. */
const MAX_BYTES = 64 * 1024;
/** Calls with names that are under way in this process, by key and name. */
const underWay = new Set<string>();

/** What a call answered, as it is kept. */
export interface Said {
  status: number;
  headers: Record<string, string>;
  /** null: without a body. */
  text: string | null;
}

/** @returns the name of a call that must not be done twice; null for one without. @throws a problem */
export function nameOfCall(request: Request): string | null {
  const name = request.headers.get("Idempotency-Key");
  if (name === null || request.method !== "POST") return null;
  if (name === "" || name.length > MAX_CALL_NAME)
    throw problem(400, `Use an Idempotency-Key of 1 to ${MAX_CALL_NAME} characters.`);
  return name;
}

/** What a call says, by which it is the same one as before. @param body its text, or what stands for it */
export function saidBy({ method, url }: Request, body: string): string {
  const { pathname, search } = new URL(url);
  return saidHash(`${method} ${pathname}${search}\n${body}`);
}

/** Does the work of a call while no other of its name is under way. @throws a 409 problem */
export async function alone<T>(
  { owner, keyId, name }: NamedCall,
  work: () => Promise<T>,
): Promise<T> {
  const mark = `${owner} ${keyId} ${name}`;
  if (underWay.has(mark)) throw inUse();
  // Marked before it is looked up: a call that ended in between would be done twice.
  underWay.add(mark);
  try {
    return await work();
  } finally {
    underWay.delete(mark);
  }
}

export function inUse() {
  return problem(409, "A call with this Idempotency-Key is still running.", {
    members: { code: "idempotency_key_in_use" },
  });
}

/** The answer that the same call had. @throws the problem of another one, and of one without an answer */
export function answeredAgain(
  { key }: Pick<Services, "key">,
  { bodyHash, sealed }: KeyAnswer,
  said: string,
): Response {
  if (bodyHash !== said)
    throw problem(422, "This Idempotency-Key was used for another request.", {
      members: { code: "idempotency_key_reused" },
    });
  if (typeof sealed !== "string") {
    if (sealed.none === "running") throw inUse();
    throw problem(
      409,
      "This call was carried out, but its answer was lost. Read what it was about.",
      { members: { code: "idempotency_answer_lost" } },
    );
  }
  const answer = answerOf(JSON.parse(key.open(SEAL, sealed)) as Said);
  answer.headers.set("Idempotent-Replayed", "true");
  return answer;
}

export function sealedAnswer({ key }: Pick<Services, "key">, said: Said): string {
  return key.seal(SEAL, JSON.stringify(said));
}

export function answerOf({ status, headers, text }: Said): Response {
  return new Response(text, { status, headers });
}

/** A call by a key. */
interface Asked {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/**
 * Does the work of a call once. Where it has a name, the first transaction that writes takes a note
 * of it along, which its answer replaces. A body with files is known by its fields and the bytes of
 * its files as they come: a program that sends it again sends another boundary, and nothing is held
 * in memory.
 * @param work gets the request whose body it reads
 * @param maxFileBytes the most that its file may have, if it brings one
 * @throws a problem; UploadFault, UploadUnreadable
 */
export async function doneOnce(
  { context, request }: Asked,
  owner: KeyOwner,
  { key, org }: { key: { id: string }; org: { id: string } },
  work: (request: Request) => Promise<Response>,
  maxFileBytes = 0,
): Promise<Response> {
  const name = nameOfCall(request);
  if (name === null) return work(request);
  const services = context.get(servicesContext);
  const call = { owner, keyId: key.id, name };
  return alone(call, async () => {
    const before = await findKeyAnswer(services.store.read, org.id, call, services.now());
    if (isMultipart(request)) {
      if (before !== null)
        return answeredAgain(
          services,
          before,
          saidBy(request, await digestOf(request, maxFileBytes)),
        );
      return new Running(services, org.id, call, request).run(() => work(request));
    }
    const text = await readText(request, MAX_BYTES);
    if (text === null) throw problem(413, "The request is larger than the server accepts.");
    const said = saidBy(request, text);
    if (before !== null) return answeredAgain(services, before, said);
    const { url, method, headers, signal } = request;
    const body = text === "" ? null : text;
    const again = new Request(url, { method, headers, signal, body });
    return new Running(services, org.id, call, request, said).run(() => work(again));
  });
}

/** A call that has a name, while it works. */
class Running implements ActionGuard {
  readonly onlyShows = false;
  readonly #services: Services;
  readonly #orgId: string;
  readonly #call: NamedCall;
  readonly #request: Request;
  readonly #run = newRun();
  /** What it says; null until its body was read. */
  #said: string | null;
  #isNoted = false;
  #isUnknown = false;
  #hasEnded = false;

  constructor(
    services: Services,
    orgId: string,
    call: NamedCall,
    request: Request,
    said: string | null = null,
  ) {
    this.#services = services;
    this.#orgId = orgId;
    this.#call = call;
    this.#request = request;
    this.#said = said;
  }

  read(_fields: readonly (readonly [string, string])[], digest: string): Promise<void> {
    this.#said ??= saidBy(this.#request, digest);
    return Promise.resolve();
  }

  async before(trx: Writer): Promise<void> {
    // What it left to be done later is none of its work.
    if (this.#said === null || this.#hasEnded) return;
    this.#isNoted = true;
    // Another process does it, or has done it since this one looked: then nothing of this stands.
    if (!(await this.#keep(trx, this.#said, this.#run))) throw inUse();
  }

  unknown(): void {
    this.#isUnknown = true;
  }

  /** @throws what the work throws */
  async run(work: () => Promise<Response>): Promise<Response> {
    let answer: Response;
    try {
      answer = await actionGuard.run(this, work);
    } catch (error) {
      await this.#forget();
      throw error;
    } finally {
      this.#hasEnded = true;
    }
    if (answer.status >= 400 || this.#said === null) {
      await this.#forget();
      return answer;
    }
    const said: Said = {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: answer.body === null ? null : await answer.text(),
    };
    const [of, sealed] = [this.#said, sealedAnswer(this.#services, said)];
    await this.#services.store.write((trx) => this.#keep(trx, of, sealed), false);
    return answerOf(said);
  }

  #keep(trx: Writer, bodyHash: string, sealed: string): Promise<boolean> {
    const kept = { bodyHash, sealed, run: this.#run };
    return keepKeyAnswer(trx, this.#orgId, this.#call, kept, this.#services.now());
  }

  /** What may be saved keeps its note, which was saved with it, or not. */
  async #forget(): Promise<void> {
    if (!this.#isNoted || this.#isUnknown) return;
    await this.#services.store.write(
      (trx) => forgetKeyAnswer(trx, this.#orgId, this.#call, this.#run),
      false,
    );
  }
}

/**
 * By what a body with a file is known. Its bytes come by, and none is kept.
 * @throws a 413 problem; UploadFault, UploadUnreadable
 */
async function digestOf(request: Request, maxBytes: number): Promise<string> {
  refuseLength(request, maxBytes, 1);
  let found = "";
  const guard: ActionGuard = {
    onlyShows: false,
    read(_fields, digest) {
      found = digest;
      return Promise.resolve();
    },
    before: () => Promise.resolve(),
    unknown: () => undefined,
  };
  await actionGuard.run(guard, () =>
    readMultipart(
      request,
      { maxFiles: 1 },
      {
        field: () => undefined,
        async file({ bytes }) {
          let size = 0;
          for await (const piece of bytes) {
            size += piece.length;
            // No call did anything with a larger one, so this is another.
            if (size > maxBytes)
              throw problem(413, `The file is too large. The limit is ${sizeInWords(maxBytes)}.`);
          }
        },
      },
    ),
  );
  return found;
}
