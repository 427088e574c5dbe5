import { expect, test } from "vitest";
import {
  mergeAccounts,
  removeMember,
  renameAccount,
} from "#access/accounts/store/account-changes.server.ts";
import { listRules } from "#access/access-requests/store/access-rules.server.ts";
import { moveRule } from "#access/access-requests/store/access-rule-changes.server.ts";
import { undoReview } from "#access/access-requests/store/access-undo.server.ts";
import { changeProfile } from "#access/profiles/profile-changes.server.ts";
import { NOUNS } from "#api/v1/nouns.ts";
import { grantAccess } from "#auth/accounts/store/grants.server.ts";
import { createAccount } from "#auth/accounts/store/accounts.server.ts";
import { addMember } from "#auth/accounts/store/members.server.ts";
import { saveCardTexts } from "#content/cards/store/card-edits.server.ts";
import { updateCompany } from "#content/companies/store/companies.server.ts";
import { companySubject } from "#content/companies/store/company-history.server.ts";
import { changeTypes, editDocument } from "#content/documents/store/library.server.ts";
import { linkDocuments, saveItem, unlinkDocuments } from "#content/items/store/items.server.ts";
import { deleteCustomItem } from "#content/items/store/item-edits.server.ts";
import { faqSubject } from "#content/knowledge-base/store/entry-history.server.ts";
import { favouriteFaqEntry } from "#content/knowledge-base/store/faq.server.ts";
import {
  addProduct,
  removeProduct,
  updateProduct,
} from "#content/products/store/product-changes.server.ts";
import { productsSubject } from "#content/products/store/product-history.server.ts";
import { relistSubprocessor } from "#content/subprocessors/store/subprocessor-edits.server.ts";
import {
  subprocessorsSubject,
  subprocessorSubject,
} from "#content/subprocessors/store/subprocessor-history.server.ts";
import { updateSubprocessor } from "#content/subprocessors/store/subprocessors.server.ts";
import { inOrg } from "#db/tenant.ts";
import type { NounName } from "#model/api-nouns.ts";
import { productEntryId } from "#model/entry-ids.ts";
import { SYSTEM, type Write } from "#tenancy/audit/store/audit.server.ts";
import type { AnySubject } from "#tenancy/history/store/subject.server.ts";
import { recordChange } from "#web/history/store/record-change.server.ts";
import { block } from "#updates/subscribers/store/subscription-blocks.server.ts";
import {
  hideTopic,
  pinTopic,
  showTopic,
  unpinTopic,
} from "#updates/updates/store/topics.server.ts";
import { namesOf } from "./api-names.ts";
import { openWorld } from "./world.ts";

