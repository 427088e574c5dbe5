import type { SubmissionResult } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import { findByoid, saveByoid, type Byoid } from "#access/byoid/store/byoid.server.ts";
import { listProfiles } from "#auth/profiles/store/permission-profiles.server.ts";
import { listProducts } from "#tenancy/products/store/products.server.ts";
import type { Reader } from "#db/store.ts";
import type { Org } from "#tenancy/orgs/store/orgs.server.ts";
import { servicesContext, type Services } from "#platform/context.ts";
import { declineMessage } from "#model/access-requests/access-outcomes.ts";
import { TOKEN_FAULTS } from "#model/byoid.ts";
import { byoidSchema, testTokenSchema } from "#access/byoid/forms/byoid.ts";
import {
  countKeys,
  KeyRefused,
  readPublicKey,
  TokenRefused,
} from "#platform/integrations/identity-token.ts";
import { exemptFor } from "#platform/integrations/exemptions.ts";
import { isExempt, OutboundFailed } from "#platform/integrations/outbound.ts";
import { lookAtToken } from "#access/byoid/admit.server.ts";
import { redirectWithFlash } from "#platform/http/request/flash.ts";
import { answering, parseForm, type FormAnswer } from "#web/forms/form.ts";
import { actorOf, requireStaff } from "#auth/current-staff.ts";

interface Asked {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** What a token would lead to, in words. */
export interface Foreseen {
  isRight: boolean;
  lines: string[];
}

const answer = (
  intent: "save" | "test",
  { data: { result }, init }: FormAnswer,
  foreseen: Foreseen | null = null,
) => data({ intent, result: result as SubmissionResult | null, foreseen }, init ?? undefined);

/** Saves how tokens are checked and what they give; then says whether the keys can be read. */
export async function saveSettings({ context }: Asked, form: FormData) {
  const { org, session } = await requireStaff(context, "settings:edit");
  const submitted = parseForm(context, form, byoidSchema);
  const services = context.get(servicesContext);
  const answered = await answering(
    submitted,
    async ({ value, refuse }) => {
      const fault = faultOfKeys(services, value);
      if (fault !== null) return refuse({ fields: fault });
      await services.store.write((trx) =>
        saveByoid(
          { trx, orgId: org.id, by: actorOf(context, session), now: services.now() },
          value,
        ),
      );
      return redirectWithFlash(context, "/settings/byoid", await savedWords(services, value));
    },
    { gone: "An account, profile or product you chose was deleted. Choose another." },
  );
  return answered instanceof Response ? answered : answer("save", answered);
}

/** What is wrong with where the keys come from. Keys that came unencrypted could be anybody's. */
function faultOfKeys(
  { config }: Services,
  { jwksUrl, publicKey }: Byoid,
): Record<string, string[]> | null {
  if (jwksUrl !== null) {
    const url = new URL(jwksUrl);
    return url.protocol === "https:" ||
      isExempt(url, { allow: exemptFor(config.outboundAllow, "keys") })
      ? null
      : { jwksUrl: ["Use an https address"] };
  }
  try {
    readPublicKey(publicKey ?? "");
    return null;
  } catch (error) {
    if (error instanceof KeyRefused) return { publicKey: [error.message] };
    throw error;
  }
}

async function savedWords(services: Services, { jwksUrl, enabled }: Byoid) {
  if (jwksUrl === null || !enabled) return "Saved.";
  try {
    const count = await countKeys(services, jwksUrl);
    return `Saved. The provider publishes ${count === 1 ? "one key" : `${count} keys`}.`;
  } catch (error) {
    if (!(error instanceof OutboundFailed)) throw error;
    return {
      tone: "error" as const,
      text: `Saved, but the keys can’t be read at the moment. ${error.message}`,
    };
  }
}

/** Says what a token would lead to, and changes nothing. */
export async function testToken({ context, request }: Asked, form: FormData) {
  const { org } = await requireStaff(context, "settings:edit");
  const submitted = parseForm(context, form, testTokenSchema, { hide: ["token"] });
  if (!submitted.ok) return answer("test", submitted.answer);
  const { store } = context.get(servicesContext);
  const byoid = await findByoid(store.read, org.id);
  if (byoid === null)
    return answer("test", submitted.refuse({ form: ["Save the settings first."] }));
  const look = async ({ value }: { value: { token: string } }) => {
    const { identity, admission } = await lookAtToken(
      { context, request, org },
      byoid,
      value.token,
    );
    const who = `The token is valid. It belongs to ${[identity.firstName, identity.lastName].join(" ").trim() || "someone with no name in the token"}, ${identity.email.email}, at ${identity.companyName}.`;
    const lines = [
      who,
      ...(await wordsOf(store.read, org, byoid, admission)),
      ...(byoid.enabled ? [] : ["Signing in by token is off."]),
    ];
    return { isRight: admission.kind === "welcome", lines };
  };
  const told = await answering(submitted, look, {
    answers: (error) =>
      error instanceof TokenRefused
        ? {
            isRight: false,
            lines: [TOKEN_FAULTS[error.fault], ...(error.reason === null ? [] : [error.reason])],
          }
        : undefined,
  });
  return "lines" in told
    ? data({ intent: "test" as const, result: null, foreseen: told })
    : answer("test", told);
}

async function wordsOf(
  db: Reader,
  org: Org,
  byoid: Byoid,
  admission: Awaited<ReturnType<typeof lookAtToken>>["admission"],
): Promise<string[]> {
  switch (admission.kind) {
    case "pending":
      return ["Their account is pending review. They would see that message."];
    case "declined":
      return [
        `They would be turned away with this message: ${admission.message ?? declineMessage(admission.outcome, org.name)}`,
      ];
    case "expired":
      return [
        "Their account’s access has expired. They would see that, and could request it again.",
      ];
    case "welcome": {
      const { account, member, gives } = admission;
      const products = (await listProducts(db, org.id))
        .filter(({ id }) => gives.includes(id))
        .map(({ name }) => name);
      const profile =
        (await listProfiles(db, org.id)).find(({ id }) => id === byoid.profileId)?.name ?? "";
      const until =
        byoid.expiresInDays === null ? "with no expiry" : `for ${byoid.expiresInDays} days`;
      return [
        account === null
          ? "A new account with that name would be created."
          : `They would join the account ${account.name}.`,
        member === null ? "They would be a new member." : "They are already a member.",
        products.length === 0
          ? "The account would keep its access."
          : `The account would get the profile ${profile} in ${products.join(", ")}, ${until}, NDA ${byoid.ndaRequired ? "required" : "waived"}.`,
      ];
    }
  }
}
