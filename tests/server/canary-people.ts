import { recordAudit } from "#tenancy/audit/store/audit.server.ts";
import { updateCustomization } from "#company/settings/store/customizations.server.ts";
import { isoNow, newId, sha256 } from "#db/ids.ts";
import { createStaffSession } from "#auth/store/sessions.server.ts";
import { publishNdaVersion } from "#auth/nda/store/ndas.server.ts";
import { readEmail } from "#model/subscribers/email.ts";
import { insertSubscriber } from "#updates/subscribers/store/subscribers.server.ts";
import { issueToken } from "#updates/subscribers/store/subscription-tokens.server.ts";
import { block } from "#updates/subscribers/store/subscription-blocks.server.ts";
import { replaceProductLinks } from "#tenancy/products/store/products.server.ts";
import type { Writer } from "#db/store.ts";
import type { Canaries } from "./canaries.ts";

/**
 * Puts words in place of everything that an org says of itself and of people: names, addresses, settings,
 * the NDA, records. Sessions were made before, because nobody is found by the old address any more.
 */
export async function plantPeople(
  trx: Writer,
  orgId: string,
  org: string,
  canaries: Canaries,
  now: Date,
): Promise<void> {
  const word = (what: string, seenBy: string) => canaries.word(org, what, seenBy);
  const write = {
    trx,
    orgId,
    by: { actor: "system", actorName: word("NDA's publishedBy", "kept") },
    now,
  };
  const mine = <T extends { where: (column: "orgId", op: "=", value: string) => T }>(query: T) =>
    query.where("orgId", "=", orgId);

  await trx
    .updateTable("orgs")
    .set({
      name: word("org's name", "everyone"),
      websiteUrl: `https://example.org/${word("org's website", "everyone")}`,
    })
    .where("id", "=", orgId)
    .execute();
  await trx
    .insertInto("webpages")
    .values({
      orgId,
      id: `webpage of ${org}`,
      url: `https://www.example.org/${word("address of a webpage", "everyone")}`,
      title: word("title of a webpage", "everyone"),
      text: word("text of a webpage", "everyone"),
      bytes: 17,
      status: "failed",
      readAt: now.toISOString(),
      failedAt: now.toISOString(),
      fault: word("fault of a webpage", "kept"),
      nightsMissing: 0,
      addedAt: now.toISOString(),
    })
    .execute();
  await trx
    .insertInto("entitlements")
    .values({
      orgId,
      sealedToken: "1.none",
      featuresJson: "[]",
      expiresAt: now.toISOString(),
      setAt: now.toISOString(),
      setBy: word("who set a plan", "kept"),
      fault: "expired",
      faultedAt: now.toISOString(),
      endedAt: now.toISOString(),
    })
    .execute();
  await trx
    .insertInto("partners")
    .values({
      orgId,
      id: `partner of ${org}`,
      name: word("partner's name", "senders"),
      domain: `${word("partner's domain", "senders")}.example`,
      createdAt: now.toISOString(),
    })
    .execute();
  await updateCustomization(write, {
    portalTitle: word("portal title", "everyone"),
    description: word("description", "everyone"),
    supportMailbox: `${word("support mailbox", "public")}@example.org`,
    securityMailbox: `${word("security mailbox", "everyone")}@example.org`,
    trustedByHeader: word("trusted by header", "everyone"),
    commentsEnabled: true,
    guideUrl: `https://example.org/${word("guide", "public")}`,
    dora: {
      legalName: word("legal name for registers", "everyone"),
      registrationNumber: word("registration number", "everyone"),
      parentName: word("ultimate parent", "everyone"),
      exitNotes: word("notes of the exit", "everyone"),
    },
    requestForm: {
      jobTitleTextField: { enabled: true, label: word("label of the request form", "public") },
    },
  });
  await replaceProductLinks(trx, orgId, [
    {
      label: word("link's label", "everyone"),
      link: `https://example.org/${word("link", "everyone")}`,
      show: true,
    },
    {
      label: word("label of a link that isn't shown", "kept"),
      link: `https://example.org/${word("link that isn't shown", "kept")}`,
      show: false,
    },
  ]);
  await mine(
    trx.updateTable("assets").set({ fileName: `${word("asset's file name", "nobody")}.svg` }),
  ).execute();
  await mine(
    trx.updateTable("publications").set({ publishedBy: word("publishedBy", "kept") }),
  ).execute();
  await publishNdaVersion(write, {
    title: word("NDA's title", "signers"),
    body: word("NDA's body", "signers"),
  });
  for (const { id } of await mine(trx.selectFrom("permissionProfiles").select("id")).execute()) {
    await trx
      .updateTable("permissionProfiles")
      .set({ name: word(`profile ${id}`, "profiles") })
      .where("id", "=", id)
      .execute();
  }
  await mine(trx.updateTable("grants").set({ grantedBy: word("grantedBy", "kept") })).execute();
  await mine(
    trx.updateTable("staffRoles").set({ grantedBy: word("role's grantedBy", "kept") }),
  ).execute();

  for (const member of await mine(trx.selectFrom("members").selectAll()).execute()) {
    const of = member.email.split("@")[0] ?? "";
    await trx
      .updateTable("accounts")
      .set({
        name: word(`account's name of ${of}`, `account ${of}`),
        reviewedBy: word("reviewedBy", "kept"),
      })
      .where("id", "=", member.accountId)
      .execute();
    await trx
      .updateTable("members")
      .set({
        firstName: word(`first name of ${of}`, `member ${of}`),
        lastName: word(`last name of ${of}`, `member ${of}`),
        email: `${word(`address of ${of}`, `member ${of}`)}@example.org`,
      })
      .where("id", "=", member.id)
      .execute();
    await trx
      .updateTable("sessions")
      .set({
        ip: word(`session's ip of ${of}`, `member ${of}`),
        userAgent: word(`session's user agent of ${of}`, `member ${of}`),
      })
      .where("memberId", "=", member.id)
      .execute();
    await trx
      .insertInto("memberKeys")
      .values({
        orgId,
        id: newId(),
        memberId: member.id,
        name: word(`name of a key of ${of}`, `member ${of}`),
        secretHash: newId(),
        start: "otc_v_Ab3d",
        scopesJson: '["portal:read"]',
        productsJson: "[]",
        networksJson: "[]",
        createdAt: isoNow(now),
        expiresAt: isoNow(new Date(now.getTime() + 90 * 86_400_000)),
        revokedAt: isoNow(now),
        revokedBy: word("who revoked a member's key", "kept"),
        lastUsedAt: isoNow(now),
        lastIp: word(`from where a key of ${of} was used`, `member ${of}`),
        seenNetworksJson: "[]",
        toldNetworkAt: null,
        remindedDays: null,
      })
      .execute();
  }
  await plantRequests(trx, orgId, word, now);
  await plantConversations(trx, orgId, word, now);
  await plantSignature(trx, orgId, word, now);
  await plantSubscribers(trx, orgId, word, now);

  const staff = await trx
    .selectFrom("staffRoles")
    .innerJoin("staff", "staff.id", "staffRoles.staffId")
    .select(["staff.id", "staff.email"])
    .where("staffRoles.orgId", "=", orgId)
    .execute();
  for (const { id, email } of staff) {
    const of = email.split("@")[0] ?? "";
    await trx
      .updateTable("staff")
      .set({
        name: word(`name of staff ${of}`, `staff ${of}`),
        email: `${word(`address of staff ${of}`, `staff ${of}`)}@example.org`,
        passwordHash: word("password's hash", "nobody"),
        totpSecret: word("secret of the second factor", "nobody"),
        totpConfirmedAt: isoNow(now),
      })
      .where("id", "=", id)
      .execute();
    await trx
      .updateTable("sessions")
      .set({
        ip: word(`session's ip of ${of}`, `own ${of}`),
        userAgent: word("session's user agent", "kept"),
      })
      .where("staffId", "=", id)
      .execute();
    await trx
      .insertInto("passkeys")
      .values({
        id: newId(),
        staffId: id,
        credentialId: newId(),
        publicKey: "",
        counter: 0,
        transportsJson: "[]",
        name: word(`name of a passkey of ${of}`, `own ${of}`),
        createdAt: isoNow(now),
        lastUsedAt: null,
      })
      .execute();
  }
  await plantTeam(trx, orgId, staff[0]?.id ?? "", word, now);
  await recordAudit(
    {
      trx,
      orgId,
      by: {
        actor: "system",
        actorName: word("audit's actor", "auditors"),
        ip: word("audit's ip", "auditors"),
      },
      now,
    },
    {
      action: "org.created",
      subject: word("audit's subject", "auditors"),
      detail: { note: word("audit's detail", "auditors") },
    },
  );
  await trx
    .insertInto("traces")
    .values({
      orgId,
      id: "TRACE-CANARY",
      viewerKey: "ip:test",
      day: "2026-11-20",
      documentId: newId(),
      versionHash: "0",
      viewerKind: "public",
      createdAt: isoNow(now),
      documentName: word("trace's documentName", "kept"),
      name: word("trace's name", "kept"),
      email: word("trace's email", "kept"),
      organisation: word("trace's organisation", "kept"),
      ip: word("trace's ip", "kept"),
    })
    .execute();
  await trx
    .insertInto("events")
    .values({
      id: newId(),
      orgId,
      at: isoNow(now),
      name: "test",
      viewerKind: "public",
      detailJson: JSON.stringify({ note: word("event's detail", "kept") }),
    })
    .execute();
  await trx
    .insertInto("searchQueries")
    .values({
      id: newId(),
      orgId,
      at: isoNow(now),
      productId: newId(),
      viewerKind: "public",
      term: word("what was searched", "kept"),
      results: 0,
    })
    .execute();
}

