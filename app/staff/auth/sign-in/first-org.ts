import type { RouterContextProvider } from "react-router";
import type * as z from "zod";
import { staffActor, type Actor } from "#tenancy/audit/store/audit.server.ts";
import { makeInstallationOwner } from "#staff/installation/store/installation-owners.server.ts";
import { createOrgWithProduct } from "#staff/installation/store/new-orgs.server.ts";
import { isSetupLink, spendSetupLink } from "#auth/store/setup-links.server.ts";
import { createStaff, findStaffByEmail, grantRole } from "#auth/store/staff.server.ts";
import { hostContext, servicesContext, type Services } from "#platform/context.ts";
import { defaultOrgSlug } from "#values/names.ts";
import { START_PAGE } from "#model/setup-guide.ts";
import type { setupSchema } from "#model/auth/forms/staff-forms.ts";
import { beginSession, type BegunSession } from "./begin-session.ts";
import { hashPassword } from "./password.ts";

/** The link was used, ran out, or there is an org now, perhaps a moment ago by a second click. */
export class LinkSpent extends Error {}

/** A value that can't be taken; `field` is the form's. */
export class SetupRefused extends Error {
  readonly field: "email" | "slug";

  constructor(field: "email" | "slug", message: string) {
    super(message);
    this.field = field;
  }
}

/** Whether a token opens the setup form. */
export async function setupLinkIsOpen(
  { store, now }: Services,
  token: string | null,
): Promise<boolean> {
  return token !== null && token.length <= 100 && isSetupLink(store.read, token, now());
}

/**
 * Spends the link and makes the first org, its default product and its owner, who also runs the
 * installation, signed in and led to the setup guide, all in one transaction. Its last step puts
 * the portal before the public.
 * @throws LinkSpent; SetupRefused when the email is taken, or no address follows from the name
 */
export async function setUp(
  asking: { request: Request; context: Readonly<RouterContextProvider> },
  token: string,
  values: z.output<typeof setupSchema>,
): Promise<BegunSession> {
  const { store, now } = asking.context.get(servicesContext);
  const { ip } = asking.context.get(hostContext);
  const slug = values.slug ?? defaultOrgSlug(values.orgName);
  if (slug === null) throw new SetupRefused("slug", "Enter a URL slug for your portal");
  const passwordHash = await hashPassword(values.password);
  return store.write(async (trx) => {
    const at = now();
    if (!(await spendSetupLink(trx, token, at))) throw new LinkSpent();
    if ((await findStaffByEmail(trx, values.email)) !== null)
      throw new SetupRefused("email", "This person already has an account.");
    const name = nameFromEmail(values.email);
    const system: Actor = { actor: "system", actorName: name, ip };
    const staffId = await createStaff(
      { trx, by: system, now: at },
      { email: values.email, name, passwordHash },
    );
    const write = { trx, by: staffActor({ id: staffId, name }, ip), now: at };
    const orgId = await createOrgWithProduct(write, { slug, name: values.orgName });
    await grantRole({ ...write, orgId }, staffId, "owner");
    await makeInstallationOwner(write, { id: staffId, email: values.email });
    return beginSession(trx, asking, { id: staffId, name, email: values.email }, START_PAGE);
  });
}

/** 'jo.doe@acme.example' as 'Jo Doe': a name until the person gives a better one. */
export function nameFromEmail(email: string): string {
  const words =
    (email.split("@")[0] ?? "")
      .split("+")[0]
      ?.split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}
