import type { Route } from "./+types/updates";
import { sha256 } from "#db/ids.ts";
import { NotFound, Refused } from "#db/refusals.ts";
import { createUpdate } from "../create-update.server.ts";
import { findDraft } from "../store/topic-drafts.server.ts";
import { findRequested, findUpdate } from "../store/topic-withdrawal.server.ts";
import { servicesContext } from "#platform/context.ts";
import { updatePayload } from "../forms/updates.ts";
import { isPlannedTimeOver, PLANNED_TIME_OVER } from "#model/updates/topic-updates.ts";
import { brandOf } from "#platform/mail/brand.ts";
import { updateMail } from "../mail/mailing.ts";
import { keepTexts } from "#platform/files/markdown/keep-markdown.ts";
import { problem, readJson } from "#web/api/json-body.ts";
import { actorOf } from "#auth/current-staff.ts";
import { staffAnswer, staffCaller } from "#web/api/staff.ts";
import type { RouteHandle } from "#values/page-query.ts";
import type { Write } from "#tenancy/audit/store/audit.server.ts";

export const handle: RouteHandle = { methods: ["POST"] };

/** The same words from the same person within this time are one request sent twice. */
const SAME_REQUEST_MS = 10 * 60_000;
/** With an Idempotency-Key of its own, a request is remembered for a day. */
const KEY_LIFE_MS = 24 * 3_600_000;

/**
 * POST /api/trust-center/updates: creates a topic update from its payload. With `approve` it is
 * published at once (201), or waits for a second person where the org wants one (202); without, it
 * waits for approval (202).
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const staff = await staffCaller(context, "updates:publish").catch((error: unknown) => error);
  if (staff instanceof Response) return staff;
  const { org, session } = staff as Awaited<ReturnType<typeof staffCaller>>;
  const { store, config, now } = context.get(servicesContext);
  const sent = await readJson(request, updatePayload({ timeZone: org.timeZone, now: now() }));
  if (sent instanceof Response) return sent;
  const by = actorOf(context, session);
  const given = request.headers.get("Idempotency-Key");
  // Beside a key of the caller's stands what came with it: the key is for that alone.
  const requestKey =
    given === null
      ? sha256(JSON.stringify([by.actor, sent]))
      : `${sha256(JSON.stringify([by.actor, given]))}.${sha256(JSON.stringify(sent))}`;
  const since = new Date(now().getTime() - (given === null ? SAME_REQUEST_MS : KEY_LIFE_MS));
  return staffAnswer(async () => {
    await keepTexts({ store, now }, org.id, { message: sent.values.message });
    const mail = updateMail(await brandOf(store.read, org, config));
    return await store.write(async (trx) => {
      const write = { trx, orgId: org.id, by, now: now() };
      const before = await findRequested(trx, org.id, requestKey.split(".")[0] ?? "", since);
      if (before !== null)
        return isAnother(before.requestKey, requestKey)
          ? problem(422, OTHER_BODY, { members: { code: "idempotency_key_reused" } })
          : answerAgain(write, before);
      if (!sent.publishNow && isPlannedTimeOver(sent.values.publishAt, write.now))
        return problem(400, PLANNED_TIME_OVER.call, {
          errors: { publishAt: [PLANNED_TIME_OVER.call] },
          members: { code: "publish_at_passed" },
        });
      const made = await createUpdate(write, org, sent, { requestKey, mail });
      if (made.state === "waiting") return waiting(made.draftId, made.topicId);
      return Response.json(made, { status: 201 });
    });
  }, notPublished);
}

const OTHER_BODY =
  "This Idempotency-Key came with another body before. Use a new key for a new update.";

/** Whether a stored request came with another body; one of before this was noted counts as the same. */
function isAnother(stored: string, sent: string): boolean {
  return stored.includes(".") && stored !== sent;
}

function notPublished(error: unknown): Response | undefined {
  if (error instanceof Refused)
    return problem(
      error.field === null ? error.status : 400,
      error.message,
      error.field === null ? {} : { errors: { [error.field]: [error.message] } },
    );
  if (error instanceof NotFound)
    return problem(400, "The topic or a product doesn’t exist", {
      errors: { topicId: ["This topic or product doesn’t exist"] },
    });
  return undefined;
}

async function answerAgain(
  { trx, orgId, now }: Omit<Write, "by">,
  before: { draftId: string } | { updateId: string },
): Promise<Response> {
  if ("draftId" in before)
    return waiting(before.draftId, (await findDraft(trx, orgId, before.draftId))?.topicId ?? null);
  const update = await findUpdate(trx, orgId, before.updateId);
  if (update === null) throw new NotFound("update");
  return Response.json(
    {
      topicId: update.topicId,
      updateId: update.id,
      publishAt: update.createdAt,
      state: update.createdAt > now.toISOString() ? "scheduled" : "published",
    },
    { status: 201 },
  );
}

function waiting(draftId: string, topicId: string | null): Response {
  return Response.json({ draftId, topicId, state: "waiting" }, { status: 202 });
}
