import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { newKeySchema, revokeKeySchema } from "#auth/access-keys/forms/key-form.ts";
import {
  addKey,
  listKeys,
  revokeKey,
  type KeyList,
} from "#auth/access-keys/store/access-keys.server.ts";
import { actorOf, requireStaff, type StaffInOrg } from "#auth/current-staff.ts";
import {
  DEFAULT_KEY_END,
  KEY_ENDS,
  KEY_PAGES,
  KEY_SCOPES,
  scopesFor,
  type KeyKind,
} from "#model/access-keys.ts";
import { servicesContext } from "#platform/context.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import { formConstraint } from "#web/forms/constraint.ts";
import { type Accepted, type FormAnswer, formFailed } from "#web/forms/form.ts";
import {
  changeButton,
  type PageButton,
  pageButton,
  pressed,
  refusedOr,
  type StaffDesk,
} from "#web/forms/page-buttons.ts";
import type { MadeKey, ShownKeys } from "#web/keys/keys-view.tsx";
import { shownKey } from "#web/keys/shown-key.ts";

/** Who may see a list of keys, and which one it is: everyone their own, owners and admins all. */
async function deskOf(context: Readonly<RouterContextProvider>, kind: KeyKind) {
  const staff = await requireStaff(context, kind === "own" ? undefined : "settings:edit");
  const list: KeyList =
    kind === "own" ? { kind, staffId: staff.session.staff.id } : { kind: "company" };
  return { ...staff, context, page: KEY_PAGES[kind], kind, list };
}

type KeyDesk = StaffDesk & StaffInOrg & { kind: KeyKind; list: KeyList };

/** What a page of keys shows. */
export async function loadKeys(
  context: Readonly<RouterContextProvider>,
  kind: KeyKind,
): Promise<ShownKeys & { failed: boolean; orgName: string }> {
  const { org, role, permissions, list } = await deskOf(context, kind);
  const { store, now, config } = context.get(servicesContext);
  const [keys, products] = await Promise.all([
    listKeys(store.read, org.id, list, now()),
    listProducts(store.read, org.id),
  ]);
  const names = new Map(products.map(({ id, name }) => [id, name]));
  const showing = { labels: KEY_SCOPES, names, timeZone: org.timeZone, now: now() };
  return {
    failed: formFailed(context),
    constraint: formConstraint(newKeySchema),
    page: KEY_PAGES[kind],
    orgName: org.name,
    trial: `${config.origin}/api/v1/me`,
    people: kind === "company" ? "Added by" : null,
    keys: keys.map((key) => {
      const about = key.kind === "own" ? "for their own programs" : null;
      return shownKey(key, { name: key.staffName, about }, showing);
    }),
    scopes: scopesFor(permissions).map(({ scope, label, hint }) => ({ scope, label, hint })),
    products: products.map(({ id, name }) => ({ id, name })),
    ends: KEY_ENDS.filter((end) => end !== "never" || role === "owner"),
    defaultEnd: DEFAULT_KEY_END,
    closed: null,
    words: {
      none: "A program can use the API once you add a key for it.",
      name: "Name the program that uses the key. The audit log and the change history show the name.",
      scopes: "A key can never do more than your role allows.",
      products: "Select none for every product, including those you add later.",
    },
  };
}

/** Makes a key, or revokes one. */
export async function answerKeys(
  args: { request: Request; context: Readonly<RouterContextProvider>; pattern: string },
  kind: KeyKind,
) {
  const desk: KeyDesk = await deskOf(args.context, kind);
  const { button, answer } = await pressed(args, BUTTONS, desk, {
    nameIn: (form) => form.get("intent") ?? "add",
  });
  if (!(answer instanceof Response) && "made" in answer)
    return { button, result: null, made: answer.made };
  return refusedOr({ button, answer });
}

const BUTTONS: Readonly<
  Record<"add" | "revoke", PageButton<KeyDesk, Response | FormAnswer | { made: MadeKey }>>
> = {
  add: pageButton(newKeySchema, add),
  revoke: changeButton({
    schema: revokeKeySchema,
    run: (write, { keyId }, { list }: KeyDesk) => revokeKey(write, keyId, list),
    done: (name) => `${name} was revoked.`,
    isAlone: true,
  }),
};

async function add(
  { context, org, session, role, permissions, kind }: KeyDesk,
  { value, refuse }: Accepted<z.output<typeof newKeySchema>>,
): Promise<{ made: MadeKey } | FormAnswer> {
  const { store, now } = context.get(servicesContext);
  const offered = new Set<string>(scopesFor(permissions).map(({ scope }) => scope));
  if (value.scopes.some((scope) => !offered.has(scope)))
    return refuse({ fields: { scopes: ["Your role doesn’t allow all of this"] } });
  const products = new Set((await listProducts(store.read, org.id)).map(({ id }) => id));
  if (value.products.some((id) => !products.has(id)))
    return refuse({
      fields: { products: ["One of these products no longer exists. Choose again."] },
    });
  if (value.ends === "never" && role !== "owner")
    return refuse({ fields: { ends: ["Only owners can add keys that never expire"] } });
  const key = await store.write((trx) =>
    addKey(
      { trx, orgId: org.id, by: actorOf(context, session), now: now() },
      { kind, staffId: session.staff.id },
      value,
    ),
  );
  return { made: { name: value.name, key } };
}