/** A questionnaire of a member’s account with one question, which is answered, and a release. */
async function plantQuestionnaire(
  trx: Writer,
  orgId: string,
  word: (what: string, decision: string) => string,
  at: string,
): Promise<void> {
  const { hash } = await trx
    .selectFrom("blobs")
    .select("hash")
    .where("orgId", "=", orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { accountId } = await trx
    .selectFrom("invitations")
    .select("accountId")
    .where("orgId", "=", orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const id = `questionnaire of ${orgId}`;
  const sheet = word("sheet of a questionnaire", "nobody");
  await trx
    .insertInto("questionnaires")
    .values({
      orgId,
      id,
      fileName: `${word("name of a questionnaire", "team")}.xlsx`,
      blobHash: hash,
      format: "xlsx",
      shape: "own",
      fingerprint: "none",
      layoutJson: JSON.stringify({ shape: "own", blocks: [{ sheet }] }),
      accountId,
      productId: null,
      dueOn: "2026-12-24",
      note: word("note on a questionnaire", "team"),
      createdAt: at,
      createdBy: word("who added a questionnaire", "team"),
      memberId: null,
      finishedAt: null,
      finishedBy: word("who finished a questionnaire", "nobody"),
      finishedByActor: null,
      approvedAt: null,
      approvedBy: word("who approved a questionnaire", "nobody"),
    })
    .execute();
  await trx
    .insertInto("questionnaireReleases")
    .values({
      orgId,
      id: newId(),
      questionnaireId: id,
      accountId,
      blobHash: hash,
      fileName: `${word("name of a released file", "talkers")}.xlsx`,
      releasedAt: at,
      releasedBy: word("who released a file", "team"),
      replacedAt: null,
      withdrawnAt: at,
      withdrawnBy: word("who withdrew a file", "team"),
    })
    .execute();
  const question = word("question of a questionnaire", "team");
  await trx
    .insertInto("questionnaireRows")
    .values({
      orgId,
      id: newId(),
      questionnaireId: id,
      place: 1,
      sheet,
      sheetRow: 2,
      section: word("section of a questionnaire", "team"),
      externalId: word("id of a question", "team"),
      question,
      questionKey: word("key of a question", "nobody"),
      answerColumn: 1,
      commentColumn: 2,
      allowedJson: JSON.stringify([word("choice of an answer", "team")]),
      proposalsJson: JSON.stringify([
        {
          kind: "faq",
          reason: word("reason of a proposal", "team"),
          to: null,
          answer: word("proposed answer", "team"),
          comment: "",
          isSure: false,
        },
      ]),
      state: "edited",
      answer: word("answer to a questionnaire", "team"),
      comment: word("comment in a questionnaire", "team"),
      version: 2,
      changedAt: at,
      changedBy: word("who answered a question", "team"),
      assigneeId: null,
      note: word("note at a question", "team"),
      keptAs: null,
      keptEntryId: null,
      toldInternal: 0,
      draftState: null,
      draftAskedBy: null,
    })
    .execute();
  const { id: documentId } = await trx
    .selectFrom("documents")
    .select("id")
    .where("orgId", "=", orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("standingQuestionnaires")
    .values({ orgId, documentId, questionnaireId: id, format: "xlsx", shape: "own" })
    .execute();
  // Of a version that was never published: nobody has it.
  await trx
    .insertInto("standingAnswers")
    .values({
      orgId,
      documentId,
      versionHash: "none",
      place: 1,
      sheet: word("sheet of a standing answer", "nobody"),
      sheetRow: 2,
      answerColumn: 1,
      commentColumn: 2,
      allowedJson: JSON.stringify([word("choice of a standing answer", "nobody")]),
      section: word("section of a standing answer", "nobody"),
      externalId: word("id of a standing answer", "nobody"),
      question: word("question of a standing answer", "nobody"),
      answer: word("standing answer", "nobody"),
      comment: word("comment of a standing answer", "nobody"),
      sourceNoun: null,
      sourceId: null,
      sourceSaid: null,
      sourceFor: null,
    })
    .execute();
}

/** A webhook that was turned off, with what it was told last. */
async function plantWebhook(
  trx: Writer,
  orgId: string,
  word: (what: string, decision: string) => string,
  at: string,
): Promise<void> {
  await trx
    .insertInto("webhooks")
    .values({
      orgId,
      id: `webhook of ${orgId}`,
      kind: "webhook",
      name: word("webhook's name", "team"),
      sealedUrl: "1.none",
      host: `${word("webhook's host", "team")}.example`,
      sealedSecret: "1.none",
      sealedOldSecret: null,
      oldSecretUntil: null,
      typesJson: '["request.received"]',
      details: 1,
      createdAt: at,
      createdBy: word("who added a webhook", "kept"),
      nextAttemptAt: null,
      failingSince: at,
      stoppedAt: at,
      stoppedBy: word("why a webhook is off", "team"),
    })
    .execute();
  await trx
    .insertInto("webhookDeliveries")
    .values({
      orgId,
      id: newId(),
      webhookId: `webhook of ${orgId}`,
      type: "request.received",
      at,
      subjectId: "request",
      path: "/requests",
      detailsJson: JSON.stringify({ facts: { company: word("details of a message", "team") } }),
      state: "withdrawn",
      notBefore: at,
      attempts: 1,
      lastTriedAt: at,
      lastStatus: 500,
      lastAnswer: word("answer to a webhook", "team"),
    })
    .execute();
}

/** Who is asked onto the team, and what the team asks: its owners' and admins' business. */
async function plantTeam(
  trx: Writer,
  orgId: string,
  staffId: string,
  word: (what: string, seenBy: string) => string,
  now: Date,
): Promise<void> {
  const at = isoNow(now);
  const invitation = {
    orgId,
    role: "editor",
    invitedBy: staffId,
    createdAt: at,
    sentAt: at,
    expiresAt: isoNow(new Date(now.getTime() + 86_400_000)),
    acceptedAt: null,
    acceptedBy: null,
  } as const;
  const who = () => ({
    id: newId(),
    tokenHash: newId(),
    email: `${word("invited address", "team")}@example.org`,
    invitedByName: word("who invited", "team"),
  });
  await trx
    .insertInto("teamInvitations")
    .values({ ...invitation, ...who(), withdrawnAt: null, withdrawnBy: null })
    .execute();
  await trx
    .insertInto("teamInvitations")
    .values({
      ...invitation,
      id: newId(),
      tokenHash: newId(),
      email: `${word("address of a withdrawn invitation", "nobody")}@example.org`,
      invitedByName: "Somebody",
      withdrawnAt: at,
      withdrawnBy: word("who withdrew an invitation", "nobody"),
    })
    .execute();
  await trx
    .insertInto("accessKeys")
    .values({
      orgId,
      id: newId(),
      staffId,
      kind: "company",
      name: word("key's name", "team"),
      secretHash: newId(),
      start: "otc_s_Ab3d",
      scopesJson: '["content:read"]',
      productsJson: "[]",
      networksJson: "[]",
      createdAt: at,
      expiresAt: null,
      revokedAt: at,
      revokedBy: word("who revoked a key", "kept"),
      lastUsedAt: at,
      lastIp: word("from where a key was used", "team"),
      seenNetworksJson: "[]",
      toldNetworkAt: null,
      remindedDays: null,
    })
    .execute();
  await plantWebhook(trx, orgId, word, at);
  await plantQuestionnaire(trx, orgId, word, at);
  await trx
    .insertInto("twoFactorRules")
    .values({ orgId, requiredAt: at, requiredBy: word("who requires two-factor", "team") })
    .execute();
  await trx
    .insertInto("orgSuspensions")
    .values({
      orgId,
      id: newId(),
      suspendedAt: at,
      suspendedBy: word("who suspended", "nobody"),
      reason: word("reason of a suspension", "nobody"),
      resumedAt: at,
      resumedBy: word("who resumed", "nobody"),
    })
    .execute();
  // Whoever runs the installation sees every org's name: not what this test is about (installation.test.ts).
  await trx.deleteFrom("installationOwners").execute();
  const token = await createStaffSession(trx, { staffId, orgId, now });
  await trx
    .insertInto("closedSessions")
    .values({
      orgId,
      tokenHash: sha256(token),
      closedAt: at,
      closedBy: word("who ended a session", "nobody"),
    })
    .execute();
}

/** Subscribers are the publishers' business: no visitor's page, no feed and no other staff page names one. */
async function plantSubscribers(
  trx: Writer,
  orgId: string,
  word: (what: string, seenBy: string) => string,
  now: Date,
): Promise<void> {
  const write = {
    trx,
    orgId,
    by: { actor: "system", actorName: word("who blocked", "blockers") },
    now,
  };
  await trx.deleteFrom("subscribers").where("orgId", "=", orgId).execute();
  const address = readEmail(
    `${word("subscriber's address", "publishers")}@${word("subscriber's domain", "publishers")}.example`,
  );
  if (address === null) throw new Error("the canary is no address");
  const { id, email } = await insertSubscriber(write, {
    address,
    source: word("subscriber's source", "publishers"),
    state: "confirmed",
    confirmedAt: isoNow(now),
  });
  await issueToken(write, id, email);
  await block(write, `${word("blocked domain", "blockers")}.example`);
}

/** What somebody who asks says of themselves, and the rules that decide: nobody's page shows them yet. */
async function plantRequests(
  trx: Writer,
  orgId: string,
  word: (what: string, seenBy: string) => string,
  now: Date,
): Promise<void> {
  const say = (what: string) => word(`request's ${what}`, "kept");
  const texts = {
    firstName: say("first name"),
    lastName: say("last name"),
    companyName: say("company"),
    jobTitle: say("job title"),
    itemUid: say("item"),
    itemKind: say("kind"),
    source: say("source"),
    note: say("note"),
    message: say("message"),
    decidedBy: say("decidedBy"),
    ip: say("ip"),
    userAgent: say("user agent"),
  };
  await trx
    .updateTable("accessRequests")
    .set({
      ...texts,
      email: `${say("address")}@example.org`,
      emailKey: `${say("address's key")}@example.org`,
      emailDomain: `${say("domain")}.example`,
      pointOfContact: `${say("contact")}@example.org`,
      invitedBy: `${say("inviter")}@example.org`,
    })
    .where("orgId", "=", orgId)
    .execute();
  const request = await trx
    .selectFrom("accessRequests")
    .select("id")
    .where("orgId", "=", orgId)
    .limit(1)
    .executeTakeFirst();
  if (request !== undefined) {
    const decision = {
      decision: "declined",
      at: isoNow(now),
      by: "system",
      mailId: null,
      holdUntil: isoNow(now),
      beforeJson: "{}",
      undoneAt: isoNow(now),
    } as const;
    await trx
      .insertInto("accessReviews")
      .values({
        orgId,
        id: newId(),
        requestId: request.id,
        ...decision,
        byName: word("review's byName", "kept"),
        undoneBy: word("review's undoneBy", "kept"),
      })
      .execute();
    await trx
      .insertInto("requestNotes")
      .values({
        orgId,
        id: newId(),
        requestId: request.id,
        note: word("note on a request", "kept"),
        createdAt: isoNow(now),
        createdBy: word("request note's createdBy", "kept"),
      })
      .execute();
    await trx
      .insertInto("requestQuestions")
      .values({
        orgId,
        id: newId(),
        requestId: request.id,
        question: word("question about a request", "kept"),
        askedAt: isoNow(now),
        askedBy: word("question's askedBy", "kept"),
        answer: word("answer about a request", "kept"),
        answeredAt: isoNow(now),
        closedAt: null,
      })
      .execute();
  }
  const { staffId } = await trx
    .selectFrom("staffRoles")
    .select("staffId")
    .where("orgId", "=", orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("inboxViews")
    .values({
      orgId,
      id: newId(),
      staffId,
      name: word("saved view's name", "kept"),
      queryJson: JSON.stringify({ q: word("saved view's search", "kept") }),
      createdAt: isoNow(now),
    })
    .execute();
  const account = await trx
    .selectFrom("accounts")
    .select("id")
    .where("orgId", "=", orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("accountNotes")
    .values({
      orgId,
      id: newId(),
      accountId: account.id,
      note: word("note on an account", "kept"),
      createdAt: isoNow(now),
      createdBy: word("note's createdBy", "kept"),
    })
    .execute();
  await trx
    .insertInto("accessRules")
    .values({
      orgId,
      id: newId(),
      position: 99,
      matches: "domain",
      pattern: `${word("rule's domain", "kept")}.example`,
      action: "decline",
      profileId: null,
      expiresInDays: null,
      ndaRequired: 0,
      message: word("rule's message", "kept"),
      note: word("rule's note", "kept"),
      createdAt: isoNow(now),
      createdBy: word("rule's createdBy", "kept"),
      endedAt: null,
      endedBy: null,
    })
    .execute();
  const profile = await trx
    .selectFrom("permissionProfiles")
    .select("id")
    .where("orgId", "=", orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("accessPresets")
    .values({
      orgId,
      id: newId(),
      name: word("preset's name", "kept"),
      profileId: profile.id,
      expiresInDays: 90,
      ndaRequired: 1,
      createdAt: isoNow(now),
    })
    .execute();
  await trx
    .insertInto("customerDomains")
    .values({
      orgId,
      domain: `${word("customer's domain", "kept")}.example`,
      name: word("customer's name", "kept"),
      addedAt: isoNow(now),
    })
    .execute();
  await trx
    .insertInto("externalIds")
    .values({
      orgId,
      noun: "controls",
      externalId: word("program's name of an entry", "kept"),
      entryId: newId(),
    })
    .execute();
  const byoid = {
    issuer: word("issuer of tokens", "kept"),
    audience: word("audience of tokens", "kept"),
    jwksUrl: `https://example.org/${word("address of keys", "kept")}`,
    publicKey: word("public key", "kept"),
    accountClaim: word("account claim", "kept"),
    changedBy: word("who set tokens up", "kept"),
  };
  await trx
    .insertInto("byoidSettings")
    .values({
      orgId,
      ...byoid,
      enabledAt: null,
      profileId: profile.id,
      ndaRequired: 0,
      expiresInDays: null,
      changedAt: isoNow(now),
    })
    .execute();
  await trx
    .insertInto("byoidAccounts")
    .values({
      orgId,
      company: word("company of tokens", "kept"),
      accountId: account.id,
      linkedAt: isoNow(now),
    })
    .execute();
  await trx
    .insertInto("signInLinks")
    .values({
      orgId,
      id: newId(),
      memberId: null,
      email: `${word("link's address", "kept")}@example.org`,
      host: "nowhere.example",
      tokenHash: newId(),
      askedFrom: "",
      returnTo: "",
      tries: 0,
      createdAt: isoNow(now),
      expiresAt: isoNow(now),
      usedAt: null,
    })
    .execute();
}

/** Whom a member invited, and a thread about an item that the account's profile includes. */
async function plantConversations(
  trx: Writer,
  orgId: string,
  word: (what: string, seenBy: string) => string,
  now: Date,
): Promise<void> {
  await trx.deleteFrom("comments").where("orgId", "=", orgId).execute();
  const member = await trx
    .selectFrom("members")
    .innerJoin("grants", (join) =>
      join
        .onRef("grants.orgId", "=", "members.orgId")
        .onRef("grants.accountId", "=", "members.accountId"),
    )
    .select(["members.id", "members.accountId", "grants.productId"])
    .where("members.orgId", "=", orgId)
    .where((eb) =>
      eb.or([eb("grants.expiresAt", "is", null), eb("grants.expiresAt", ">", isoNow(now))]),
    )
    .orderBy("grants.grantedAt")
    .limit(1)
    .executeTakeFirstOrThrow();
  const address = `${word("invited colleague", "inviter")}@example.org`;
  await trx
    .insertInto("invitations")
    .values({
      orgId,
      id: newId(),
      accountId: member.accountId,
      memberId: member.id,
      email: address,
      emailKey: address,
      message: word("invitation's message", "kept"),
      invitedAt: isoNow(now),
      mailedAt: null,
    })
    .execute();
  const thread = {
    orgId,
    accountId: member.accountId,
    productId: member.productId,
    itemUid: "custom.included",
    createdAt: isoNow(now),
    staffId: null,
  };
  await trx
    .insertInto("comments")
    .values([
      {
        ...thread,
        id: newId(),
        memberId: member.id,
        staffName: null,
        content: word("member's comment", "talkers"),
        settledAt: isoNow(now),
        settledBy: word("who settled a comment", "kept"),
      },
      {
        ...thread,
        id: newId(),
        memberId: null,
        staffName: word("staff's name in a comment", "talkers"),
        content: word("staff's comment", "talkers"),
        settledAt: null,
        settledBy: null,
      },
    ])
    .execute();
}

async function plantSignature(
  trx: Writer,
  orgId: string,
  word: (what: string, seenBy: string) => string,
  now: Date,
): Promise<void> {
  await trx.deleteFrom("ndaSignatures").where("orgId", "=", orgId).execute();
  const version = await trx
    .selectFrom("ndaVersions")
    .select(["id", "hash"])
    .where("orgId", "=", orgId)
    .orderBy("publishedAt", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const granted = await trx
    .selectFrom("members")
    .innerJoin("grants", (join) =>
      join
        .onRef("grants.orgId", "=", "members.orgId")
        .onRef("grants.accountId", "=", "members.accountId"),
    )
    .select(["members.id", "members.accountId", "grants.expiresAt", "grants.ndaRequired"])
    .where("members.orgId", "=", orgId)
    .orderBy("grants.grantedAt")
    .execute();
  for (const { id, accountId } of granted
    .filter((member) => member.expiresAt === null || member.expiresAt > isoNow(now))
    .slice(0, 1)) {
    const values = {
      name: word("signature's name", "kept"),
      email: `${word("signature's address", "kept")}@example.org`,
      ip: word("signature's ip", "kept"),
      userAgent: word("signature's user agent", "kept"),
    };
    await trx
      .insertInto("ndaSignatures")
      .values({
        orgId,
        id: newId(),
        versionId: version.id,
        versionHash: version.hash,
        accountId,
        memberId: id,
        signedAt: isoNow(now),
        blobHash: null,
        importedAt: isoNow(now),
        importedBy: word("signature's importedBy", "kept"),
        note: word("signature's note", "kept"),
        ...values,
      })
      .execute();
  }
}
