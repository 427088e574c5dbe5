import type * as z from "zod";
import type { Route } from "./+types/keys-page";
import { newMemberKeySchema, revokeKeySchema } from "#auth/access-keys/forms/key-form.ts";
import {
  addMemberKey,
  listMemberKeys,
  revokeMemberKey,
} from "#auth/access-keys/store/member-keys.server.ts";
import {
  DEFAULT_KEY_END,
  KEY_BUTTONS,
  MEMBER_KEY_ENDS,
  MEMBER_KEYS_PAGE,
  MEMBER_SCOPES,
} from "#model/access-keys.ts";
import { servicesContext } from "#platform/context.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { RouteHandle } from "#values/page-query.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { type Accepted, type FormAnswer, formFailed } from "#web/forms/form.ts";
import { type PageButton, pageButton, pressed, refusedOr } from "#web/forms/page-buttons.ts";
import { KeysView, type MadeKey } from "#web/keys/keys-view.tsx";
import { shownKey } from "#web/keys/shown-key.ts";
import { unlistedHead } from "#web/portal/head.ts";
import { PlainPage } from "#web/portal/frame/plain-page.tsx";
import { useFrame } from "#web/portal/links.ts";
import { keeperOf, type Own, ownMembers, pageAt, writeAsMember } from "./account-changes.ts";

export const handle: RouteHandle = { button: KEY_BUTTONS };

/** A member's keys, and the form for a new one, while they have access. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const own = keeperOf(context, request, MEMBER_KEYS_PAGE);
  const { org, viewer } = own;
  const { store, now, config } = context.get(servicesContext);
  const memberIds = (await ownMembers(own)).map(({ id }) => id);
  const [keys, products] = await Promise.all([
    listMemberKeys(store.read, org.id, { memberIds }, now()),
    listProducts(store.read, org.id),
  ]);
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const showing = { labels: MEMBER_SCOPES, names, timeZone: org.timeZone, now: now() };
  return {
    failed: formFailed(context),
    constraint: formConstraint(newMemberKeySchema),
    page: pageAt(own, MEMBER_KEYS_PAGE),
    trial: `${config.origin}/api/v1/portal`,
    people: null,
    keys: keys.map((key) => shownKey(key, null, showing)),
    scopes: MEMBER_SCOPES.map((scope) => ({ ...scope })),
    products: grantedOf(own, products).map(({ id, name }) => ({ id, name })),
    ends: [...MEMBER_KEY_ENDS],
    defaultEnd: DEFAULT_KEY_END,
    closed:
      viewer.grants.length > 0
        ? null
        : "You can add a key while you have access to something on the portal.",
    words: {
      none: "A program can read the portal once you add a key for it.",
      name: `Name the program that uses the key. ${org.name} sees the name, too.`,
      scopes: "A key can never do more than you can on the portal.",
      products: "Select none for every product you have access to.",
    },
  };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return unlistedHead(matches, {
    title: `${loaderData?.failed ? "Error: " : ""}Your keys`,
    path: MEMBER_KEYS_PAGE,
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function action(args: Route.ActionArgs) {
  const own = keeperOf(args.context, args.request, MEMBER_KEYS_PAGE);
  const { button, answer } = await pressed(args, BUTTONS, own, {
    nameIn: (form) => form.get("intent") ?? "add",
  });
  if (!(answer instanceof Response) && "made" in answer)
    return { button, result: null, made: answer.made };
  return refusedOr({ button, answer });
}

const BUTTONS: Readonly<
  Record<"add" | "revoke", PageButton<Own, Response | FormAnswer | { made: MadeKey }>>
> = {
  add: pageButton(newMemberKeySchema, add),
  revoke: pageButton(revokeKeySchema, revoke),
};

/** The products that the member has access to. */
function grantedOf<Product extends { id: string }>(
  { viewer }: Own,
  products: readonly Product[],
): Product[] {
  return products.filter(({ id }) => viewer.grants.some(({ productId }) => productId === id));
}

async function add(
  own: Own,
  { value, refuse }: Accepted<z.output<typeof newMemberKeySchema>>,
): Promise<{ made: MadeKey } | FormAnswer> {
  const { context, org, viewer } = own;
  const { store } = context.get(servicesContext);
  if (viewer.grants.length === 0)
    return refuse({ form: ["You no longer have access. Request it, then add a key."] });
  const granted = new Set(
    grantedOf(own, await listProducts(store.read, org.id)).map(({ id }) => id),
  );
  if (value.products.some((id) => !granted.has(id)))
    return refuse({
      fields: { products: ["You don’t have access to one of these products. Choose again."] },
    });
  const key = await writeAsMember(own, (write, memberIds) =>
    addMemberKey(write, { memberId: viewer.member.id, memberIds }, value),
  );
  return { made: { name: value.name, key } };
}

async function revoke(
  own: Own,
  { value }: Accepted<z.output<typeof revokeKeySchema>>,
): Promise<Response> {
  const name = await writeAsMember(own, (write, memberIds) =>
    revokeMemberKey(write, value.keyId, { memberIds }),
  );
  return redirectWithFlash(own.context, pageAt(own, MEMBER_KEYS_PAGE), `${name} was revoked.`);
}

export default function MemberKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { org } = useFrame();
  return (
    <PlainPage title="Your keys" back={{ path: "/my-account", label: "My account" }} wide>
      <p className="mb-8 max-w-[44rem] text-muted">
        With a key, your programs read what you see here at that moment, and act for you. Your keys
        stop working when your access ends. {org.name} can see and revoke them.
      </p>
      <KeysView shown={loaderData} answer={actionData} />
    </PlainPage>
  );
}
