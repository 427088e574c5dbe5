import type { CatalogueItem } from "./item.ts";

/** Security features that customers can use in the product. */
export const PRODUCT_FEATURES: readonly CatalogueItem[] = [
  {
    uid: "ProductFeatures.sso",
    title: "Single Sign-On",
    guidance:
      "Say which protocols and identity providers work, on which plans, and whether SSO can be enforced so that passwords stop working.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "ProductFeatures.saml",
    title: "SAML",
    guidance:
      "State SAML 2.0 support, signed assertions, just-in-time provisioning and whether both SP- and IdP-initiated sign-in are possible.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.oidc",
    title: "OpenID Connect",
    guidance:
      "Name the flows supported and the providers tested, and whether claims can be mapped to roles.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.scim",
    title: "SCIM Provisioning",
    guidance:
      "Say which operations are supported (users, groups, deactivation) and how quickly a leaver loses access.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.mfa",
    title: "Multi-Factor Authentication",
    guidance:
      "List the factors (TOTP, passkeys, push) and whether administrators can require MFA for everyone. Mention SMS only if it can be turned off.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "ProductFeatures.passkeys",
    title: "Passkeys",
    guidance:
      "State whether WebAuthn is supported for sign-in and as a second factor, and whether hardware keys can be required.",
    link: true,
  },
  {
    uid: "ProductFeatures.auditLogging",
    title: "Audit Logging",
    guidance:
      "Say which events are recorded, how long they are kept, and how customers export them or stream them to a SIEM.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "ProductFeatures.rbac",
    title: "Role-Based Access Control",
    guidance:
      "List the built-in roles, whether custom roles exist and how fine-grained permissions are. A screenshot saves a question.",
    files: true,
    link: true,
    maturity: true,
  },
  {
    uid: "ProductFeatures.ipAllowListing",
    title: "IP Allow-Listing",
    guidance:
      "State whether access to the app and the API can be limited to customers’ address ranges, and on which plans.",
    link: true,
  },
  {
    uid: "ProductFeatures.sessionManagement",
    title: "Session Management",
    guidance:
      "Give idle and absolute timeouts, say whether customers can change them, and whether administrators can end sessions.",
    link: true,
  },
  {
    uid: "ProductFeatures.dataRetentionControls",
    title: "Data Retention Controls",
    guidance:
      "Explain which data customers can expire themselves, in what steps, and when it leaves backups.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.dataExport",
    title: "Data Export",
    guidance:
      "Name the formats and the way out: self-service, API or request. Exit plans depend on this answer.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.dataDeletion",
    title: "Data Deletion",
    guidance:
      "Describe how users delete single records and a whole tenant, and how long until it is irrecoverable.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.serviceLevelAgreement",
    title: "Service Level Agreement",
    guidance:
      "State the committed uptime, how it is measured, the credits, and link actual uptime history.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.supportPlans",
    title: "Support",
    guidance:
      "Give hours, channels and response targets per severity, and who can see customer data while helping.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.integrations",
    title: "Integrations",
    guidance:
      "Link the list of integrations and say which scopes they ask for and how customers can restrict them.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.apiSecurity",
    title: "API Security",
    guidance:
      "Describe authentication, token scopes, expiry and rate limits. Link the documentation rather than repeating it.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.customerManagedKeys",
    title: "Customer-Managed Keys",
    guidance:
      "Say which data the customer’s key protects, which key services work, and what happens when the key is revoked.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.dataResidency",
    title: "Data Residency",
    guidance:
      "List the regions on offer, which data stays there, and which metadata or support tools leave the region.",
    files: true,
    link: true,
  },
  {
    uid: "ProductFeatures.sandbox",
    title: "Sandbox Environment",
    guidance:
      "Say whether customers get a test tenant, what separates it from production and whether real data may be used in it.",
    link: true,
  },
  {
    uid: "ProductFeatures.teamManagement",
    title: "Team Management",
    guidance:
      "Explain how administrators invite, group, suspend and review users, and whether access reviews can be exported.",
    link: true,
  },
  {
    uid: "ProductFeatures.customDomain",
    title: "Custom Domain",
    guidance:
      "State how customers’ own domains are verified and how certificates for them are issued and renewed.",
    link: true,
  },
  {
    uid: "ProductFeatures.accessibility",
    title: "Accessibility",
    guidance:
      "State the WCAG level you build and test to, and link the accessibility statement and the latest conformance report.",
    files: true,
    link: true,
  },
];
