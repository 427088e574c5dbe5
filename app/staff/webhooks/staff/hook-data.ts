import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { actorOf, requireStaff, type StaffInOrg } from "#auth/current-staff.ts";
import { againSchema, editHookSchema } from "#company/webhooks/forms/hook-form.ts";
import { bodyFor } from "#company/webhooks/rules/chat-messages.ts";
import { sendDelivery } from "#company/webhooks/sending.server.ts";
import { newHookSecret } from "#company/webhooks/signing.server.ts";
import {
  editHook,
  findHook,
  listDeliveries,
  noteTest,
  removeHook,
  renewSecret,
  sealOf,
  sendAgain,
  startHook,
  stopHook,
  testMessage,
  type KeptHook,
  type LoggedDelivery,
} from "#company/webhooks/store/webhooks.server.ts";
import {
  CHANNELS_PAGE,
  eventLabel,
  eventsFor,
  HOOKS_PAGE,
  type HOOK_BUTTONS,
  type HookKind,
} from "#model/webhooks.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { formatMoment } from "#values/moments.ts";
import { goneBefore } from "#web/forms/button.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { type Accepted, type FormAnswer, formFailed, notFound } from "#web/forms/form.ts";
import {
  changeButton,
  NO_FIELDS,
  type PageButton,
  pageButton,
  pressed,
  refusedOr,
  type StaffDesk,
} from "#web/forms/page-buttons.ts";
import { stateOf } from "./hook-state.tsx";
import type { MadeSecret } from "./new-secret.tsx";
import { sealedUrl } from "./sealed-url.server.ts";

/** How much of an answer the page's message says. */
const SAID_CHARACTERS = 200;

/** A delivery as the log shows it, times in the organization's zone. */
export type ShownDelivery = ReturnType<typeof shownDelivery>;

/** What the page of a webhook shows. @throws the missing page */
export async function loadHook(context: Readonly<RouterContextProvider>, hookId: string) {
  const { org } = await requireStaff(context, "settings:edit");
  const { store, config, now } = context.get(servicesContext);
  const hook = await findHook(store.read, org.id, hookId);
  if (hook === null) throw notFound();
  const { oldSecretUntil } = hook;
  const isOldGood = oldSecretUntil !== null && oldSecretUntil > now().toISOString();
  return {
    failed: formFailed(context),
    constraint: formConstraint(editHookSchema),
    page: `${HOOKS_PAGE}/${hook.id}`,
    isChat: hook.kind !== "webhook",
    list: listOf(hook),
    name: hook.name,
    host: hook.host,
    types: JSON.parse(hook.typesJson) as string[],
    details: hook.details === 1,
    state: stateOf(hook, org.timeZone),
    oldSecretUntil: isOldGood ? formatMoment(oldSecretUntil, org.timeZone) : null,
    deliveries: (await listDeliveries(store.read, org.id, hook.id)).map((delivery) =>
      shownDelivery(delivery, {
        kind: hook.kind,
        origin: config.origin,
        timeZone: org.timeZone,
      }),
    ),
  };
}

function shownDelivery(
  delivery: LoggedDelivery,
  { kind, origin, timeZone }: { kind: HookKind; origin: string; timeZone: string },
) {
  const { id, type, at, state, attempts, lastTriedAt, lastStatus, lastAnswer } = delivery;
  return {
    id,
    type,
    label: eventLabel(type),
    at: { iso: at, text: formatMoment(at, timeZone) },
    state,
    attempts,
    tried: lastTriedAt === null ? null : formatMoment(lastTriedAt, timeZone),
    status: lastStatus,
    answer: lastAnswer,
    body: bodyFor(kind, delivery, origin),
  };
}

/** The list that it stands in. */
function listOf({ kind }: Pick<KeptHook, "kind">): string {
  return kind === "webhook" ? HOOKS_PAGE : CHANNELS_PAGE;
}

type HookDesk = StaffDesk & StaffInOrg & { hook: KeptHook };
type Answer = Response | FormAnswer | { made: MadeSecret };