/** What staff do to an entry, by the verb of its page; each leaves no other trace in the entry's rows. */
test("`updatedSince` finds every entry that a verb of a page changed, and only then", async () => {
  const world = await openWorld();
  const { store } = world.services;
  const { product = "", profile = "", request = "", staffKey = "" } = await namesOf(world);
  const orgId = await world.orgId("acme");
  const ids = async (noun: NounName, count = 1) =>
    (await NOUNS[noun].ids(store.read, orgId, { after: "", count })).map(({ id }) => id);
  const firstOf = async (noun: NounName) => (await ids(noun))[0] ?? "";
  const [document, question, update] = [
    await firstOf("documents"),
    await firstOf("questions"),
    await firstOf("updates"),
  ];
  const row = await inOrg(store.read, orgId)
    .selectFrom("subprocessors")
    .select(["id", "companyId"])
    .where("productId", "=", product)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const changed = (
    write: Write,
    subject: AnySubject,
    subjectId: string,
    work: () => Promise<unknown>,
  ) =>
    recordChange(
      write.trx,
      { ...write, subject, subjectId, productId: subject.name.startsWith("subp") ? product : null },
      work,
    );
  const [{ id: rule = "" } = {}] = await listRules(store.read, orgId);
  const subscriber = await inOrg(store.read, orgId)
    .selectFrom("subscribers")
    .select(["id", "email"])
    .where("state", "=", "confirmed")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const uid = "custom.listed";
  const listed = productEntryId(product, uid);
  const account = await store.write((trx) =>
    createAccount(
      { trx, orgId, by: SYSTEM, now: world.time },
      { name: "Harbor Works", reviewStatus: "approved" },
    ),
  );
  let [member, copy, other] = ["", "", ""];
  const since = async (noun: NounName) => {
    const answer = await world.ask(
      `/api/v1/${noun}?limit=200&updatedSince=${world.time.toISOString()}`,
      { headers: { authorization: `Bearer ${staffKey}` } },
    );
    expect(answer.status).toBe(200);
    const { data } = JSON.parse(answer.text) as { data: { id: string; updatedAt: string }[] };
    expect(data.filter(({ updatedAt }) => updatedAt > world.time.toISOString())).toEqual([]);
    return data.map(({ id }) => id);
  };

  const steps: [string, NounName, () => string, (write: Write) => Promise<unknown>][] = [
    [
      "facts",
      "documents",
      () => document,
      (w) => editDocument(w, document, { auditor: "A new auditor" }),
    ],
    ["types", "documents", () => document, (w) => changeTypes(w, [document], "Whitepaper")],
    [
      "link",
      "documents",
      () => document,
      async (w) => {
        const item = { uid, kind: "Reports", title: "Listed", enabledState: "Enabled" } as const;
        await saveItem(w.trx, orgId, product, item, { by: "A test", on: w.now });
        await linkDocuments(w, product, uid, [document]);
      },
    ],
    ["link, of the item", "items", () => listed, (w) => linkDocuments(w, product, uid, [document])],
    ["unlink", "documents", () => document, (w) => unlinkDocuments(w, product, uid, [document])],
    ["link again", "documents", () => document, (w) => linkDocuments(w, product, uid, [document])],
    [
      "unlink, of the item",
      "items",
      () => listed,
      (w) => unlinkDocuments(w, product, uid, [document]),
    ],
    [
      "link again, of the item",
      "items",
      () => listed,
      (w) => linkDocuments(w, product, uid, [document]),
    ],
    [
      "a card’s text",
      "cards",
      () => productEntryId(product, "Reports"),
      (w) => saveCardTexts(w, product, "Reports", { displayText: "Another text" }),
    ],
    [
      "a card hidden",
      "cards",
      () => productEntryId(product, "Reports"),
      (w) => saveCardTexts(w, product, "Reports", { hidden: true }),
    ],
    ["item deleted", "documents", () => document, (w) => deleteCustomItem(w, product, uid)],
    [
      "texts",
      "subprocessors",
      () => row.id,
      (w) =>
        changed(w, subprocessorSubject, row.id, () =>
          relistSubprocessor(w.trx, { ...w, productId: product, draft: null }, row.id, {
            purpose: "Another purpose",
          }),
        ),
    ],
    [
      "the whole list",
      "subprocessors",
      () => row.id,
      (w) =>
        changed(w, subprocessorsSubject, "", () =>
          updateSubprocessor(w.trx, orgId, product, row.id, {
            companyId: row.companyId,
            purpose: "As a file says",
            location: null,
            additionalDetails: null,
          }),
        ),
    ],
    [
      "its company",
      "subprocessors",
      () => row.id,
      (w) =>
        changed(w, companySubject, row.companyId, () =>
          updateCompany(w.trx, orgId, row.companyId, { name: "Renamed Company" }),
        ),
    ],
    [
      "a star",
      "questions",
      () => question,
      (w) =>
        changed(w, faqSubject, question, async () => {
          await favouriteFaqEntry(w.trx, orgId, question, true, w.now);
          await favouriteFaqEntry(w.trx, orgId, question, false, w.now);
          await favouriteFaqEntry(w.trx, orgId, question, !starred, w.now);
        }),
    ],
    // Whatever the first update was before: what is hidden or pinned already does not change.
    [
      "hidden",
      "updates",
      () => update,
      async (w) => {
        await showTopic(w, update);
        await hideTopic(w, update);
      },
    ],
    ["shown", "updates", () => update, (w) => showTopic(w, update)],
    [
      "pinned",
      "updates",
      () => update,
      async (w) => {
        await unpinTopic(w, update);
        await pinTopic(w, update);
      },
    ],
    ["unpinned", "updates", () => update, (w) => unpinTopic(w, update)],
    ["renamed", "accounts", () => account, (w) => renameAccount(w, account, "Harbor Works AG")],
    [
      "a member",
      "accounts",
      () => account,
      async (w) => {
        const person = { email: "new@harbor.example", firstName: "Nia", lastName: "Berg" };
        member = await addMember(w, account, person);
      },
    ],
    ["its member", "members", () => member, (w) => renameAccount(w, account, "Harbor Works AG 2")],
    [
      "a profile",
      "profiles",
      () => profile,
      (w) => changeProfile(w, profile, { name: "Renamed profile", scope: "chosen" }, () => null),
    ],
    [
      "a product’s name",
      "products",
      () => product,
      (w) =>
        changed(w, productsSubject, "", () =>
          updateProduct(w.trx, orgId, product, { name: "Renamed", slug: "renamed", show: true }),
        ),
    ],
    ["a rule’s place", "rules", () => rule, (w) => moveRule(w, rule, "down")],
    ["a block", "subscribers", () => subscriber.id, (w) => block(w, subscriber.email)],
    ["a member gone", "accounts", () => account, (w) => removeMember(w, account, member)],
    [
      "a product",
      "accounts",
      () => account,
      async (w) => {
        copy = await addProduct(w, {
          name: "Copied",
          slug: "copied",
          show: false,
          copyOf: product,
        });
        const grant = { accountId: account, productId: copy, profileId: profile };
        await grantAccess(w, { ...grant, ndaRequired: false, expiresAt: null });
      },
    ],
    [
      "a product gone",
      "accounts",
      () => account,
      (w) => removeProduct(w, copy, { confirmName: "Copied", published: true }),
    ],
    [
      "merged",
      "accounts",
      () => account,
      async (w) => {
        other = await createAccount(w, { name: "Harbor again" });
        await mergeAccounts(w, other, account);
      },
    ],
  ];
  const faq = await inOrg(store.read, orgId)
    .selectFrom("faqEntries")
    .select("favouriteAt")
    .where("id", "=", question)
    .executeTakeFirstOrThrow();
  const starred = faq.favouriteAt !== null;
  for (const [what, noun, id, verb] of steps) {
    world.time = new Date(world.time.getTime() + 1_000);
    expect([what, await since(noun)]).toEqual([what, []]);
    await store.write((trx) => verb({ trx, orgId, by: SYSTEM, now: world.time }));
    expect([what, await since(noun)]).toEqual([what, expect.arrayContaining([id()])]);
  }

  // A decision that was taken back leaves the request as it was, but for its time.
  world.time = new Date(world.time.getTime() + 1_000);
  const decided = await world.ask(`/api/v1/requests/${request}/decline`, {
    method: "POST",
    headers: { authorization: `Bearer ${staffKey}`, "content-type": "application/json" },
    body: "{}",
  });
  expect(decided.status).toBe(200);
  world.time = new Date(world.time.getTime() + 1_000);
  await store.write((trx) => undoReview({ trx, orgId, by: SYSTEM, now: world.time }, request));
  expect(await since("requests")).toEqual([request]);
});
