import type { RouterContextProvider } from "react-router";
import {
  findAccessRequest,
  requestsOf,
  type AccessRequest,
} from "#access/access-requests/store/access-requests.server.ts";
import {
  openQuestion,
  questionsOf,
} from "#access/access-requests/store/request-questions.server.ts";
import type { OpenedMemberKey } from "#auth/access-keys/open-member-key.server.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { servicesContext } from "#platform/context.ts";
import { loadItemOutlines } from "#visibility/store/items.server.ts";
import { pageScope } from "#visibility/store/scope.server.ts";
import { problem } from "#web/api/json-body.ts";
import type { PortalAccessRequest } from "./rules/portal.ts";

type Context = Readonly<RouterContextProvider>;

/** So many are listed. */
const MOST = 20;

/** What the person of a key asked for, the newest first. */
export async function ownRequestsOf(
  context: Context,
  opened: OpenedMemberKey,
): Promise<PortalAccessRequest[]> {
  const { store } = context.get(servicesContext);
  const own = await requestsOf(store.read, opened.org.id, addressOf(opened));
  return told(context, opened, own.filter((request) => isOf(opened, request)).slice(0, MOST));
}

/** One of them. @throws a 404 problem for one that is not the person's, or not for this key */
export async function ownRequest(
  context: Context,
  opened: OpenedMemberKey,
  id: string,
): Promise<PortalAccessRequest> {
  const { store } = context.get(servicesContext);
  const request = await findAccessRequest(store.read, opened.org.id, id);
  const isOwn = request?.emailKey === addressOf(opened) && isOf(opened, request);
  const [found] = isOwn ? await told(context, opened, [request]) : [];
  if (found === undefined) throw problem(404, "Not found");
  return found;
}

function addressOf({ viewer: { member } }: OpenedMemberKey): string {
  return readEmail(member.email)?.key ?? member.email;
}

/** Whether a request is about products of the key alone. */
function isOf({ key }: OpenedMemberKey, request: AccessRequest): boolean {
  const { productIds } = key;
  const asked = productsOf(request);
  return productIds === null || (asked.length > 0 && asked.every((id) => productIds.has(id)));
}

const productsOf = ({ productIds, productId }: AccessRequest): string[] =>
  productIds ?? (productId === null ? [] : [productId]);

async function told(
  context: Context,
  { org, viewer }: OpenedMemberKey,
  requests: readonly AccessRequest[],
): Promise<PortalAccessRequest[]> {
  const { store, now } = context.get(servicesContext);
  const seen = new Set<string>();
  const about = new Set(
    requests.flatMap(({ itemUid, productId }) => (itemUid === null ? [] : [productId])),
  );
  // Named as long as the member's pages name it.
  for (const productId of about) {
    if (productId === null) continue;
    const scope = pageScope(store.read, org, productId, viewer, now());
    for (const { uid } of await loadItemOutlines(scope)) seen.add(`${productId} ${uid}`);
  }
  return Promise.all(
    requests.map(async (request) => {
      const questions = await questionsOf(store.read, org.id, request.id);
      const { id, kind, note, createdAt, itemUid, productId, holdUntil } = request;
      const isHeld = holdUntil !== null && holdUntil > now().toISOString();
      const status = isHeld ? "pending" : request.status;
      return {
        id,
        kind,
        status,
        productIds: productsOf(request),
        itemId: itemUid !== null && seen.has(`${productId} ${itemUid}`) ? itemUid : null,
        note,
        question: status === "pending" ? (openQuestion(questions)?.question ?? null) : null,
        answers: questions.flatMap(({ question, answer, answeredAt }) =>
          answer === null || answeredAt === null ? [] : [{ question, answer, answeredAt }],
        ),
        createdAt,
        decidedAt: isHeld ? null : request.decidedAt,
      };
    }),
  );
}