/** Saves a webhook, or does what one of its buttons says. */
export async function answerHook(
  args: { request: Request; context: Readonly<RouterContextProvider>; pattern: string },
  hookId: string,
) {
  const { context } = args;
  const staff = await requireStaff(context, "settings:edit");
  const hook = await findHook(context.get(servicesContext).store.read, staff.org.id, hookId);
  if (hook === null) throw goneBefore("This webhook", HOOKS_PAGE);
  const desk: HookDesk = { ...staff, context, page: `${HOOKS_PAGE}/${hook.id}`, hook };
  const { button, answer } = await pressed(args, BUTTONS, desk, {
    nameIn: (form) => form.get("intent") ?? "save",
  });
  if (!(answer instanceof Response) && "made" in answer)
    return { button, result: null, made: answer.made };
  return refusedOr({ button, answer });
}

const BUTTONS: Readonly<
  Record<"save" | (typeof HOOK_BUTTONS)[number], PageButton<HookDesk, Answer>>
> = {
  save: pageButton(editHookSchema, save),
  test: pageButton(NO_FIELDS, sendTest),
  secret: pageButton(NO_FIELDS, renew),
  stop: changeButton({
    run: (write, _value, { hook }: HookDesk) => stopHook(write, hook.id),
    done: (name) => `${name} was turned off.`,
    isAlone: true,
  }),
  start: changeButton({
    run: (write, _value, { hook }: HookDesk) => startHook(write, hook.id),
    done: (name) => `${name} was turned on.`,
    isAlone: true,
  }),
  again: changeButton({
    schema: againSchema,
    run: (write, { deliveryId }, { hook }: HookDesk) => sendAgain(write, hook.id, deliveryId),
    done: "It will be sent again.",
    isAlone: true,
  }),
  remove: changeButton({
    run: (write, _value, { hook }: HookDesk) => removeHook(write, hook.id),
    done: ({ name }) => `${name} was removed.`,
    to: (_value, { kind }) => listOf({ kind }),
    isAlone: true,
  }),
};

async function save(
  { context, org, session, hook }: HookDesk,
  { value: { url, ...choices }, refuse }: Accepted<z.output<typeof editHookSchema>>,
): Promise<Answer> {
  const services = context.get(servicesContext);
  const offered = new Set<string>(eventsFor(hook.kind).map(({ type }) => type));
  if (choices.types.some((type) => !offered.has(type)))
    return refuse({ fields: { types: ["Choose from the list"] } });
  const address = url === undefined ? null : await sealedUrl(services, org.id, hook.id, url);
  if (address !== null && "fault" in address) return refuse({ fields: { url: [address.fault] } });
  const by = actorOf(context, session);
  await services.store.write((trx) =>
    editHook({ trx, orgId: org.id, by, now: services.now() }, hook.id, choices, address),
  );
  return redirectWithFlash(context, listOf(hook), `${choices.name} was saved.`);
}

/** Sends a test at once, outside of a transaction, and notes what came of it. */
async function sendTest({ context, org, session, page, hook }: HookDesk): Promise<Answer> {
  const services = context.get(servicesContext);
  await services.limits.consume("webhook-tests", org.id);
  const message = testMessage(hook, services.now());
  const tried = await sendDelivery(services, hook, message);
  const by = actorOf(context, session);
  await services.store.write((trx) =>
    noteTest({ trx, orgId: org.id, by, now: services.now() }, hook.id, message, tried),
  );
  const { ok, status, answer } = tried;
  if (ok) return redirectWithFlash(context, page, `The test arrived (${status}).`);
  const why = status === null ? answer : `${status}. ${answer}`.trim();
  const text = `The test failed: ${why.slice(0, SAID_CHARACTERS)}`;
  return redirectWithFlash(context, page, { text, tone: "error" });
}

async function renew({ context, org, session, hook }: HookDesk): Promise<Answer> {
  const { store, key, now } = context.get(servicesContext);
  // Nothing is signed for a channel.
  if (hook.kind !== "webhook") throw notFound();
  const secret = newHookSecret();
  const sealed = key.seal(sealOf(org.id, hook.id, "secret"), secret);
  const by = actorOf(context, session);
  await store.write((trx) => renewSecret({ trx, orgId: org.id, by, now: now() }, hook.id, sealed));
  return { made: { name: hook.name, secret } };
}
