import {
  findKeyAnswer,
  keepKeyAnswer,
  type NamedCall,
} from "#auth/access-keys/store/key-answers.server.ts";
import type { OpenedKey } from "#auth/access-keys/open-key.server.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import type { Reader } from "#db/store.ts";
import type { NounName } from "#model/api-nouns.ts";
import { noteEntries } from "#tenancy/history/store/entry-changes.server.ts";
import { callEntry, entryCalled } from "#tenancy/history/store/external-ids.server.ts";
import { recordAudit, type Write } from "#tenancy/audit/store/audit.server.ts";
import type { Services } from "#platform/context.ts";
import { problem, readCallBody } from "#web/api/json-body.ts";
import {
  alone,
  answeredAgain,
  answerOf,
  inUse,
  nameOfCall,
  saidBy,
  sealedAnswer,
  type Said,
} from "#web/api/named-call.ts";
import type { Entry, Noun } from "./rows/row.ts";
import { foundEntry, stampOf, type FoundEntry } from "./pages.server.ts";
import { bodyOf, mustBeOfKey, type Verb } from "./writes/verb.ts";

/** A change that a key asks for. */
export interface Call {
  services: Services;
  opened: OpenedKey;
  request: Request;
  name: NounName;
  noun: Noun<Entry>;
  /** The entry of the address; null for the list's. */
  id: string | null;
}

const JSON_TYPE = { "Content-Type": "application/json" };

/**
 * Does what a call asks for, once: in one transaction with what is answered to the same call when it
 * is sent again. What is stored must be what the caller saw, and its own products' before and after.
 * @throws a problem
 */
export async function writeAnswer(call: Call, verb: Verb): Promise<Response> {
  const { request, opened, services } = call;
  const around = { timeZone: opened.org.timeZone, now: services.now() };
  const body = await readCallBody(request, bodyOf(verb, around));
  if (body instanceof Response) throw body;
  const name = nameOfCall(request);
  if (name === null) return answerOf(await done(call, verb, body.value, null));
  const named: Named = {
    owner: "staff",
    keyId: opened.key.id,
    name,
    said: saidBy(request, body.text),
  };
  return alone(named, async () => {
    const before = await findKeyAnswer(services.store.read, opened.org.id, named, services.now());
    if (before !== null) return answeredAgain(services, before, named.said);
    return answerOf(await done(call, verb, body.value, named));
  });
}

/** A call that must not be done twice, and what it says. */
type Named = NamedCall & { said: string };

async function done(call: Call, verb: Verb, body: unknown, named: Named | null): Promise<Said> {
  const { services, opened, request, noun, id } = call;
  const { store, now } = services;
  const { base, externalId, ...sent } = (body ?? {}) as {
    base?: string;
    externalId?: string | null;
  };
  const bases = basesOf(request, base);
  await mustMatch(store.read, call, bases);
  const change = await verb.judge({ services, opened, id: id ?? "" }, sent).catch(refusedAtField);
  const write = store.write(async (trx) => {
    // What was judged must still be what is stored.
    await mustMatch(trx, call, bases);
    const at = now();
    const orgId = opened.org.id;
    const changed = await change({ trx, orgId, by: opened.by, now: at });
    if (externalId !== undefined && typeof changed === "string")
      await callAnew({ trx, orgId, by: opened.by, now: at }, call, changed, externalId);
    const said =
      typeof changed === "object"
        ? { status: 202, headers: JSON_TYPE, text: JSON.stringify(changed.waiting) }
        : request.method === "DELETE"
          ? { status: 204, headers: {}, text: null }
          : saidOf(call, verb, await foundEntry(trx, opened, noun, changed));
    // Another process may have done it in between: then nothing of this stands.
    if (named !== null) {
      const kept = { bodyHash: named.said, sealed: sealedAnswer(services, said) };
      if (!(await keepKeyAnswer(trx, orgId, named, kept, at))) throw inUse();
    }
    return said;
  });
  return write.catch(refusedAtField);
}

/** What the audit calls the entries that programs have names of their own for. */
const AUDIT_NOUNS: Readonly<Partial<Record<NounName, string>>> = {
  controls: "control",
  questions: "faq-entry",
  documents: "document",
  subprocessors: "subprocessor",
  customers: "customer-list",
};

/** Has programs call an entry otherwise. @throws Refused where another entry is called so */
async function callAnew(
  write: Write,
  { opened, name, noun, id: named }: Call,
  id: string,
  externalId: string | null,
): Promise<void> {
  const { trx, orgId } = write;
  const other = externalId === null ? null : await entryCalled(trx, orgId, name, externalId);
  if (other === id) return;
  // One that was deleted needs its name no more.
  if (other !== null && (await foundEntry(trx, opened, noun, other)) !== null)
    throw new Refused("Another entry has this externalId.", "externalId");
  await callEntry(trx, orgId, { noun: name, id, externalId });
  await noteEntries(write, name, [id]);
  // A new entry is in the audit already.
  const audited = AUDIT_NOUNS[name];
  if (named !== null && audited !== undefined)
    await recordAudit(write, {
      action: `${audited}.named-by-program`,
      subject: id,
      detail: { externalId },
    });
}

/** What is answered of an entry once it is changed. @throws a 403 problem where the key may not touch it so */
function saidOf({ opened, name, id }: Call, verb: Verb, found: FoundEntry | null): Said {
  if (found === null) throw new NotFound("entry");
  const { shown, about } = found;
  if (verb.mayEmpty !== true || about?.length !== 0) mustBeOfKey(opened, about);
  return {
    status: id === null ? 201 : 200,
    headers: {
      ETag: `"${stampOf(shown)}"`,
      ...JSON_TYPE,
      ...(id === null ? { Location: `/api/v1/${name}/${shown.id}` } : {}),
    },
    text: JSON.stringify(shown),
  };
}

/**
 * The entry of an address is there for this key, its own products' alone, and what the caller saw.
 * @throws a problem: 404, 403, 412
 */
async function mustMatch(
  db: Reader,
  { opened, noun, id }: Call,
  bases: readonly (readonly string[])[],
): Promise<void> {
  if (id === null) return;
  const found = await foundEntry(db, opened, noun, id);
  if (found === null || !found.isOpen) throw new NotFound("entry");
  mustBeOfKey(opened, found.about);
  const stamp = stampOf(found.shown);
  if (bases.every((base) => base.some((one) => one === "*" || one === stamp))) return;
  throw problem(412, "This was changed since you read it. Read it again, then send your change.", {
    members: { code: "stale" },
    headers: { ETag: `"${stamp}"` },
  });
}

/**
 * The stamps of what the caller saw, which a change of an entry has to name in one way or the other.
 * @returns lists, of each of which one must be right; `*` is whatever is there
 * @throws a 428 problem
 */
function basesOf(request: Request, named: string | undefined): string[][] {
  if (request.method !== "PATCH" && request.method !== "DELETE") return [];
  const sent = request.headers.get("If-Match");
  if (sent === null && named === undefined)
    throw problem(428, "Send the ETag of what you change as If-Match.", {
      members: { code: "base_required" },
    });
  const stamps = (sent ?? "").split(",").map((one) => one.trim().replaceAll('"', ""));
  return [...(sent === null ? [] : [stamps]), ...(named === undefined ? [] : [[named]])];
}

/** What a rule refuses is said at its field, where it has one. */
export function refusedAtField(error: unknown): never {
  if (error instanceof Refused && error.field !== null)
    throw problem(error.status, error.message, { errors: { [error.field]: [error.message] } });
  throw error;
}
