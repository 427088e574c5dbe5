import type { ColumnDataType, Kysely } from "kysely";

/**
 * The tables of the portal, its people and its records. Frozen: later changes are later files.
 * Written as a small table language so that each table reads as one line a column;
 * `text?` is nullable, `org` and `product` foreign keys carry the tenant.
 */
type Column = "text" | "text?" | "integer" | "integer?";

interface Table {
  columns: Record<string, Column>;
  primary: string[];
  unique?: string[][];
  /** [columns, table, target columns, on delete] */
  foreign?: [string[], string, string[], ("cascade" | "restrict" | "set null")?][];
  index?: string[][];
}

const org: [string[], string, string[], "cascade"] = [["orgId"], "orgs", ["id"], "cascade"];
const product: [string[], string, string[], "cascade"] = [
  ["orgId", "productId"],
  "products",
  ["orgId", "id"],
  "cascade",
];
const item: [string[], string, string[], "cascade"] = [
  ["orgId", "productId", "itemUid"],
  "items",
  ["orgId", "productId", "uid"],
  "cascade",
];
const asset = (column: string): [string[], string, string[]] => [
  ["orgId", column],
  "assets",
  ["orgId", "id"],
];

const TABLES: Record<string, Table> = {
  orgs: {
    columns: {
      id: "text",
      slug: "text",
      name: "text",
      websiteUrl: "text?",
      timeZone: "text",
      revision: "integer",
      createdAt: "text",
    },
    primary: ["id"],
    unique: [["slug"]],
  },
  publications: {
    columns: {
      id: "text",
      orgId: "text",
      publishedAt: "text",
      publishedBy: "text",
      unpublishedAt: "text?",
      unpublishedBy: "text?",
    },
    primary: ["orgId", "id"],
    foreign: [org],
  },
  domains: {
    columns: { id: "text", orgId: "text", host: "text", verifiedAt: "text?", createdAt: "text" },
    primary: ["orgId", "id"],
    unique: [["host"]],
    foreign: [org],
  },
  entitlements: {
    columns: { orgId: "text", feature: "text", switchedOffAt: "text" },
    primary: ["orgId", "feature"],
    foreign: [org],
  },
  blobs: {
    columns: { orgId: "text", hash: "text", size: "integer", createdAt: "text" },
    primary: ["orgId", "hash"],
    foreign: [org],
  },
  assets: {
    columns: {
      orgId: "text",
      id: "text",
      type: "text",
      fileName: "text",
      contentType: "text",
      blobHash: "text",
      revision: "integer",
      createdAt: "text",
    },
    primary: ["orgId", "id"],
    foreign: [org, [["orgId", "blobHash"], "blobs", ["orgId", "hash"]]],
  },
  customizations: {
    columns: {
      orgId: "text",
      revision: "integer",
      settingsJson: "text",
      logoAssetId: "text?",
      logoDarkAssetId: "text?",
      bannerAssetId: "text?",
      faviconAssetId: "text?",
      updatedAt: "text",
    },
    primary: ["orgId"],
    foreign: [
      org,
      asset("logoAssetId"),
      asset("logoDarkAssetId"),
      asset("bannerAssetId"),
      asset("faviconAssetId"),
    ],
  },
  products: {
    columns: {
      orgId: "text",
      id: "text",
      slug: "text",
      name: "text",
      position: "integer",
      show: "integer",
      isDefault: "integer",
      createdAt: "text",
    },
    primary: ["orgId", "id"],
    unique: [["orgId", "slug"]],
    foreign: [org],
  },
  productLinks: {
    columns: {
      orgId: "text",
      id: "text",
      label: "text",
      link: "text",
      show: "integer",
      position: "integer",
    },
    primary: ["orgId", "id"],
    foreign: [org],
  },
  productPages: {
    columns: {
      orgId: "text",
      productId: "text",
      revision: "integer",
      sectionOrderJson: "text?",
      cardOrderJson: "text?",
      hiddenSectionsJson: "text",
      featuredJson: "text",
    },
    primary: ["orgId", "productId"],
    foreign: [product],
  },
  cards: {
    columns: {
      orgId: "text",
      productId: "text",
      kind: "text",
      title: "text?",
      displayText: "text?",
      placeholder: "text?",
      iconAssetId: "text?",
      hiddenAt: "text?",
      hiddenBy: "text?",
    },
    primary: ["orgId", "productId", "kind"],
    foreign: [product, asset("iconAssetId")],
  },
  items: {
    columns: {
      orgId: "text",
      productId: "text",
      uid: "text",
      kind: "text",
      custom: "integer",
      title: "text",
      sortKey: "text",
      enabledState: "text",
      publicAccess: "integer",
      hiddenAt: "text?",
      hiddenBy: "text?",
      explanation: "text?",
      href: "text?",
      type: "text?",
      choice: "text?",
      maturity: "text?",
      recurrence: "text?",
      auditor: "text?",
      expiry: "text?",
      listEntriesJson: "text?",
      bridgeLetterJson: "text?",
      badgeAssetId: "text?",
      position: "integer?",
      customSlug: "text?",
      defaultSlug: "text",
      lastModifiedOn: "text",
      lastModifiedBy: "text",
    },
    primary: ["orgId", "productId", "uid"],
    unique: [["orgId", "productId", "customSlug"]],
    foreign: [
      [["orgId", "productId", "kind"], "cards", ["orgId", "productId", "kind"], "cascade"],
      asset("badgeAssetId"),
    ],
    index: [["orgId", "productId", "kind", "enabledState"]],
  },
  oldItemSlugs: {
    columns: { orgId: "text", productId: "text", slug: "text", itemUid: "text", retiredAt: "text" },
    primary: ["orgId", "productId", "slug"],
    foreign: [item],
  },
  documents: {
    columns: {
      orgId: "text",
      id: "text",
      originalName: "text",
      sortKey: "text",
      contentType: "text",
      size: "integer",
      blobHash: "text",
      type: "text",
      accessType: "text?",
      encryptedType: "text?",
      expiresOn: "text?",
      createdAt: "text",
      createdBy: "text",
    },
    primary: ["orgId", "id"],
    foreign: [org, [["orgId", "blobHash"], "blobs", ["orgId", "hash"]]],
  },
  itemDocuments: {
    columns: {
      orgId: "text",
      productId: "text",
      itemUid: "text",
      documentId: "text",
      linkedAt: "text",
      linkedBy: "text",
    },
    primary: ["orgId", "productId", "itemUid", "documentId"],
    foreign: [item, [["orgId", "documentId"], "documents", ["orgId", "id"], "cascade"]],
    index: [["orgId", "documentId"]],
  },
  companies: {
    columns: {
      orgId: "text",
      id: "text",
      source: "text",
      name: "text",
      sortKey: "text",
      domain: "text?",
      logoAssetId: "text?",
      addendumId: "text?",
    },
    primary: ["orgId", "id"],
    foreign: [org, asset("logoAssetId")],
  },
  trustedCompanies: {
    columns: {
      orgId: "text",
      productId: "text",
      id: "text",
      companyId: "text",
      href: "text?",
      position: "integer",
    },
    primary: ["orgId", "productId", "id"],
    foreign: [product, [["orgId", "companyId"], "companies", ["orgId", "id"]]],
  },
  subprocessors: {
    columns: {
      orgId: "text",
      productId: "text",
      id: "text",
      companyId: "text",
      purpose: "text?",
      location: "text?",
      additionalDetails: "text?",
      createdAt: "text",
    },
    primary: ["orgId", "productId", "id"],
    foreign: [product, [["orgId", "companyId"], "companies", ["orgId", "id"]]],
  },
  securityGrades: {
    columns: {
      orgId: "text",
      productId: "text",
      id: "text",
      provider: "text",
      label: "text",
      description: "text?",
      grade: "text?",
      url: "text?",
      position: "integer",
    },
    primary: ["orgId", "productId", "id"],
    foreign: [product],
  },
  faqEntries: {
    columns: {
      orgId: "text",
      id: "text",
      question: "text",
      answer: "text",
      comment: "text?",
      access: "text",
      favouriteAt: "text?",
      sourceType: "text",
      createdAt: "text",
      modifiedAt: "text",
    },
    primary: ["orgId", "id"],
    foreign: [org],
  },
  faqProducts: {
    columns: { orgId: "text", entryId: "text", productId: "text" },
    primary: ["orgId", "entryId", "productId"],
    foreign: [product, [["orgId", "entryId"], "faqEntries", ["orgId", "id"], "cascade"]],
  },
  topics: {
    columns: {
      orgId: "text",
      id: "text",
      subject: "text",
      category: "text",
      hiddenAt: "text?",
      pinnedAt: "text?",
      createdAt: "text",
    },
    primary: ["orgId", "id"],
    foreign: [org],
  },
  topicProducts: {
    columns: { orgId: "text", topicId: "text", productId: "text" },
    primary: ["orgId", "topicId", "productId"],
    foreign: [product, [["orgId", "topicId"], "topics", ["orgId", "id"], "cascade"]],
  },
  topicUpdates: {
    columns: {
      orgId: "text",
      id: "text",
      topicId: "text",
      message: "text",
      audience: "text",
      channelStatusPage: "integer",
      channelEmail: "integer",
      createdAt: "text",
      createdBy: "text",
    },
    primary: ["orgId", "id"],
    foreign: [[["orgId", "topicId"], "topics", ["orgId", "id"], "cascade"]],
    index: [
      ["orgId", "createdAt"],
      ["orgId", "topicId"],
    ],
  },
  permissionProfiles: {
    columns: { orgId: "text", id: "text", name: "text", allItems: "integer", createdAt: "text" },
    primary: ["orgId", "id"],
    foreign: [org],
  },
  profileItems: {
    columns: { orgId: "text", profileId: "text", productId: "text", itemUid: "text" },
    primary: ["orgId", "profileId", "productId", "itemUid"],
    foreign: [item, [["orgId", "profileId"], "permissionProfiles", ["orgId", "id"], "cascade"]],
  },
  accounts: {
    columns: {
      orgId: "text",
      id: "text",
      name: "text",
      reviewStatus: "text",
      reviewedAt: "text?",
      reviewedBy: "text?",
      createdAt: "text",
    },
    primary: ["orgId", "id"],
    foreign: [org],
  },
  members: {
    columns: {
      orgId: "text",
      id: "text",
      accountId: "text",
      email: "text",
      firstName: "text",
      lastName: "text",
      autoApproved: "integer",
      createdAt: "text",
      removedAt: "text?",
      removedBy: "text?",
    },
    primary: ["orgId", "id"],
    unique: [["orgId", "accountId", "email"]],
    foreign: [[["orgId", "accountId"], "accounts", ["orgId", "id"], "cascade"]],
    index: [["orgId", "email"]],
  },
  grants: {
    columns: {
      orgId: "text",
      id: "text",
      accountId: "text",
      productId: "text",
      profileId: "text",
      ndaRequired: "integer",
      expiresAt: "text?",
      grantedAt: "text",
      grantedBy: "text",
      revokedAt: "text?",
      revokedBy: "text?",
    },
    primary: ["orgId", "id"],
    foreign: [
      product,
      [["orgId", "accountId"], "accounts", ["orgId", "id"], "cascade"],
      [["orgId", "profileId"], "permissionProfiles", ["orgId", "id"]],
    ],
    index: [["orgId", "accountId"]],
  },
  accessRequests: {
    columns: {
      orgId: "text",
      id: "text",
      accountId: "text?",
      email: "text",
      companyName: "text",
      status: "text",
      createdAt: "text",
      decidedAt: "text?",
      decidedBy: "text?",
    },
    primary: ["orgId", "id"],
    foreign: [org, [["orgId", "accountId"], "accounts", ["orgId", "id"]]],
  },
  ndaSettings: {
    columns: { orgId: "text", provider: "text", accountWide: "integer" },
    primary: ["orgId"],
    foreign: [org],
  },
  ndaVersions: {
    columns: {
      orgId: "text",
      id: "text",
      title: "text",
      body: "text",
      hash: "text",
      publishedAt: "text",
      publishedBy: "text",
    },
    primary: ["orgId", "id"],
    foreign: [org],
  },
  ndaSignatures: {
    columns: {
      orgId: "text",
      id: "text",
      versionId: "text",
      versionHash: "text",
      accountId: "text",
      memberId: "text?",
      name: "text",
      email: "text",
      signedAt: "text",
      ip: "text?",
      userAgent: "text?",
      blobHash: "text?",
    },
    primary: ["orgId", "id"],
    foreign: [
      [["orgId", "versionId"], "ndaVersions", ["orgId", "id"]],
      [["orgId", "accountId"], "accounts", ["orgId", "id"]],
      [["orgId", "memberId"], "members", ["orgId", "id"]],
      [["orgId", "blobHash"], "blobs", ["orgId", "hash"]],
    ],
  },
  staff: {
    columns: {
      id: "text",
      email: "text",
      name: "text",
      passwordHash: "text",
      totpSecret: "text?",
      totpConfirmedAt: "text?",
      totpLastStep: "integer?",
      createdAt: "text",
    },
    primary: ["id"],
    unique: [["email"]],
  },
  staffRoles: {
    columns: { orgId: "text", staffId: "text", role: "text", grantedAt: "text", grantedBy: "text" },
    primary: ["orgId", "staffId"],
    foreign: [org, [["staffId"], "staff", ["id"], "cascade"]],
    index: [["staffId"]],
  },
  recoveryCodes: {
    columns: { id: "text", staffId: "text", codeHash: "text", createdAt: "text", usedAt: "text?" },
    primary: ["id"],
    foreign: [[["staffId"], "staff", ["id"], "cascade"]],
    index: [["staffId"]],
  },
  sessions: {
    columns: {
      tokenHash: "text",
      kind: "text",
      staffId: "text?",
      orgId: "text?",
      memberId: "text?",
      host: "text?",
      createdAt: "text",
      lastSeenAt: "text",
      expiresAt: "text",
      revokedAt: "text?",
      ip: "text?",
      userAgent: "text?",
    },
    primary: ["tokenHash"],
    foreign: [
      [["staffId"], "staff", ["id"], "cascade"],
      [["orgId", "memberId"], "members", ["orgId", "id"], "cascade"],
    ],
    index: [["staffId"], ["orgId", "memberId"], ["expiresAt"]],
  },
  setupLinks: {
    columns: { tokenHash: "text", createdAt: "text", expiresAt: "text", usedAt: "text?" },
    primary: ["tokenHash"],
  },
  audit: {
    columns: {
      id: "text",
      orgId: "text?",
      at: "text",
      actor: "text",
      actorName: "text",
      action: "text",
      subject: "text?",
      detailJson: "text?",
      ip: "text?",
    },
    primary: ["id"],
    foreign: [[["orgId"], "orgs", ["id"], "restrict"]],
    index: [["orgId", "at"]],
  },
  events: {
    columns: {
      id: "text",
      orgId: "text",
      at: "text",
      name: "text",
      viewerKind: "text",
      accountId: "text?",
      memberId: "text?",
      productId: "text?",
      itemUid: "text?",
      detailJson: "text?",
    },
    primary: ["id"],
    foreign: [org],
    index: [
      ["orgId", "at"],
      ["orgId", "name"],
    ],
  },
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, table] of Object.entries(TABLES)) {
    let builder = db.schema.createTable(name);
    for (const [column, kind] of Object.entries(table.columns)) {
      const type = kind.replace("?", "") as ColumnDataType;
      builder = builder.addColumn(column, type, (c) => {
        const required = kind.endsWith("?") ? c : c.notNull();
        return name === "orgs" && column === "revision" ? required.defaultTo(1) : required;
      });
    }
    builder = builder.addPrimaryKeyConstraint(`${name}_pk`, table.primary as never);
    (table.unique ?? []).forEach((columns, i) => {
      builder = builder.addUniqueConstraint(`${name}_unique_${i + 1}`, columns as never);
    });
    (table.foreign ?? []).forEach(([columns, target, targetColumns, onDelete], i) => {
      builder = builder.addForeignKeyConstraint(
        `${name}_fk_${i + 1}`,
        columns as never,
        target,
        targetColumns as never,
        (fk) => (onDelete ? fk.onDelete(onDelete) : fk),
      );
    });
    await builder.execute();
    for (const columns of table.index ?? []) {
      await db.schema
        .createIndex(`${name}_by_${columns.join("_")}`)
        .on(name)
        .columns(columns)
        .execute();
    }
  }
}
