import type { Route } from "./+types/record";
import { loadTrustedBy } from "#visibility/store/companies.server.ts";
import { loadTopics } from "#visibility/store/publications.server.ts";
import { loadItemOutlines } from "#visibility/store/items.server.ts";
import type { PageScope } from "#visibility/store/scope.server.ts";
import { recordVisitorEvent } from "#tenancy/visitor-events/store/visitor-events.server.ts";
import { hostContext, servicesContext } from "#platform/context.ts";
import { apiAnswer, notPost, problem, readText } from "#web/api/json-body.ts";
import { portalRequest } from "#web/portal/scope.ts";
import { loadFaq } from "#visibility/store/faq.server.ts";
import {
  MAX_EVENT_BYTES,
  visitorEventSchema,
  type VisitorEventCall,
} from "#tenancy/visitor-events/rules/visitor-events.ts";

const DONE = { status: 204, headers: { "Cache-Control": "no-store" } };

export function loader(): Response {
  return notPost();
}

/**
 * POST {portal}/events?product: notes what a visitor did on a page. What this viewer's pages don't
 * show is not noted, and answered as if it were: nothing can be learned here. Staff are no
 * visitors.
 * @returns 204; a problem: 400 for what is no event, 413 beyond 1 KB, 429 after 60 a minute from a
 *   network
 */
export function action({ context, request }: Route.ActionArgs): Promise<Response> {
  return apiAnswer(async () => {
    if (request.method !== "POST") return notPost();
    const { store, now, limits } = context.get(servicesContext);
    await limits.consume("visitor-event", context.get(hostContext).ip);
    const { org, viewer, product, scope } = await portalRequest(context, request, {});
    const text = await readText(request, MAX_EVENT_BYTES);
    if (text === null) return problem(413, "The request is larger than the server accepts.");
    const event = eventOf(text);
    if (event === null) return problem(400, "This isn’t a valid page event.");
    if (viewer.mode !== "public" && viewer.mode !== "accountExternal")
      return new Response(null, DONE);
    const about = await shownTo(scope, event);
    if (about !== null)
      await store.write((trx) =>
        recordVisitorEvent(
          { trx, orgId: org.id, now: now() },
          { name: event.name, viewer, productId: product.id, detail: about },
        ),
      );
    return new Response(null, DONE);
  });
}

function eventOf(text: string): VisitorEventCall | null {
  try {
    const parsed = visitorEventSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** What an event is about, as its row says it; null for what this viewer's pages don't show. */
async function shownTo(
  scope: PageScope,
  event: VisitorEventCall,
): Promise<Record<string, string | boolean> | null> {
  if (event.name === "trusted-by link clicked") {
    const items = await loadItemOutlines(scope);
    const opens = items.some(
      ({ kind, state, access }) =>
        kind === "TrustedBy" && state !== "NotEnabled" && access.text === "open",
    );
    const entries = opens ? await loadTrustedBy(scope) : [];
    const entry = entries.find(({ id }) => id === event.id);
    return entry === undefined || entry.href === null
      ? null
      : { company: entry.name, href: entry.href };
  }
  const { id, open } = event;
  if ((await loadFaq(scope)).some((entry) => entry.id === id)) return { question: id, open };
  return (await loadTopics(scope)).some((topic) => topic.id === id) ? { topic: id, open } : null;
}
