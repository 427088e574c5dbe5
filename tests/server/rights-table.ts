import {
  LIST_BUTTONS,
  PRESET_BUTTONS,
  REQUEST_BUTTONS,
} from "#access/access-requests/forms/review-forms.ts";
import { ACCOUNT_BUTTONS, MEMBER_BUTTONS } from "#access/accounts/forms/account-forms.ts";
import { ACCOUNT_BUTTONS as OWN_BUTTONS } from "#model/auth/forms/staff-forms.ts";
import { API_NOUNS } from "#model/api-nouns.ts";
import {
  QUESTION_BUTTONS,
  QUESTIONNAIRE_BUTTONS,
  STANDING_BUTTONS,
} from "#model/questionnaires.ts";
import {
  CALENDAR_BUTTONS,
  KEY_BUTTONS,
  PORTAL_CALLS,
  PORTAL_REQUEST_CALLS,
} from "#model/access-keys.ts";
import { ENTRY_BUTTONS } from "#model/knowledge-base/reviews.ts";
import { HOOK_BUTTONS } from "#model/webhooks.ts";
import { SIGN_ON_BUTTONS } from "#staff/single-sign-on/forms/single-sign-on.ts";
import { ACCESS_BUTTONS } from "#model/access-requests/access-dialog.ts";
import { ROW_BUTTONS, SORTED_ROW_BUTTONS } from "#values/list-order.ts";
import { REVIEW_BUTTONS, TOPIC_BUTTONS } from "#updates/updates/forms/updates.ts";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes.ts";

/**
 * Who gets what at every address of the product (quality.md, Isolation and rights): one row an address,
 * grouped by the route that answers there, one column a viewer, both doors. Every cell says which status,
 * where a redirect leads, and for a portal page whose face it shows. A route without a row fails the test,
 * a row without a route too, and so does a cell that no rule covers.
 */

/** The columns: how each signs in. null: not at all. */
export const VIEWERS = {
  anonymous: null,
  /** Subscribing makes no account and signs nobody in. */
  subscriber: null,
  pending: "sam@prospect.example",
  approved: "riley@customer.example",
  unsigned: "noor@unsigned.example",
  expired: "kim@expired.example",
  declined: "lee@declined.example",
  /** A member of globex who asks acme. */
  elsewhere: "alex@clinic.example",
  owner: "owner@acme.example",
  admin: "admin@acme.example",
  editor: "editor@acme.example",
  reviewer: "reviewer@acme.example",
  viewer: "viewer@acme.example",
  /** globex's owner, who asks acme. */
  staffElsewhere: "owner@globex.example",
  /** Staff who look through others' eyes: they see what those see, with their own permissions. */
  viewerAsProfile: "viewer@acme.example",
  ownerAsProfile: "owner@acme.example",
  reviewerAsAccount: "reviewer@acme.example",
  /** Editors may not know who the accounts are, so this one is a preview as the public. */
  editorAsAccount: "editor@acme.example",
  ownerAsPublic: "owner@acme.example",
} as const;
export type ViewerName = keyof typeof VIEWERS;

/** Every route of the product: its id and the whole pattern of its address, layouts without one included. */
const PATTERNS: ReadonlyMap<string, string> = new Map(
  (function patterns(entries: readonly RouteConfigEntry[], above = ""): [string, string][] {
    return entries.flatMap(({ id, file, path = "", children = [] }) => {
      const pattern = [above, path].filter(Boolean).join("/");
      return [[id ?? file.replace(/\.tsx?$/, ""), pattern], ...patterns(children, pattern)];
    });
  })(await routes),
);

/** The id of the page that answers at a path: the last one there, below its layouts. */
function routeAt(path: string): string {
  const found = [...PATTERNS].findLast(([, pattern]) => `/${pattern}` === path);
  if (found === undefined) throw new Error(`No route answers at ${path}.`);
  return found[0];
}

/** Whether a route's pages have the portal's frame, whoever they are for. */
const isOfPortal = (routeId: string) => /^(?::org|byoid)(?:\/|$)/.test(PATTERNS.get(routeId) ?? "");

/** The previews among the columns: whose session it is, and the query that asks for the preview. */
export const PREVIEWS: Readonly<Partial<Record<ViewerName, { of: ViewerName; query: string }>>> = {
  viewerAsProfile: { of: "viewer", query: "permissionProfileId={includingProfile}" },
  ownerAsProfile: { of: "owner", query: "permissionProfileId={includingProfile}" },
  reviewerAsAccount: { of: "reviewer", query: "accountId={account}" },
  editorAsAccount: { of: "editor", query: "accountId={account}" },
  ownerAsPublic: { of: "owner", query: "view=public" },
};

/** A path as a viewer asks for it: a preview adds its query. */
export function pathFor(viewer: ViewerName, path: string): string {
  const preview = PREVIEWS[viewer];
  return preview === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}${preview.query}`;
}

const everyone = Object.keys(VIEWERS) as ViewerName[];
const staff: ViewerName[] = ["owner", "admin", "editor", "reviewer", "viewer"];
const GROUPS: Readonly<Record<string, readonly ViewerName[]>> = {
  everyone,
  staff,
  signedInStaff: [...staff, "staffElsewhere"],
  members: ["pending", "approved", "unsigned", "expired", "declined"],
  /** Whose grant includes the items of the specimen profile. */
  included: ["approved", "unsigned", "viewerAsProfile", "ownerAsProfile", "reviewerAsAccount"],
  /** Those of them who have passed the NDA, or preview somebody who has. */
  passed: ["approved", "viewerAsProfile", "ownerAsProfile", "reviewerAsAccount"],
  previews: Object.keys(PREVIEWS) as ViewerName[],
  ...Object.fromEntries(everyone.map((name) => [name, [name]])),
};

/** Whose page it is: a stranger's, a signed-in member's, the owner's, or one with the banner of a preview. */
export type Face = "public" | "member" | "main" | "preview";

export interface Cell {
  status: number;
  /** How the address begins that a redirect leads to. */
  to?: string;
  face?: Face;
}

/**
 * Rules such as `everyone 404 | staff 200 main | pending 302 /sign-in`: groups or viewers, a status, then a
 * redirect's target or a page's face. A later rule wins over an earlier one.
 */
type Rules = string;

/** A path, where `{name}` stands for a specimen's id, and its cells; those of the data twin where they are not the same. */
type Row = readonly [path: string, rules: Rules, dataRules?: Rules];

export interface Address {
  /** On the default host; null: this door has no such address. */
  default: Row | null;
  /** On the org's own domain. */
  domain: Row | null;
}
export type DoorName = keyof Address;

const FACES: ReadonlySet<string> = new Set(["public", "member", "main", "preview"]);

/**
 * The cells that rules give at a route and a door. Previews are what their rules say on pages of the portal,
 * with a banner; elsewhere they are the staff member's own, and on an org's own domain a stranger's.
 * @throws for a word that is no viewer and no group
 */
export function cellsOf(
  rules: Rules,
  { route, door }: { route: string; door: DoorName },
): Partial<Record<ViewerName, Cell>> {
  const cells = ruledCells(rules);
  // A call of staff that previews has its own cell where the rules name the preview itself.
  const named = new Set(rules.split(/[|\s]+/));
  const previewed = door === "default" && isOfPortal(route);
  for (const [viewer, { of }] of Object.entries(PREVIEWS) as [ViewerName, { of: ViewerName }][]) {
    const own = cells[viewer];
    const cell =
      door === "domain" ? cells.anonymous : previewed || named.has(viewer) ? own : cells[of];
    if (cell === undefined) delete cells[viewer];
    else cells[viewer] = previewed && cell.face !== undefined ? { ...cell, face: "preview" } : cell;
  }
  return cells;
}

function ruledCells(rules: Rules): Partial<Record<ViewerName, Cell>> {
  const cells: Partial<Record<ViewerName, Cell>> = {};
  for (const rule of rules.split("|")) {
    const words = rule.trim().split(/\s+/);
    const at = words.findIndex((word) => /^\d{3}$/.test(word));
    const detail = words[at + 1];
    const cell: Cell = {
      status: Number(words[at]),
      ...(detail === undefined
        ? {}
        : FACES.has(detail)
          ? { face: detail as Face }
          : { to: detail }),
    };
    for (const word of words.slice(0, at)) {
      const names = GROUPS[word];
      if (names === undefined) throw new Error(`nobody is called ${word}`);
      for (const name of names) cells[name] = cell;
    }
  }
  return cells;
}

/** A portal address on both doors: below the slug on the default host, at the root of the own domain. */
function portal(
  path: string,
  onDefault: Rules,
  onDomain: Rules,
  data: { onDefault?: Rules; onDomain?: Rules } = {},
): Address {
  const row = (address: string, rules: Rules, dataRules: Rules | undefined): Row =>
    dataRules === undefined ? [address, rules] : [address, rules, dataRules];
  return {
    default: row(`/acme${path}`, onDefault, data.onDefault),
    domain: row(path.startsWith("/") ? path : `/${path}`, onDomain, data.onDomain),
  };
}

const PAGE = "everyone 200 public | members 200 member | staff 200 main";
const PAGE_ON_DOMAIN = "everyone 200 public | members 200 member";
const OPEN = (path: string) => portal(path, PAGE, PAGE_ON_DOMAIN);
const FILE = (path: string) => portal(path, "everyone 200", "everyone 200");
const OWNERS_ALONE = (path: string) =>
  portal(path, "everyone 404 | staff 200 main", "everyone 404");
const INCLUDED = (path: string) =>
  portal(
    path,
    "everyone 404 | included 200 member | staff 200 main",
    "everyone 404 | included 200 member",
  );
const LOCKED = (path: string) =>
  portal(
    path,
    "everyone 302 /acme?loginRequest=true | included 200 member | staff 200 main",
    "everyone 302 /?loginRequest=true | included 200 member",
  );
/** Bulk download is offered to members alone: staff have the library, and see the dialog in a preview as one. */
const BULK = (path: string) =>
  portal(
    path,
    "everyone 404 | members 200 member | viewerAsProfile ownerAsProfile reviewerAsAccount 200 member",
    "everyone 404 | members 200 member",
  );
/** Where strangers are led who want to send data to a partner. */
const TO_LOGIN = "?loginRequest=true&source=account&redirectTo=%2Fsend-data";
/** The bridge letter of an item that the specimen profile includes: behind the NDA, and locked for everyone else as documents are. */
const LETTER = (path: string, isPage = true) => {
  const [member, main] = isPage ? [" member", " main"] : ["", ""];
  const signs = (base: string) =>
    `unsigned 302 ${base}/nda?returnTo=${encodeURIComponent(`${base}${path}`)}`;
  const onDefault = `everyone 302 /acme?loginRequest=true | passed 200${member} | ${signs("/acme")} | staff 200${main}${isPage ? "" : " | viewer viewerAsProfile 403"}`;
  const onDomain = `everyone 302 /?loginRequest=true | approved 200${member} | ${signs("")}`;
  // What is served as bytes is not there as data.
  return portal(
    path,
    onDefault,
    onDomain,
    isPage
      ? {}
      : {
          onDefault: onDefault.replaceAll(" 200", " 404"),
          onDomain: onDomain.replaceAll(" 200", " 404"),
        },
  );
};
/** A staff dialog over a page: who is not signed in is asked to, everyone but editors gets what an unknown page gives. */
const EDITS = (path: string) =>
  portal(
    path,
    "everyone 404 | anonymous subscriber elsewhere 303 /sign-in | owner admin editor 200 main",
    "everyone 404",
  );
const NO_EDIT = (path: string) =>
  portal(path, "everyone 404 | anonymous subscriber elsewhere 303 /sign-in", "everyone 404");
const NOBODY = (path: string) => portal(path, "everyone 404", "everyone 404");

/**
 * The twins of a page: open to all at one address; at another the owner's alone, or nobody's; at a third one those
 * to whom it is not locked.
 */
function twins(page: string, open: string, closed: string, locked: string | null = null) {
  const rows = (format: string) => [
    FILE(`${open}.${format}`),
    closed.includes("No+Such")
      ? NOBODY(closed.replace("FORMAT", format))
      : portal(closed.replace("FORMAT", format), "everyone 404 | staff 200", "everyone 404"),
    ...(locked === null
      ? []
      : [
          portal(
            locked.replace("FORMAT", format),
            "everyone 404 | included 200 | staff 200",
            "everyone 404 | included 200",
          ),
        ]),
  ];
  return Object.fromEntries(
    ["json", "md"].map((format) => [`portal/twins/portal/twin#${page}.${format}`, rows(format)]),
  );
}

/** The files of the specimens at one address: open to all, locked, hidden, view-only, an unfinished item's, and those that are not there. */
function files(
  below: string,
  {
    page = false,
    download = false,
    viewOnly,
  }: { page?: boolean; download?: boolean; viewOnly: readonly [Rules, Rules] },
): Address[] {
  const face = (name: Face) => (page ? ` ${name}` : "");
  const lacks = download ? " | viewer viewerAsProfile 403" : "";
  const members = ` | unsigned 403 | passed 200${face("member")}`;
  const own = `${members} | staff 200${face("main")}${lacks}`;
  // What is served as bytes is not there as data.
  const address = (path: string, onDefault: Rules, onDomain: Rules) =>
    portal(
      `/documents/${path}${below}`,
      onDefault,
      onDomain,
      page
        ? {}
        : {
            onDefault: onDefault.replaceAll(" 200", " 404"),
            onDomain: onDomain.replaceAll(" 200", " 404"),
          },
    );
  return [
    page
      ? OPEN(`/documents/{openFile}${below}`)
      : address("{openFile}", `everyone 200${lacks}`, "everyone 200"),
    address(
      "{lockedFile}",
      `everyone 302 /acme?loginRequest=true${own}`,
      `everyone 302 /?loginRequest=true${members}`,
    ),
    address("{hiddenFile}", `everyone 404${own}`, `everyone 404${members}`),
    address(
      "{draftFile}",
      `everyone 404 | staff 200${face("main")}${lacks} | previews 404`,
      "everyone 404",
    ),
    address("{viewOnlyFile}", ...viewOnly),
    NOBODY(`/documents/{globexFile}${below}`),
    NOBODY(`/documents/nothing${below}`),
  ];
}

/** An address of the private area: on an org's own domain there is none. */
const area = (path: string, rules: Rules): Address => ({
  default: [path, rules],
  domain: [path, "everyone 404"],
});
/** Another page answers at the same path on an org's own domain. */
const onDefaultAlone = (address: Address): Address => ({ ...address, domain: null });
const toSignIn = (path: string) => `everyone 303 /sign-in?redirectTo=${encodeURIComponent(path)}`;

/** The API of staff: a session of staff is one on the default host alone. */
const ofStaff = (path: string, onDefault: Rules, onDomain: Rules): Address => ({
  default: [path, onDefault],
  domain: [path, onDomain],
});
/** For those who publish updates in acme; to staff of elsewhere its things are not there. The sign-in leads back to the address as it was asked for. */
const PUBLISHERS = (path: string) =>
  area(path, "everyone 303 /sign-in | staff 403 | owner admin editor 200 | staffElsewhere 404");
/** What is not there for acme's publishers; what is globex's is there for its owner. */
const PUBLISHERS_NOT_FOUND = (path: string, isGlobex = false) =>
  area(
    path,
    `everyone 303 /sign-in | staff 403 | owner admin editor 404 | staffElsewhere ${isGlobex ? 200 : 404}`,
  );

/** For those who decide about access to acme; and what is not there for them. */
const REVIEWERS = (path: string) =>
  area(path, "everyone 303 /sign-in | staff 403 | owner admin reviewer 200 | staffElsewhere 404");
const REVIEWERS_NOT_FOUND = (path: string) =>
  area(path, "everyone 303 /sign-in | staff 403 | owner admin reviewer staffElsewhere 404");

/** The addresses of a page's buttons, which its own module answers. */
function buttonsOf(
  page: string,
  buttons: readonly string[],
  addressesOf: (button: string) => readonly Address[],
) {
  return Object.fromEntries(
    buttons.map((button) => [`${page}#${button}`, addressesOf(button)] as const),
  );
}

const LAKE = "/product/Acme+Data+Lake";
const LATER = "/product/Acme+Later";

/** An edit dialog at both of its mounts: over the default product's page, and over another's. */
function editing(
  id: string,
  path: string,
  { lake = path, more = [] }: { lake?: string; more?: readonly Address[] } = {},
): [string, readonly Address[]][] {
  return [
    [id, [EDITS(`/edit/${path}`), ...more]],
    [
      `portal/product/${id}`,
      [EDITS(`${LAKE}/edit/${lake}`), NO_EDIT(`/product/No+Such/edit/${path}`)],
    ],
  ];
}

/** The addresses of the buttons of a list's dialog, at both mounts. */
const editingButtons = (id: string, path: string, buttons: readonly string[]) =>
  buttons.flatMap((button) => editing(`${id}#${button}`, `${path}/${button}`));

/** A file of staff's beside an edit dialog: no page, so it has no face. */
const EXPORTS = (path: string) =>
  portal(
    path,
    "everyone 404 | anonymous subscriber elsewhere 303 /sign-in | owner admin editor 200",
    "everyone 404",
  );
/** A list of a product by the API of those who edit: globex's is there for its owner alone. */
const listApi = (path: string) => [
  ofStaff(
    `/api/trust-center/products/{platform}/${path}`,
    "everyone 401 | staff 403 | owner admin editor 200 | staffElsewhere 404",
    "everyone 401",
  ),
  ofStaff(
    `/api/trust-center/products/no-such-product/${path}`,
    "everyone 401 | staff 403 | owner admin editor staffElsewhere 404",
    "everyone 401",
  ),
];

/** Every route of routes.ts by its id, with the addresses that show its rules. */
export const RIGHTS: Readonly<Record<string, readonly Address[]>> = {
  "api/healthz": [
    { default: ["/healthz", "everyone 200"], domain: ["/healthz", "everyone 200", "everyone 404"] },
  ],
  "api/readyz": [
    { default: ["/readyz", "everyone 200"], domain: ["/readyz", "everyone 200", "everyone 404"] },
  ],
  "api/allowed-domain": [
    {
      default: ["/api/domains/allowed?domain=trust.acme.example", "everyone 200"],
      domain: ["/api/domains/allowed?domain=trust.acme.example", "everyone 200"],
    },
    {
      default: ["/api/domains/allowed?domain=trust.example.com", "everyone 404"],
      domain: ["/api/domains/allowed", "everyone 404"],
    },
  ],
  "portal/front": [{ default: ["/", "everyone 302 /acme"], domain: null }],
  "portal/site/portal/robots-default": [{ default: ["/robots.txt", "everyone 200"], domain: null }],
  "portal/site/portal/security-txt-default": [
    { default: ["/.well-known/security.txt", "everyone 200"], domain: null },
  ],
  "updates/mail-log/api/resend-webhook": [
    {
      default: ["/api/mail/resend/webhook", "everyone 405"],
      domain: ["/api/mail/resend/webhook", "everyone 405"],
    },
  ],
  "api/unknown": [
    {
      default: ["/api/no/such/thing", "everyone 404"],
      domain: ["/api/no/such/thing", "everyone 404"],
    },
  ],
  "api/not-found": [
    area("/no-such-company", "everyone 404"),
    area("/sign-in/no/such/thing", "everyone 404"),
  ],

  "staff/auth/sign-in/sign-in": [area("/sign-in", "everyone 200 | signedInStaff 303 /home")],
  ...buttonsOf("staff/auth/sign-in/sign-in", ["passkey", "single-sign-on"], (button) => [
    area(`/sign-in/${button}`, "everyone 200 | signedInStaff 303 /home"),
  ]),
  "staff/auth/single-sign-on/leaving": [area("/sign-in/with/{acme}", "everyone 303 /sign-in")],
  "staff/auth/single-sign-on/callback": [
    area("/sign-in/with/{acme}/callback?state=never-issued", "everyone 400"),
  ],
  "staff/auth/single-sign-on/logout": [area("/sign-in/with/{acme}/logout", "everyone 405")],
  "staff/auth/single-sign-on/keys": [area("/sign-in/with/{acme}/keys", "everyone 200")],
  "staff/auth/passkeys/challenge": [area("/sign-in/passkey/challenge", "everyone 303 /sign-in")],
  "staff/auth/sign-in/code": [area("/sign-in/code", "everyone 303 /sign-in")],
  "staff/auth/sign-in/forgotten-page": [area("/sign-in/forgotten", "everyone 200")],
  "staff/auth/sign-in/new-password": [
    area("/sign-in/password", "everyone 404"),
    area("/sign-in/password?token=never-issued", "everyone 404"),
  ],
  "staff/auth/sign-in/invitation": [
    area("/sign-in/invitation", "everyone 404"),
    area("/sign-in/invitation?token=never-issued", "everyone 404"),
    area("/sign-in/invitation?token={invitationToken}", "everyone 200"),
  ],
  "staff/auth/sign-in/sign-out": [area("/sign-out", "everyone 303 /sign-in | signedInStaff 200")],
  "staff/auth/sign-in/setup": [area("/setup", "everyone 404")],
  "staff/auth/sign-in/current-org": [area("/account/org", "everyone 303 /account")],
  "staff/area": [area("/account", `${toSignIn("/account")} | signedInStaff 200`)],
  "staff/auth/sign-in/account-page": [
    area("/account", `${toSignIn("/account")} | signedInStaff 200`),
  ],
  ...buttonsOf("staff/auth/sign-in/account-page", OWN_BUTTONS, (button) => [
    area(`/account/${button}`, `${toSignIn(`/account/${button}`)} | signedInStaff 200`),
  ]),
  "staff/access-keys/staff/own-keys": [
    area("/account/keys", `${toSignIn("/account/keys")} | signedInStaff 200`),
  ],
  ...buttonsOf("staff/access-keys/staff/own-keys", KEY_BUTTONS, (button) => [
    area(`/account/keys/${button}`, `${toSignIn(`/account/keys/${button}`)} | signedInStaff 200`),
  ]),
  "staff/access-keys/staff/company-keys": [
    area(
      "/settings/keys",
      `${toSignIn("/settings/keys")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  ...buttonsOf("staff/access-keys/staff/company-keys", KEY_BUTTONS, (button) => [
    area(
      `/settings/keys/${button}`,
      `${toSignIn(`/settings/keys/${button}`)} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ]),
  "staff/webhooks/staff/chat-list": [
    area(
      "/settings/chat",
      `${toSignIn("/settings/chat")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "staff/webhooks/staff/hook-list": [
    area(
      "/settings/webhooks",
      `${toSignIn("/settings/webhooks")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "staff/webhooks/staff/hook": [
    area(
      "/settings/webhooks/{webhook}",
      "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
    ),
    area(
      "/settings/webhooks/no-such-webhook",
      "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404",
    ),
  ],
  ...buttonsOf("staff/webhooks/staff/hook", HOOK_BUTTONS, (button) => [
    area(
      `/settings/webhooks/{webhook}/${button}`,
      "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
    ),
  ]),
  "staff/refused": [
    area("/account/refused", `${toSignIn("/account/refused")} | signedInStaff 404`),
  ],
  "staff/changes/staff/page": [
    area("/account/changes", `${toSignIn("/account/changes")} | signedInStaff 200`),
  ],
  "staff/home/staff/find": [
    area("/home/find?q=soc", `${toSignIn("/home/find?q=soc")} | signedInStaff 200`),
  ],
  "staff/home/staff/home": [area("/home", `${toSignIn("/home")} | signedInStaff 200`)],
  // On an own domain this is the portal's page of all documents.
  "content/documents/staff/library-page": [
    area("/documents", `${toSignIn("/documents")} | signedInStaff 200`),
    area(
      "/documents?uploadModal=true",
      `${toSignIn("/documents?uploadModal=true")} | signedInStaff 200`,
    ),
    area(
      "/documents?changeType=true&select={libraryDocument}",
      "everyone 303 /sign-in | signedInStaff 200",
    ),
    area("/documents?settings=true", "everyone 303 /sign-in | signedInStaff 200"),
  ].map((row) => ({ ...row, domain: null })),
  "content/items/staff/place": [
    area(
      "/documents/place",
      `${toSignIn("/documents/place")} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ],
  "content/documents/staff/document": [
    area("/documents/{libraryDocument}", "everyone 303 /sign-in | staff 200 | staffElsewhere 404"),
    area("/documents/{globexDocument}", "everyone 303 /sign-in | staff 404 | staffElsewhere 200"),
    area("/documents/no-such-document", "everyone 303 /sign-in | signedInStaff 404"),
  ],
  "content/documents/staff/staged-version": [
    area(
      "/documents/{libraryDocument}/staged/{stagedVersion}",
      "everyone 303 /sign-in | staff 403 | owner admin editor 200 | staffElsewhere 404",
    ),
    area(
      "/documents/{globexDocument}/staged/{stagedVersion}",
      "everyone 303 /sign-in | staff 403 | owner admin editor staffElsewhere 404",
    ),
    area(
      "/documents/{libraryDocument}/staged/{globexStagedVersion}",
      "everyone 303 /sign-in | staff 403 | owner admin editor staffElsewhere 404",
    ),
    area(
      "/documents/{globexDocument}/staged/{globexStagedVersion}",
      "everyone 303 /sign-in | staff 403 | owner admin editor 404 | staffElsewhere 200",
    ),
  ],
  // It takes POST alone; who may is in library.test.ts.
  "content/documents/staff/stage": [
    ofStaff("/documents/{libraryDocument}/staged", "everyone 405", "everyone 404"),
  ],
  "content/documents/staff/download": [
    area(
      "/documents/{libraryDocument}/download",
      "everyone 303 /sign-in | staff 200 | viewer 403 | staffElsewhere 404",
    ),
    area(
      "/documents/{libraryDocument}/download?version=1",
      "everyone 303 /sign-in | staff 200 | viewer 403 | staffElsewhere 404",
    ),
    area(
      "/documents/{libraryDocument}/download?version=2",
      "everyone 303 /sign-in | staff 404 | viewer 403 | staffElsewhere 404",
    ),
    area(
      "/documents/{globexDocument}/download",
      "everyone 303 /sign-in | staff 404 | viewer 403 | staffElsewhere 200",
    ),
  ],
  "content/documents/staff/thumbnail": [
    area(
      "/documents/{libraryDocument}/thumbnail",
      "everyone 303 /sign-in | staff 200 | staffElsewhere 404",
    ),
    area(
      "/documents/{globexDocument}/thumbnail",
      "everyone 303 /sign-in | staff 404 | staffElsewhere 200",
    ),
  ],
  // It takes POST alone; who may is in topic-api.test.ts.
  "updates/updates/api/updates": [
    {
      default: ["/api/trust-center/updates", "everyone 405"],
      domain: ["/api/trust-center/updates", "everyone 405"],
    },
  ],
  // They take PATCH alone; who may is in editing-api.test.ts.
  "content/cards/api/card": listApi("cards/Reports"),
  "content/items/api/item": listApi("items/custom.open"),
  // On an own domain this is the portal's page.
  "updates/updates/staff/update-list": [
    {
      default: [
        "/updates",
        `${toSignIn("/updates")} | staff 403 | owner admin editor staffElsewhere 200`,
      ],
      domain: null,
    },
  ],
  "updates/updates/staff/new-update": [
    area(
      "/updates/new",
      `${toSignIn("/updates/new")} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ],
  "updates/updates/staff/draft": [
    PUBLISHERS("/updates/drafts/{draft}"),
    PUBLISHERS_NOT_FOUND("/updates/drafts/no-such-draft"),
    PUBLISHERS_NOT_FOUND("/updates/drafts/{globexDraft}", true),
  ],
  "updates/updates/staff/review": [
    PUBLISHERS("/updates/drafts/{draft}/review"),
    PUBLISHERS_NOT_FOUND("/updates/drafts/no-such-draft/review"),
  ],
  ...buttonsOf("updates/updates/staff/review", REVIEW_BUTTONS, (button) => [
    PUBLISHERS(`/updates/drafts/{draft}/review/${button}`),
    PUBLISHERS_NOT_FOUND(`/updates/drafts/no-such-draft/review/${button}`),
  ]),
  "updates/updates/staff/topic": [
    PUBLISHERS("/updates/topics/{topic}"),
    PUBLISHERS("/updates/topics/{scheduledTopic}"),
    PUBLISHERS_NOT_FOUND("/updates/topics/no-such-topic"),
    PUBLISHERS_NOT_FOUND("/updates/topics/{globexTopic}", true),
  ],
  ...buttonsOf("updates/updates/staff/topic", TOPIC_BUTTONS, (button) => [
    PUBLISHERS(`/updates/topics/{topic}/${button}`),
    PUBLISHERS_NOT_FOUND(`/updates/topics/{globexTopic}/${button}`, true),
  ]),
  "updates/updates/staff/follow-up": [
    PUBLISHERS("/updates/topics/{topic}/follow-up"),
    PUBLISHERS_NOT_FOUND("/updates/topics/{globexTopic}/follow-up", true),
  ],
  "updates/updates/staff/edit": [
    PUBLISHERS("/updates/topics/{topic}/{update}"),
    PUBLISHERS_NOT_FOUND("/updates/topics/{scheduledTopic}/{update}"),
  ],
  "updates/mail-log/staff/mail-list": [
    area("/mail", `${toSignIn("/mail")} | staff 403 | owner admin staffElsewhere 200`),
  ],
  "updates/mail-log/staff/suppressions": [
    area(
      "/mail/suppressions",
      `${toSignIn("/mail/suppressions")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "staff/mail-log/staff/previews": [
    area(
      "/mail/previews",
      `${toSignIn("/mail/previews")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "staff/mail-log/staff/preview-html": [
    area(
      "/mail/previews/staff-test",
      "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 200",
    ),
    area(
      "/mail/previews/no-such-message",
      "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404",
    ),
  ],
  "updates/mail-log/staff/mail-page": [
    area(
      "/mail/{mail}",
      "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
    ),
    area(
      "/mail/{secretMail}",
      "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
    ),
    area(
      "/mail/{globexMail}",
      "everyone 303 /sign-in | staff 403 | owner admin 404 | staffElsewhere 200",
    ),
    area(
      "/mail/{installationMail}",
      "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404",
    ),
    area(
      "/mail/no-such-mail",
      "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404",
    ),
  ],
  "updates/mail-log/staff/html": [
    area(
      "/mail/{mail}/html",
      "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
    ),
    area(
      "/mail/{secretMail}/html",
      "everyone 303 /sign-in | staff 403 | owner 200 | admin staffElsewhere 404",
    ),
    area(
      "/mail/{globexMail}/html",
      "everyone 303 /sign-in | staff 403 | owner admin 404 | staffElsewhere 200",
    ),
    area(
      "/mail/{installationMail}/html",
      "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404",
    ),
  ],
  "company/audit/staff/list": [
    area("/audit", `${toSignIn("/audit")} | staff 403 | owner admin reviewer staffElsewhere 200`),
  ],
  "company/audit/staff/export": [
    area(
      "/audit/export.csv",
      `${toSignIn("/audit/export.csv")} | staff 403 | owner admin reviewer staffElsewhere 303 /audit`,
    ),
  ],
  "staff/history/staff/change-list": [
    area("/history", `${toSignIn("/history")} | staff 403 | owner admin editor staffElsewhere 200`),
    area(
      "/history?product={platform}",
      "everyone 303 /sign-in | staff 403 | owner admin editor 200 | staffElsewhere 404",
    ),
  ],
  "staff/history/staff/plain-texts": [
    area(
      "/history/plain-texts",
      `${toSignIn("/history/plain-texts")} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ],
  "web/history/staff/change": [
    area(
      "/history/{change}",
      "everyone 303 /sign-in | staff 403 | owner admin editor 200 | staffElsewhere 404",
    ),
    area(
      "/history/no-such-change",
      "everyone 303 /sign-in | staff 403 | owner admin editor staffElsewhere 404",
    ),
  ],
  "staff/inbox/staff/frame": [area("/inbox", `${toSignIn("/inbox")} | signedInStaff 200`)],
  "staff/inbox/staff/list": [area("/inbox", `${toSignIn("/inbox")} | signedInStaff 200`)],
  "staff/inbox/staff/list#approvals": [
    area(
      "/inbox/approvals",
      `${toSignIn("/inbox/approvals")} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ],
  "access/access-requests/staff/request-list": [
    area(
      "/requests",
      `${toSignIn("/requests")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/access-requests/staff/request-page": [
    REVIEWERS("/requests/{request}"),
    REVIEWERS_NOT_FOUND("/requests/no-such-request"),
  ],
  ...buttonsOf("access/access-requests/staff/request-list", LIST_BUTTONS, (button) => [
    area(
      `/requests/${button}`,
      `${toSignIn(`/requests/${button}`)} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ]),
  ...buttonsOf("access/access-requests/staff/request-page", REQUEST_BUTTONS, (button) => [
    REVIEWERS(`/requests/{request}/${button}`),
    REVIEWERS_NOT_FOUND(`/requests/no-such-request/${button}`),
  ]),
  "access/comments/staff/comment-list": [
    area(
      "/comments",
      `${toSignIn("/comments")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
    area(
      "/comments?folder=all",
      `${toSignIn("/comments?folder=all")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/comments/staff/thread": [
    area(
      "/comments/{account}/{platform}/custom.locked",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer 200 | staffElsewhere 404",
    ),
    area(
      "/comments/{account}/{platform}/custom.open",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer staffElsewhere 404",
    ),
  ],
  "access/accounts/staff/account-list": [
    area(
      "/accounts",
      `${toSignIn("/accounts")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/accounts/staff/new-account": [
    area(
      "/accounts/new",
      `${toSignIn("/accounts/new")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/accounts/staff/account-page": [
    REVIEWERS("/accounts/{account}"),
    REVIEWERS_NOT_FOUND("/accounts/no-such-account"),
  ],
  ...buttonsOf("access/accounts/staff/account-page", ACCOUNT_BUTTONS, (button) => [
    REVIEWERS(`/accounts/{account}/${button}`),
    REVIEWERS_NOT_FOUND(`/accounts/no-such-account/${button}`),
  ]),
  "access/accounts/staff/activity-csv": [
    area(
      "/accounts/{account}/activity.csv",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer staffElsewhere 303 /accounts",
    ),
  ],
  // On a domain of an org these are pages of its members.
  "access/questionnaires/staff/questionnaire-list": [
    onDefaultAlone(
      area(
        "/questionnaires",
        `${toSignIn("/questionnaires")} | staff 403 | owner admin reviewer staffElsewhere 200`,
      ),
    ),
  ],
  "access/questionnaires/staff/new-questionnaire": [
    onDefaultAlone(
      area(
        "/questionnaires/new",
        `${toSignIn("/questionnaires/new")} | staff 403 | owner admin reviewer staffElsewhere 200`,
      ),
    ),
  ],
  "access/questionnaires/staff/questionnaire": [
    onDefaultAlone(REVIEWERS("/questionnaires/{questionnaire}")),
    onDefaultAlone(REVIEWERS_NOT_FOUND("/questionnaires/no-such-questionnaire")),
  ],
  ...buttonsOf("access/questionnaires/staff/questionnaire", QUESTIONNAIRE_BUTTONS, (button) => [
    REVIEWERS(`/questionnaires/{questionnaire}/${button}`),
  ]),
  // Who may both answer questionnaires and write the FAQ.
  "access/questionnaires/staff/keep-answers": [
    area(
      "/questionnaires/{questionnaire}/faq",
      "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
    ),
  ],
  // Who may both answer questionnaires and add documents.
  "access/questionnaires/staff/keep-document": [
    area(
      "/questionnaires/{questionnaire}/document",
      "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
    ),
  ],
  "access/questionnaires/staff/standing-answers": [
    PUBLISHERS("/documents/{openFile}/answers"),
    PUBLISHERS_NOT_FOUND("/documents/no-such-document/answers"),
  ],
  ...buttonsOf("access/questionnaires/staff/standing-answers", STANDING_BUTTONS, (button) => [
    PUBLISHERS(`/documents/{openFile}/answers/${button}`),
  ]),
  "access/questionnaires/staff/copy-answers": [
    REVIEWERS("/questionnaires/{questionnaire}/copy"),
    REVIEWERS_NOT_FOUND("/questionnaires/no-such-questionnaire/copy"),
  ],
  "access/questionnaires/staff/coverage": [
    onDefaultAlone(
      area(
        "/questionnaires/coverage",
        `${toSignIn("/questionnaires/coverage")} | staff 403 | owner admin reviewer staffElsewhere 200`,
      ),
    ),
  ],
  "access/questionnaires/staff/columns": [
    REVIEWERS("/questionnaires/{unreadQuestionnaire}/columns"),
  ],
  "access/questionnaires/staff/question": [
    REVIEWERS("/questionnaires/{questionnaire}/questions/1"),
    REVIEWERS_NOT_FOUND("/questionnaires/{questionnaire}/questions/99"),
  ],
  ...buttonsOf("access/questionnaires/staff/question", QUESTION_BUTTONS, (button) => [
    REVIEWERS(`/questionnaires/{questionnaire}/questions/1/${button}`),
  ]),
  "access/questionnaires/staff/answered-file": [
    area(
      "/questionnaires/{questionnaire}/file",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer staffElsewhere 303 /questionnaires",
    ),
  ],
  "access/access-rules/staff/rules-list": [
    area("/rules", `${toSignIn("/rules")} | staff 403 | owner admin reviewer staffElsewhere 200`),
  ],
  "access/access-requests/staff/preset-list": [
    area(
      "/rules/presets",
      `${toSignIn("/rules/presets")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  ...buttonsOf("access/access-requests/staff/preset-list", PRESET_BUTTONS, (button) => [
    area(
      `/rules/presets/${button}`,
      `${toSignIn(`/rules/presets/${button}`)} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ]),
  "access/access-rules/staff/edit": [
    area(
      "/rules/{rule}",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer 200 | staffElsewhere 404",
    ),
    area(
      "/rules/no-such-rule",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer staffElsewhere 404",
    ),
  ],
  "staff/partners/staff/partner": [
    area(
      "/settings/partners/{partner}",
      "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
    ),
    area(
      "/settings/partners/no-such-partner",
      "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404",
    ),
  ],
  // On the company's own domain, once it configured a service: consent.test.ts.
  "company/consent/portal/declaration": [NOBODY("/cookie-declaration")],
  "access/partners/portal/send": [
    portal(
      "/send-data",
      `everyone 404 | anonymous subscriber elsewhere staffElsewhere 303 /acme${TO_LOGIN} | approved unsigned 200 member`,
      `everyone 303 /${TO_LOGIN} | members 404 | approved unsigned 200 member`,
    ),
  ],
  "access/partners/api/keys": [
    { default: ["/.well-known/jwks.json", "everyone 200"], domain: null },
  ],
  "access/partners/api/token": [
    {
      default: [
        "/api/statuspage/share/{account}/external/{partner}/jwt/",
        "everyone 404 | approved 200",
      ],
      domain: [
        "/api/statuspage/share/{account}/external/{partner}/jwt",
        "everyone 404 | approved 200",
      ],
    },
  ],
  // A token opens it, whoever brings it: partners.test.ts.
  "access/partners/api/partner": [
    {
      default: ["/api/partner/trust-center", "everyone 401"],
      domain: ["/api/partner/trust-center", "everyone 401"],
    },
  ],
  "access/access-rules/staff/new-rule": [
    area(
      "/rules/new",
      `${toSignIn("/rules/new")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/access-rules/staff/customer-list": [
    area(
      "/rules/customers",
      `${toSignIn("/rules/customers")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/access-rules/staff/customer-import": [
    area(
      "/rules/customers/import",
      `${toSignIn("/rules/customers/import")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/access-rules/staff/customer-export": [
    area(
      "/rules/customers/export.csv",
      `${toSignIn("/rules/customers/export.csv")} | staff 403 | owner admin reviewer staffElsewhere 303 /rules/customers`,
    ),
  ],
  "access/nda/staff/nda-page": [
    {
      default: [
        "/nda",
        `${toSignIn("/nda")} | staff 403 | owner admin reviewer staffElsewhere 200`,
      ],
      domain: null,
    },
  ],
  "access/nda/staff/new-version": [
    area(
      "/nda/versions/new",
      `${toSignIn("/nda/versions/new")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/nda/staff/version": [
    area(
      "/nda/versions/no-such-text",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer staffElsewhere 404",
    ),
  ],
  "access/nda/staff/nda-import": [
    area(
      "/nda/import",
      `${toSignIn("/nda/import")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/nda/staff/nda-export": [
    area(
      "/nda/export.csv",
      `${toSignIn("/nda/export.csv")} | staff 403 | owner admin reviewer staffElsewhere 303 /nda`,
    ),
  ],
  "access/nda/staff/record-pdf": [
    area(
      "/nda/signatures/no-such-signature/pdf",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer staffElsewhere 404",
    ),
  ],
  "access/profiles/staff/list": [
    area(
      "/profiles",
      `${toSignIn("/profiles")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/profiles/staff/new": [
    area(
      "/profiles/new",
      `${toSignIn("/profiles/new")} | staff 403 | owner admin reviewer staffElsewhere 200`,
    ),
  ],
  "access/profiles/staff/detail": [
    area(
      "/profiles/{profile}",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer 200 | staffElsewhere 404",
    ),
    area(
      "/profiles/no-such-profile",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer staffElsewhere 404",
    ),
  ],
  "access/profiles/staff/card": [
    area(
      "/profiles/{profile}/{platform}/Reports",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer 302 /profiles/{profile} | staffElsewhere 404",
    ),
    area(
      "/profiles/{profile}/{platform}/NoSuchKind",
      "everyone 303 /sign-in | staff 403 | owner admin reviewer staffElsewhere 404",
    ),
  ],
  ...Object.fromEntries(
    ["list", "add", "import", "blocks"].map((page) => {
      const path = `/subscribers${page === "list" ? "" : `/${page}`}`;
      return [
        routeAt(path),
        [area(path, `${toSignIn(path)} | staff 403 | owner admin editor staffElsewhere 200`)],
      ];
    }),
  ),
  "updates/subscribers/staff/subscriber-export": [
    area(
      "/subscribers/export.csv",
      `${toSignIn("/subscribers/export.csv")} | staff 403 | owner admin editor staffElsewhere 303 /subscribers`,
    ),
  ],
  "content/knowledge-base/staff/entry-list": [
    area(
      "/knowledge-base",
      `${toSignIn("/knowledge-base")} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ],
  "operations/exchange/staff/content-page": [
    area(
      "/settings/content",
      `${toSignIn("/settings/content")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "operations/exchange/staff/content-import": [
    area(
      "/settings/content/no-such-file",
      "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404",
    ),
  ],
  "operations/exchange/staff/content-export": [
    area(
      "/settings/content/export.zip",
      `${toSignIn("/settings/content/export.zip")} | staff 403 | owner admin staffElsewhere 303 /settings/content`,
    ),
  ],
  "content/knowledge-base/staff/entry-import": [
    area(
      "/knowledge-base/import",
      `${toSignIn("/knowledge-base/import")} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ],
  "content/knowledge-base/staff/import-rows": [
    area(
      "/knowledge-base/import/no-such-file",
      "everyone 303 /sign-in | staff 403 | owner admin editor staffElsewhere 404",
    ),
  ],
  "content/knowledge-base/staff/new-entry": [
    area(
      "/knowledge-base/new",
      `${toSignIn("/knowledge-base/new")} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ],
  "content/knowledge-base/staff/entry-export": [
    area(
      "/knowledge-base/export.csv",
      `${toSignIn("/knowledge-base/export.csv")} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ],
  "content/knowledge-base/staff/entry": [
    area(
      "/knowledge-base/{faqEntry}",
      "everyone 303 /sign-in | staff 403 | owner admin editor 200 | staffElsewhere 404",
    ),
    area(
      "/knowledge-base/no-such-entry",
      "everyone 303 /sign-in | staff 403 | owner admin editor staffElsewhere 404",
    ),
  ],
  "content/knowledge-base/staff/alike": [
    area(
      "/knowledge-base/alike",
      `${toSignIn("/knowledge-base/alike")} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ],
  ...buttonsOf("content/knowledge-base/staff/alike", ["merge"], (button) => [
    area(
      `/knowledge-base/alike/${button}`,
      `${toSignIn(`/knowledge-base/alike/${button}`)} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ]),
  ...buttonsOf("content/knowledge-base/staff/entry", ENTRY_BUTTONS, (button) => [
    area(
      `/knowledge-base/{faqEntry}/${button}`,
      "everyone 303 /sign-in | staff 403 | owner admin editor 200 | staffElsewhere 404",
    ),
  ]),
  ...buttonsOf("content/knowledge-base/staff/entry-list", ["review"], (button) => [
    area(
      `/knowledge-base/${button}`,
      `${toSignIn(`/knowledge-base/${button}`)} | staff 403 | owner admin editor staffElsewhere 200`,
    ),
  ]),
  ...Object.fromEntries(
    ["list", "new", "import", "export"].map((page) => {
      const path = { list: "", new: "/new", import: "/import", export: "/export.csv" }[page] ?? "";
      const cells = `${toSignIn(`/controls${path}`)} | staff 403 | owner admin editor staffElsewhere 200`;
      const address = area(`/controls${path}`, cells);
      // On an own domain the list's address is the portal's page.
      return [routeAt(`/controls${path}`), [path === "" ? { ...address, domain: null } : address]];
    }),
  ),
  "content/controls/staff/import-rows": [
    area(
      "/controls/import/no-such-file",
      "everyone 303 /sign-in | staff 403 | owner admin editor staffElsewhere 404",
    ),
  ],
  "content/controls/staff/control": [
    area(
      "/controls/{control}",
      "everyone 303 /sign-in | staff 403 | owner admin editor 200 | staffElsewhere 404",
    ),
    area(
      "/controls/no-such-control",
      "everyone 303 /sign-in | staff 403 | owner admin editor staffElsewhere 404",
    ),
  ],
  "content/watermarks/staff/page": [
    area("/traces", `${toSignIn("/traces")} | staff 403 | owner admin reviewer staffElsewhere 200`),
  ],
  "staff/settings/staff/frame": [
    area("/settings", `${toSignIn("/settings")} | staff 403 | owner admin staffElsewhere 200`),
  ],
  ...Object.fromEntries(
    [
      "overview",
      "general",
      "look",
      "visitors",
      "access",
      "help",
      "dora",
      "features",
      "search",
      "answers",
      "integrations",
      "partners",
      "scripts",
      "domain",
      "publication",
    ].map((page) => {
      const path = page === "overview" ? "/settings" : `/settings/${page}`;
      return [
        routeAt(path),
        [area(path, `${toSignIn(path)} | staff 403 | owner admin staffElsewhere 200`)],
      ];
    }),
  ),
  ...Object.fromEntries(
    [
      "overview",
      "content",
      "name",
      "logo",
      "color",
      "access-level",
      "certifications",
      "controls",
      "publish",
    ].map((page) => {
      const path = `/settings/start${page === "overview" ? "" : `/${page === "access-level" ? "access" : page}`}`;
      return [
        routeAt(path),
        [area(path, `${toSignIn(path)} | staff 403 | owner admin staffElsewhere 200`)],
      ];
    }),
  ),
  "staff/setup-guide/staff/frame": [
    area(
      "/settings/start/name",
      `${toSignIn("/settings/start/name")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "staff/single-sign-on/staff/single-sign-on": [
    area(
      "/settings/single-sign-on",
      "everyone 303 /sign-in | staff 403 | owner staffElsewhere 200",
    ),
  ],
  ...buttonsOf("staff/single-sign-on/staff/single-sign-on", SIGN_ON_BUTTONS, (button) => [
    area(
      `/settings/single-sign-on/${button}`,
      "everyone 303 /sign-in | staff 403 | owner staffElsewhere 200",
    ),
  ]),
  "staff/byoid/staff/byoid-page": [
    area(
      "/settings/byoid",
      `${toSignIn("/settings/byoid")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "staff/webpages/staff/list": [
    area(
      "/settings/search/webpages",
      `${toSignIn("/settings/search/webpages")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "staff/settings/staff/privacy": [
    area(
      "/settings/privacy",
      `${toSignIn("/settings/privacy")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "staff/settings/staff/privacy-person": [
    area(
      "/settings/privacy/person?email=riley%40customer.example",
      `${toSignIn("/settings/privacy/person?email=riley%40customer.example")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "staff/settings/staff/privacy-export": [
    area(
      "/settings/privacy/export",
      `${toSignIn("/settings/privacy/export")} | staff 403 | owner admin staffElsewhere 303 /settings/privacy`,
    ),
  ],
  "staff/settings/staff/picture": [
    area(
      "/settings/look/logo",
      `${toSignIn("/settings/look/logo")} | staff 403 | owner admin staffElsewhere 200`,
    ),
    area(
      "/settings/look/no-such",
      "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404",
    ),
  ],
  ...Object.fromEntries(
    ["list", "new", "links"].map((page) => {
      const path = page === "list" ? "/products" : `/products/${page}`;
      return [
        routeAt(path),
        [area(path, `${toSignIn(path)} | staff 403 | owner admin staffElsewhere 200`)],
      ];
    }),
  ),
  "content/products/staff/product-page": [
    area(
      "/products/{platform}",
      "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
    ),
    area(
      "/products/no-such-product",
      "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404",
    ),
  ],
  // acme's owner runs the demo's installation; to everybody else there is no such page.
  "staff/installation/staff/frame": [area("/installation", "everyone 404 | owner 200")],
  "staff/installation/staff/list": [area("/installation", "everyone 404 | owner 200")],
  "staff/installation/staff/new": [area("/installation/new", "everyone 404 | owner 200")],
  "staff/installation/staff/org": [
    area("/installation/{globex}", "everyone 404 | owner 200"),
    area("/installation/no-such-org", "everyone 404"),
  ],
  // Where the installation takes plans: plans.test.ts.
  "staff/entitlements/staff/plan": [area("/installation/{globex}/plan", "everyone 404")],
  "staff/team/staff/invite": [
    area(
      "/team/invite",
      `${toSignIn("/team/invite")} | staff 403 | owner admin staffElsewhere 200`,
    ),
  ],
  "staff/team/staff/person": [
    area(
      "/team/{editor}",
      "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
    ),
    area("/team/nobody", "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404"),
  ],
  "staff/team/staff/team-list": [
    area("/team", `${toSignIn("/team")} | staff 403 | owner admin staffElsewhere 200`),
  ],
  ...Object.fromEntries(
    ["resend-invitation", "withdraw-invitation", "require-two-factor", "leave-two-factor-open"].map(
      (button) => [
        `staff/team/staff/buttons/${button}`,
        [
          area(
            `/team/${button}`,
            `${toSignIn(`/team/${button}`)} | staff 403 | owner admin staffElsewhere 200`,
          ),
        ],
      ],
    ),
  ),
  ...Object.fromEntries(
    ["change-role", "end-session", "end-sessions", "remove"].map((button) => [
      `staff/team/staff/buttons/${button}`,
      [
        area(
          `/team/{editor}/${button}`,
          "everyone 303 /sign-in | staff 403 | owner admin 200 | staffElsewhere 404",
        ),
        area(
          `/team/nobody/${button}`,
          "everyone 303 /sign-in | staff 403 | owner admin staffElsewhere 404",
        ),
      ],
    ]),
  ),

  "content/documents/api/library": [ofStaff("/api/documents", "everyone 405", "everyone 405")],
  "content/products/api/product": [
    ofStaff(
      "/api/trust-center/products/{platform}",
      "everyone 401 | staff 403 | owner admin editor 200 | staffElsewhere 404",
      "everyone 401",
    ),
  ],
  "content/cards/api/cards-order": listApi("cards"),
  "content/cards/api/card-icon": listApi("cards/Reports/icon"),
  "content/items/api/items-order": listApi("cards/Reports/items"),
  "content/items/api/item-deletion": [
    {
      default: ["/api/trust-center/products/{product}/items/custom.open/deletion", "everyone 405"],
      domain: ["/api/trust-center/products/{product}/items/custom.open/deletion", "everyone 405"],
    },
  ],
  "content/documents/api/trust-center": [
    ofStaff("/api/documents/trust-center", "everyone 401 | signedInStaff 200", "everyone 401"),
  ],
  "content/documents/api/document": [
    ofStaff(
      "/api/documents/{libraryDocument}",
      "everyone 401 | staff 200 | staffElsewhere 404",
      "everyone 401",
    ),
    ofStaff(
      "/api/documents/{globexDocument}",
      "everyone 401 | staff 404 | staffElsewhere 200",
      "everyone 401",
    ),
  ],
  "api/share/asset": [
    {
      default: ["/api/share/{acme}/assets/{asset}", "everyone 200"],
      domain: ["/api/share/acme/assets/{asset}", "everyone 200"],
    },
    {
      default: ["/api/share/{acme}/assets/{globexAsset}", "everyone 404"],
      domain: ["/api/share/{globex}/assets/{globexAsset}", "everyone 404"],
    },
  ],
  "api/share/logo": [
    {
      default: ["/api/share/{acme}/logo", "everyone 200"],
      domain: ["/api/share/acme/logo", "everyone 200"],
    },
    {
      default: ["/api/share/nobody/logo", "everyone 404"],
      domain: ["/api/share/globex/logo", "everyone 404"],
    },
  ],
  "api/share/open-graph": [
    {
      default: ["/api/share/acme/open-graph.png", "everyone 200"],
      domain: ["/api/share/{acme}/open-graph.png", "everyone 200"],
    },
    {
      default: ["/api/share/nobody/open-graph.png", "everyone 404"],
      domain: ["/api/share/globex/open-graph.png", "everyone 404"],
    },
  ],

  "updates/subscribers/api/subscribe": [
    {
      default: ["/api/share/acme/subscribe", "everyone 405"],
      domain: ["/api/share/{acme}/subscribe", "everyone 405"],
    },
    {
      default: ["/api/share/nobody/subscribe", "everyone 405"],
      domain: ["/api/share/globex/subscribe", "everyone 405"],
    },
  ],
  "updates/subscribers/api/unsubscribe": [
    {
      default: ["/api/share/acme/unsubscribe", "everyone 405"],
      domain: ["/api/share/{acme}/unsubscribe", "everyone 405"],
    },
  ],
  "updates/subscribers/api/one-click": [
    {
      default: ["/api/share/acme/unsubscribe/one-click?token=none", "everyone 404"],
      domain: ["/api/share/{acme}/unsubscribe/one-click", "everyone 404"],
    },
  ],
  "updates/updates/api/compliance-update#share": [
    {
      default: ["/api/share/{acme}/compliance-update", "everyone 200"],
      domain: ["/api/share/acme/compliance-update", "everyone 200"],
    },
    {
      default: ["/api/share/acme/compliance-update?productId=no-such", "everyone 404"],
      domain: ["/api/share/globex/compliance-update", "everyone 404"],
    },
  ],
  "access/access-requests/api/share-login": [
    {
      default: ["/api/share/acme/login", "everyone 405"],
      domain: ["/api/share/{acme}/login", "everyone 405"],
    },
    {
      default: ["/api/share/nobody/login", "everyone 405"],
      domain: ["/api/share/globex/login", "everyone 405"],
    },
  ],
  "access/access-requests/api/share-request": [
    {
      default: ["/api/share/acme/request", "everyone 405"],
      domain: ["/api/share/{acme}/request", "everyone 405"],
    },
    {
      default: ["/api/share/nobody/request", "everyone 405"],
      domain: ["/api/share/globex/request", "everyone 405"],
    },
  ],
  "content/products/api/product-page#share": [
    {
      default: ["/api/share/acme/view", "everyone 200"],
      domain: ["/api/share/{acme}/view", "everyone 200"],
    },
    {
      default: ["/api/share/acme/view/no-such-product", "everyone 404"],
      domain: ["/api/share/globex/view", "everyone 404"],
    },
  ],
  "content/search/api/search#share": [
    {
      default: ["/api/share/acme/search", "everyone 405"],
      domain: ["/api/share/{acme}/search", "everyone 405"],
    },
    {
      default: ["/api/share/nobody/search", "everyone 405"],
      domain: ["/api/share/globex/search", "everyone 405"],
    },
  ],
  "content/search/api/search#external": [
    {
      default: ["/api/statuspage/share/{account}/external/search", "everyone 405"],
      domain: ["/api/statuspage/share/{account}/external/search", "everyone 405"],
    },
  ],
  "content/search/api/search#staff": [
    {
      default: ["/api/trust-center/search", "everyone 405"],
      domain: ["/api/trust-center/search", "everyone 405"],
    },
  ],
  "content/answers/api/answers#share": [
    {
      default: ["/api/share/acme/search/answer", "everyone 405"],
      domain: ["/api/share/{acme}/search/answer", "everyone 405"],
    },
    {
      default: ["/api/share/nobody/search/answer", "everyone 405"],
      domain: ["/api/share/globex/search/answer", "everyone 405"],
    },
  ],
  "content/answers/api/answers#external": [
    {
      default: ["/api/statuspage/share/{account}/external/search/answer", "everyone 405"],
      domain: ["/api/statuspage/share/{account}/external/search/answer", "everyone 405"],
    },
  ],
  "content/answers/api/answers#staff": [
    {
      default: ["/api/trust-center/search/answer", "everyone 405"],
      domain: ["/api/trust-center/search/answer", "everyone 405"],
    },
  ],
  "content/knowledge-base/api/ais#share": [
    {
      default: ["/api/share/acme/kb/ais?productId={platform}", "everyone 200"],
      domain: ["/api/share/{acme}/kb/ais?productId={platform}", "everyone 200"],
    },
    {
      default: ["/api/share/acme/kb/ais", "everyone 400"],
      domain: ["/api/share/globex/kb/ais?productId={platform}", "everyone 404"],
    },
    {
      default: ["/api/share/acme/kb/ais?productId=no-such", "everyone 404"],
      domain: ["/api/share/acme/kb/ais?productId={platform}&scope=all", "everyone 400"],
    },
  ],
  "content/knowledge-base/api/ais#external": [
    {
      default: [
        "/api/statuspage/share/{account}/external/kb/ais?productId={platform}",
        "everyone 404 | approved 200",
      ],
      domain: [
        "/api/statuspage/share/{account}/external/kb/ais?productId={platform}",
        "everyone 404 | approved 200",
      ],
    },
  ],
  "content/knowledge-base/api/ais#staff": [
    ofStaff(
      "/api/trust-center/kb/ais?productId={platform}",
      "everyone 401 | staff 200 | staffElsewhere 404 | editorAsAccount 403",
      "everyone 401",
    ),
  ],
  "content/knowledge-base/api/ais#staff-main": [
    ofStaff(
      "/api/kb/ais?productId={platform}",
      "everyone 401 | staff 200 | staffElsewhere 404 | editorAsAccount 403",
      "everyone 401",
    ),
    ofStaff(
      "/api/kb/ais",
      "everyone 401 | signedInStaff 400 | editorAsAccount 403",
      "everyone 401",
    ),
    ofStaff(
      "/api/kb/ais?productId=no-such",
      "everyone 401 | signedInStaff 404 | editorAsAccount 403",
      "everyone 401",
    ),
  ],
  "api/v1/openapi": [
    {
      default: ["/api/openapi.json", "everyone 200"],
      domain: ["/api/openapi.json", "everyone 200"],
    },
  ],
  "api/v1/openapi#yaml": [
    {
      default: ["/api/openapi.yaml", "everyone 200"],
      domain: ["/api/openapi.yaml", "everyone 200"],
    },
  ],
  "api/v1/reference": [
    {
      default: ["/api/reference", "everyone 200"],
      domain: ["/api/reference", "everyone 200"],
    },
  ],
  // What keys of staff open: access-keys.test.ts and api-v1.test.ts.
  "api/v1/me": [ofStaff("/api/v1/me", "everyone 401", "everyone 404")],
  ...Object.fromEntries(
    Object.entries(API_NOUNS).flatMap(([noun, { calls }]) => [
      [`api/v1/noun#${noun}`, [ofStaff(`/api/v1/${noun}`, "everyone 401", "everyone 404")]],
      [
        `api/v1/noun#${noun}-one`,
        [ofStaff(`/api/v1/${noun}/no-such`, "everyone 401", "everyone 404")],
      ],
      // What is posted there: api-writes.test.ts.
      ...calls.map((call) => [
        `api/v1/noun#${noun}-${call}`,
        [ofStaff(`/api/v1/${noun}/no-such/${call}`, "everyone 405", "everyone 405")],
      ]),
    ]),
  ),
  "api/v1/document-content": [
    ofStaff("/api/v1/documents/no-such/content", "everyone 401", "everyone 404"),
  ],
  // Files that are sent: api-files.test.ts.
  "api/v1/document-versions": [
    ofStaff("/api/v1/documents/no-such/versions", "everyone 401", "everyone 404"),
  ],
  // What a key opens of them: questionnaire-api.test.ts.
  "api/v1/questionnaire-content": [
    ofStaff("/api/v1/questionnaires/no-such/content", "everyone 401", "everyone 404"),
  ],
  // What keys of members open: member-keys.test.ts.
  ...Object.fromEntries(
    Object.keys(PORTAL_CALLS).map((path) => [
      ["api/v1/portal", path].filter(Boolean).join("#"),
      [
        ofStaff(
          ["/api/v1/portal", path].filter(Boolean).join("/").replace(/:\w+/, "no-such"),
          "everyone 401",
          "everyone 404",
        ),
      ],
    ]),
  ),
  "api/v1/portal-versions": [
    ofStaff("/api/v1/portal/documents/no-such/versions", "everyone 401", "everyone 404"),
  ],
  "api/v1/portal-packages": [ofStaff("/api/v1/portal/packages", "everyone 405", "everyone 405")],
  "api/v1/portal-package": [
    ofStaff("/api/v1/portal/packages/no-such", "everyone 401", "everyone 404"),
  ],
  "api/v1/portal-me": [ofStaff("/api/v1/portal/me", "everyone 401", "everyone 404")],
  "api/v1/portal-questions": [ofStaff("/api/v1/portal/questions", "everyone 401", "everyone 404")],
  // What keys open of them: member-requests.test.ts, member-questionnaires.test.ts.
  "api/v1/portal-requests": [ofStaff("/api/v1/portal/requests", "everyone 401", "everyone 404")],
  "api/v1/portal-request": [
    ofStaff("/api/v1/portal/requests/no-such", "everyone 401", "everyone 404"),
  ],
  ...Object.fromEntries(
    PORTAL_REQUEST_CALLS.map((call) => [
      `api/v1/portal-request-call#${call}`,
      [ofStaff(`/api/v1/portal/requests/no-such/${call}`, "everyone 405", "everyone 405")],
    ]),
  ),
  "api/v1/portal-questionnaires": [
    ofStaff("/api/v1/portal/questionnaires", "everyone 401", "everyone 404"),
  ],
  "api/v1/portal-questionnaire": [
    ofStaff("/api/v1/portal/questionnaires/no-such", "everyone 401", "everyone 404"),
  ],
  "api/v1/portal-questionnaire-content": [
    ofStaff("/api/v1/portal/questionnaires/no-such/content", "everyone 401", "everyone 404"),
  ],
  "api/v1/portal-content": [
    ofStaff("/api/v1/portal/documents/no-such/content", "everyone 401", "everyone 404"),
  ],
  // Cookies count for nothing where a key does.
  "content/knowledge-base/api/query": [
    ofStaff("/api/kb/{acme}/query", "everyone 405", "everyone 405"),
  ],
  "content/knowledge-base/api/object": [
    ofStaff("/api/kb/{acme}/objects/{faqEntry}", "everyone 401", "everyone 401"),
    ofStaff("/api/kb/no-such/objects/no-such", "everyone 401", "everyone 401"),
  ],
  "content/knowledge-base/api/facets": [
    ofStaff("/api/kb/{acme}/facets/topic", "everyone 405", "everyone 405"),
  ],
  "access/nda/api/nda-link#share": [
    {
      default: ["/api/share/acme/nda", "everyone 200"],
      domain: ["/api/share/{acme}/nda", "everyone 200"],
    },
  ],
  "access/access-requests/api/logout": [
    {
      default: ["/api/statuspage/share/auth/logout", "everyone 405"],
      domain: ["/api/statuspage/share/auth/logout", "everyone 405"],
    },
  ],
  "access/access-requests/api/extend-access": [
    {
      default: ["/api/statuspage/share/anything/external/extend-access", "everyone 405"],
      domain: ["/api/statuspage/share/anything/external/extend-access", "everyone 405"],
    },
  ],
  ...Object.fromEntries(
    (["login", "request", "view", "nda", "download-nda", "invite-colleague"] as const).map(
      (name) => {
        const status = name === "view" || name === "nda" ? 200 : 405;
        const members = status === 405 ? "everyone 405" : `everyone 404 | approved ${status}`;
        const last = name === "download-nda" ? "download-signed-clickwrap-nda" : name;
        return [
          routeAt(
            `/api/statuspage/share/:accountId/external/${name === "view" ? "view/:productId?" : last}`,
          ),
          [
            {
              default: [`/api/statuspage/share/{account}/external/${last}`, members],
              domain: [`/api/statuspage/share/{account}/external/${last}`, members],
            } satisfies Address,
          ],
        ];
      },
    ),
  ),
  "access/comments/api/external": (
    ["custom.locked 200", "custom.open 200", "custom.draft 404", "no.such 404"] as const
  ).map((specimen): Address => {
    const [uid = "", status = ""] = specimen.split(" ");
    const path = `/api/statuspage/share/{account}/external/comments?itemUid=${uid}&productId={platform}`;
    return {
      default: [path, `everyone 404 | approved ${status}`],
      domain: [path, `everyone 404 | approved ${status}`],
    };
  }),
  "access/comments/api/trust-center": [
    {
      default: [
        "/api/trust-center/comments?itemUid=custom.locked&productId={platform}",
        "everyone 401 | staff 403 | owner admin reviewer 200 | staffElsewhere 404",
      ],
      domain: ["/api/trust-center/comments", "everyone 401"],
    },
    {
      default: [
        "/api/trust-center/comments",
        "everyone 401 | staff 403 | owner admin reviewer staffElsewhere 400",
      ],
      domain: null,
    },
  ],
  "content/products/api/product-page#staff": [
    {
      default: ["/api/trust-center/view", "everyone 401 | signedInStaff 200 | editorAsAccount 403"],
      domain: ["/api/trust-center/view", "everyone 401"],
    },
  ],
  "access/nda/api/nda-link#staff": [
    {
      default: ["/api/trust-center/nda", "everyone 401 | signedInStaff 200 | editorAsAccount 403"],
      domain: ["/api/trust-center/nda", "everyone 401"],
    },
  ],
  "content/companies/api/company": [
    ofStaff(
      "/api/trust-center/companies?q=am",
      "everyone 401 | staff 403 | owner admin editor staffElsewhere 200",
      "everyone 401",
    ),
    ofStaff(
      "/api/trust-center/companies?q=am&org=globex",
      "everyone 401 | staff 404 | staffElsewhere 200",
      "everyone 401",
    ),
    ofStaff(
      "/api/trust-center/companies?q=am&org={acme}",
      "everyone 401 | staff 403 | owner admin editor 200 | staffElsewhere 404",
      "everyone 401",
    ),
  ],
  "access/accounts/api/account-choices": [
    ofStaff(
      "/api/trust-center/account-choices?q=a",
      "everyone 401 | staff 403 | owner admin reviewer staffElsewhere 200",
      "everyone 401",
    ),
    ofStaff(
      "/api/trust-center/account-choices?q=a&org={acme}",
      "everyone 401 | staff 403 | owner admin reviewer 200 | staffElsewhere 404",
      "everyone 401",
    ),
  ],
  // It takes POST alone; who may is in markdown.test.ts.
  "content/api/trust-center/markdown": [
    {
      default: ["/api/trust-center/markdown", "everyone 405"],
      domain: ["/api/trust-center/markdown", "everyone 405"],
    },
  ],
  "content/subprocessors/api/subprocessor": listApi("subprocessors"),
  "content/subprocessors/api/subprocessor#one": listApi("subprocessors/{subprocessor}"),
  "content/trusted-by/api/trusted-by": listApi("trusted-companies"),
  "content/trusted-by/api/trusted-by#one": listApi("trusted-companies/{trusted}"),
  "content/grades/api/grades": listApi("grades"),
  "content/grades/api/grades#one": listApi("grades/{grade}"),
  "content/risk-profile/api/profile": listApi("risk-profile"),
  // It takes POST alone; who may is in graphql.test.ts.
  "operations/graphql/api/graphql": [
    {
      default: ["/api/graphql", "everyone 405"],
      domain: ["/api/graphql", "everyone 405"],
    },
  ],
  "content/grades/api/scorecard": [
    ofStaff(
      "/api/integrations/ssc/www.acme.example",
      "everyone 401 | staff 403 | owner admin editor staffElsewhere 400",
      "everyone 401",
    ),
    ofStaff(
      "/api/integrations/ssc/www.acme.example?org=globex",
      "everyone 401 | staff 404 | staffElsewhere 400",
      "everyone 401",
    ),
  ],
  "content/items/api/integration-reading#share": [
    {
      default: ["/api/share/acme/hackerone?productId={platform}", "everyone 200"],
      domain: ["/api/share/{acme}/hackerone?productId={platform}", "everyone 200"],
    },
    {
      default: ["/api/share/acme/hackerone", "everyone 400"],
      domain: ["/api/share/globex/hackerone?productId={platform}", "everyone 404"],
    },
  ],
  "content/items/api/integration-reading#external": [
    {
      default: [
        "/api/statuspage/share/{account}/external/hackerone?productId={platform}",
        "everyone 404 | approved 200",
      ],
      domain: [
        "/api/statuspage/share/{account}/external/hackerone?productId={platform}",
        "everyone 404 | approved 200",
      ],
    },
  ],
  "content/items/api/integration-reading#staff": [
    ofStaff(
      "/api/trust-center/hackerone?productId={platform}",
      "everyone 401 | staff 200 | staffElsewhere 404 | editorAsAccount 403",
      "everyone 401",
    ),
  ],
  "content/items/api/disconnect": [
    ofStaff("/api/integrations/hackerone/disconnect", "everyone 405", "everyone 405"),
  ],
  "content/items/api/integration-reading#share-statuspageio": [
    {
      default: ["/api/share/acme/statuspageio?productId={platform}", "everyone 200"],
      domain: ["/api/share/{acme}/statuspageio?productId={platform}", "everyone 200"],
    },
    {
      default: ["/api/share/acme/statuspageio", "everyone 400"],
      domain: ["/api/share/globex/statuspageio?productId={platform}", "everyone 404"],
    },
  ],
  "content/items/api/integration-reading#external-statuspageio": [
    {
      default: [
        "/api/statuspage/share/{account}/external/statuspageio?productId={platform}",
        "everyone 404 | approved 200",
      ],
      domain: [
        "/api/statuspage/share/{account}/external/statuspageio?productId={platform}",
        "everyone 404 | approved 200",
      ],
    },
  ],
  "content/items/api/integration-reading#staff-statuspageio": [
    ofStaff(
      "/api/trust-center/statuspageio?productId={platform}",
      "everyone 401 | staff 200 | staffElsewhere 404 | editorAsAccount 403",
      "everyone 401",
    ),
  ],
  "content/items/api/disconnect#statuspageio": [
    ofStaff("/api/integrations/statuspageio/disconnect", "everyone 405", "everyone 405"),
  ],
  "content/items/api/connect": [
    ofStaff("/api/integrations/hackerone/connect", "everyone 405", "everyone 405"),
  ],
  "content/items/api/statuspage": [
    ofStaff(
      "/api/integrations/statuspageio/no-link",
      "everyone 401 | staff 403 | owner admin editor staffElsewhere 502",
      "everyone 401",
    ),
  ],
  "updates/updates/api/compliance-update#external": [
    {
      default: [
        "/api/statuspage/share/{account}/external/compliance-update",
        "everyone 404 | approved 200",
      ],
      domain: [
        "/api/statuspage/share/{account}/external/compliance-update",
        "everyone 404 | approved 200",
      ],
    },
    {
      default: [
        "/api/statuspage/share/{globexAccount}/external/compliance-update",
        "everyone 404 | elsewhere 200",
      ],
      domain: ["/api/statuspage/share/{globexAccount}/external/compliance-update", "everyone 404"],
    },
  ],
  "updates/updates/api/compliance-update#staff": [
    {
      default: [
        "/api/trust-center/compliance-update",
        "everyone 401 | signedInStaff 200 | editorAsAccount 403",
      ],
      domain: ["/api/trust-center/compliance-update", "everyone 401"],
    },
  ],

  "portal/mount": [OPEN("")],
  "portal/frame": [OPEN("")],
  "portal/inside": [OPEN("")],
  "portal/home": [OPEN(""), OPEN("?loginRequest=true"), OPEN("?inviteColleagues=true")],
  "portal/home/plain": [
    OPEN(""),
    OPEN("?itemUid=custom.no-such-item"),
    portal(
      "?itemUid=custom.locked",
      "everyone 302 /acme?loginRequest=true | included staff 302 /acme/product/Acme+Platform/locked-item",
      "everyone 302 /?loginRequest=true | included 302 /product/Acme+Platform/locked-item",
    ),
    portal(
      "?itemUid=custom.draft",
      `${PAGE} | staff 302 /acme/product/Acme+Platform/draft-item`,
      PAGE_ON_DOMAIN,
    ),
    OPEN("?kb=open"),
    OPEN("?kb=open&kbEntry={faqEntry}"),
    OPEN("?kb=open&kbEntry=no-such-entry"),
    OPEN("?notHere=update"),
    portal(
      "?itemUid=custom.open&edit=true",
      "everyone 302 /acme/product/Acme+Platform/open-item | owner admin editor 302 /acme/edit/cards/Reports/items/custom.open",
      "everyone 302 /product/Acme+Platform/open-item",
    ),
    NOBODY("?product=No+Such"),
    portal(
      "?byoidJwt=none",
      "everyone 302 /byoid/{acme}/welcome | members staff previews 302 /acme",
      "everyone 302 /byoid/{acme}/welcome | members 302 /",
    ),
  ],
  "access/byoid/portal/welcome": [
    { default: ["/byoid/{acme}/welcome", "everyone 400"], domain: null },
    { default: ["/byoid/acme/welcome?byoidJwt=none", "everyone 400"], domain: null },
    { default: ["/byoid/{globex}/welcome", "everyone 404"], domain: null },
    { default: ["/byoid/no-such-company/welcome", "everyone 404"], domain: null },
  ],
  "portal/byoid/on-domain": [
    {
      default: ["/acme/byoid/acme/welcome", "everyone 404"],
      domain: ["/byoid/{acme}/welcome", "everyone 400"],
    },
    { default: null, domain: ["/byoid/{globex}/welcome", "everyone 404"] },
  ],
  // Visitors' pages in one mode, the owner's form in the other.
  "content/cards/staff/card-mode": [
    OPEN("/card/Reports?edit=true"),
    OWNERS_ALONE("/card/Esg?edit=true"),
    NOBODY("/card/NoSuchKind?edit=true"),
    NOBODY("/card/Subprocessors?edit=true"),
  ],
  "portal/product/card-mode": [OPEN(`${LAKE}/card/Reports?edit=true`)],
  "content/cards/portal/drawer": [
    OPEN("/card/Reports"),
    OWNERS_ALONE("/card/Esg"),
    NOBODY("/card/NoSuchKind"),
    NOBODY("/card/CustomerData"),
  ],
  "portal/items/portal/item": [
    OPEN("/item/open-item"),
    LOCKED("/item/locked-item"),
    INCLUDED("/item/hidden-item"),
    OWNERS_ALONE("/item/draft-item"),
    OWNERS_ALONE("/item/in-hidden-card"),
    portal(
      "/item/former-name",
      "everyone 301 /acme/product/Acme+Platform/renamed-item",
      "everyone 301 /product/Acme+Platform/renamed-item",
    ),
    NOBODY("/item/no-such-item"),
  ],
  "portal/product": [
    OPEN(LAKE),
    OWNERS_ALONE(LATER),
    NOBODY("/product/Globex+Care"),
    NOBODY("/product/No+Such"),
  ],
  "portal/product/plain": [OPEN(LAKE), OWNERS_ALONE(LATER)],
  "portal/product/card": [OPEN(`${LAKE}/card/Reports`), OWNERS_ALONE(`${LATER}/card/Reports`)],
  "portal/product/item": [
    OPEN(`${LAKE}/open-in-lake`),
    portal(
      `${LAKE}/locked-in-lake`,
      `everyone 302 /acme${LAKE}?loginRequest=true | staff 200 main`,
      `everyone 302 ${LAKE}?loginRequest=true`,
    ),
    OWNERS_ALONE(`${LATER}/open-later`),
    NOBODY(`${LAKE}/open-item`),
  ],
  "access/accounts/portal/account-page": [
    portal(
      "/my-account",
      "everyone 303 /acme?loginRequest=true | members 200 member",
      "everyone 303 /?loginRequest=true | members 200 member",
    ),
  ],
  ...buttonsOf("access/accounts/portal/account-page", MEMBER_BUTTONS, (button) => [
    portal(
      `/my-account/${button}`,
      "everyone 303 /acme?loginRequest=true | members 200 member",
      "everyone 303 /?loginRequest=true | members 200 member",
    ),
  ]),
  "access/accounts/portal/keys-page": [
    portal(
      "/my-account/keys",
      "everyone 303 /acme?loginRequest=true | members 200 member",
      "everyone 303 /?loginRequest=true | members 200 member",
    ),
  ],
  ...buttonsOf("access/accounts/portal/keys-page", KEY_BUTTONS, (button) => [
    portal(
      `/my-account/keys/${button}`,
      "everyone 303 /acme?loginRequest=true | members 200 member",
      "everyone 303 /?loginRequest=true | members 200 member",
    ),
  ]),
  "access/questionnaires/portal/send-page": [
    portal(
      "/questionnaires",
      "everyone 303 /acme?loginRequest=true | members 403 | approved unsigned 200 member",
      "everyone 303 /?loginRequest=true | members 403 | approved unsigned 200 member",
    ),
  ],
  "access/questionnaires/portal/sent-page": [
    portal(
      "/questionnaires/{sentQuestionnaire}",
      "everyone 303 /acme?loginRequest=true | members 403 | unsigned 404 | approved 200 member",
      "everyone 303 /?loginRequest=true | members 403 | unsigned 404 | approved 200 member",
    ),
    portal(
      "/questionnaires/{questionnaire}",
      "everyone 303 /acme?loginRequest=true | members 403 | approved unsigned 404",
      "everyone 303 /?loginRequest=true | members 403 | approved unsigned 404",
    ),
  ],
  "access/questionnaires/portal/released-file": [
    portal(
      "/my-account/questionnaires/{release}",
      "everyone 303 /acme?loginRequest=true | members 404 | approved 200",
      "everyone 303 /?loginRequest=true | members 404 | approved 200",
    ),
  ],
  "access/nda/portal/nda-page": [
    portal(
      "/nda",
      "everyone 303 /acme?loginRequest=true | members 404 | approved unsigned expired 200 member | staff previews 404",
      "everyone 303 /?loginRequest=true | members 404 | approved unsigned expired 200 member",
    ),
  ],
  "access/access-requests/portal/get-access": [
    portal(
      "/get-access",
      "everyone 303 /acme?loginRequest=true",
      "everyone 303 /?loginRequest=true",
    ),
    portal(
      "/get-access?requestAccess=true&returnTo=/faq",
      "everyone 303 /acme/faq?requestAccess=true",
      "everyone 303 /faq?requestAccess=true",
    ),
  ],
  ...buttonsOf("access/access-requests/portal/get-access", ACCESS_BUTTONS, (button) => [
    portal(
      `/get-access/${button}`,
      "everyone 303 /acme?loginRequest=true",
      "everyone 303 /?loginRequest=true",
    ),
    portal(
      `/get-access/${button}?requestAccess=true&returnTo=/faq`,
      "everyone 303 /acme/faq?requestAccess=true",
      "everyone 303 /faq?requestAccess=true",
    ),
  ]),
  "access/access-requests/portal/invite-colleagues": [
    portal(
      "/invite-colleagues",
      "everyone 303 /acme?loginRequest=true | approved unsigned 303 /acme?inviteColleagues=true",
      "everyone 303 /?loginRequest=true | approved unsigned 303 /?inviteColleagues=true",
    ),
    portal(
      "/invite-colleagues?returnTo=/faq",
      "everyone 303 /acme/faq?loginRequest=true | approved unsigned 303 /acme/faq?inviteColleagues=true",
      "everyone 303 /faq?loginRequest=true | approved unsigned 303 /faq?inviteColleagues=true",
    ),
  ],
  "access/access-requests/portal/sign-in-link": [OPEN("/sign-in-link?token=no-such-token")],
  "updates/updates/portal/update-list": [
    OPEN("/updates"),
    OWNERS_ALONE("/updates?product=Acme+Later"),
  ],
  "updates/updates/portal/topic": [
    OPEN("/updates/{topic}"),
    INCLUDED("/updates/{privateTopic}"),
    OWNERS_ALONE("/updates/{hiddenTopic}"),
    NOBODY("/updates/{scheduledTopic}"),
    NOBODY("/updates/{globexTopic}"),
  ],
  "content/subprocessors/portal/csv": [
    FILE("/subprocessors.csv"),
    NOBODY("/subprocessors.csv?product=No+Such"),
  ],
  "content/subprocessors/portal/page": [
    OPEN("/subprocessors"),
    OWNERS_ALONE("/subprocessors?product=Acme+Later"),
  ],
  "content/search/portal/search-page": [
    OPEN("/search?q=soc"),
    OWNERS_ALONE("/search?product=Acme+Later"),
  ],
  "content/search/portal/index": [
    FILE("/search/index.json"),
    NOBODY("/search/index.json?product=No+Such"),
  ],
  // It takes POST alone; what is noted is in visitor-events.test.ts.
  "portal/visitor-events/portal/record": [
    { default: ["/acme/events", "everyone 405"], domain: ["/events", "everyone 405"] },
  ],
  "content/items/portal/live-status": [
    {
      default: ["/acme/live-status", "everyone 303 https://status.example.org"],
      domain: ["/live-status", "everyone 303 https://status.example.org"],
    },
    NOBODY("/live-status?product=No+Such"),
  ],
  "content/search/portal/answers": [
    FILE("/search/results.json?q=soc"),
    NOBODY("/search/results.json?product=No+Such"),
  ],
  "content/answers/portal/answer-page": [
    {
      default: [
        "/acme/search/answer",
        "everyone 404 | members 200 member | viewerAsProfile ownerAsProfile reviewerAsAccount 200 preview",
      ],
      domain: ["/search/answer", "everyone 404 | members 200 member"],
    },
    NOBODY("/search/answer?product=No+Such"),
  ],
  "content/answers/portal/answer": [NOBODY("/search/answer.json")],
  "content/documents/portal/all-documents": [
    OPEN("/documents"),
    OWNERS_ALONE("/documents?product=Acme+Later"),
  ],
  "content/controls/portal/control-page": [
    OPEN("/controls"),
    OWNERS_ALONE("/controls?product=Acme+Later"),
  ],
  "content/knowledge-base/portal/faq": [OPEN("/faq"), OWNERS_ALONE("/faq?product=Acme+Later")],
  "updates/updates/portal/atom": [
    FILE("/feed.xml"),
    FILE("/feed.xml?category=incidents"),
    NOBODY("/feed.xml?category=no-such"),
    NOBODY("/feed.xml?product=Acme+Later"),
  ],
  "updates/updates/portal/json": [
    FILE("/feed.json"),
    FILE("/feed.json?product=Acme+Data+Lake"),
    NOBODY("/feed.json?category=no-such"),
    NOBODY("/feed.json?product=Acme+Later"),
  ],
  ...twins("index", "/index", "/index.FORMAT?product=No+Such"),
  ...twins("product/:product/index", `${LAKE}/index`, `${LATER}/index.FORMAT`),
  ...twins("card/:kind", "/card/Reports", "/card/Esg.FORMAT"),
  ...twins("product/:product/card/:kind", `${LAKE}/card/Reports`, `${LATER}/card/Reports.FORMAT`),
  ...twins("item/:slug", "/item/open-item", "/item/draft-item.FORMAT", "/item/locked-item.FORMAT"),
  ...twins("product/:product/:slug", `${LAKE}/open-in-lake`, `${LATER}/open-later.FORMAT`),
  ...twins("certifications", "/certifications", "/certifications.FORMAT?product=Acme+Later"),
  ...twins("documents", "/documents", "/documents.FORMAT?product=Acme+Later"),
  ...twins("subprocessors", "/subprocessors", "/subprocessors.FORMAT?product=Acme+Later"),
  ...twins("faq", "/faq", "/faq.FORMAT?product=Acme+Later"),
  ...twins("controls", "/controls", "/controls.FORMAT?product=Acme+Later"),
  ...twins("updates", "/updates", "/updates.FORMAT?product=Acme+Later"),
  ...twins("updates/:topicId", "/updates/{topic}", "/updates/{hiddenTopic}.FORMAT"),
  ...twins("dates", "/dates", "/dates.FORMAT?product=Acme+Later"),
  ...twins("dora", "/dora", "/dora.FORMAT?product=Acme+Later"),
  ...twins("cra", "/cra", "/cra.FORMAT?product=Acme+Later"),
  ...twins("changes", "/changes", "/changes.FORMAT?product=Acme+Later"),
  "portal/changes/portal/page": [
    OPEN("/changes"),
    OPEN("/changes?since=2026-11-01"),
    OWNERS_ALONE("/changes?product=Acme+Later"),
  ],
  "portal/changes/portal/feed": [
    FILE("/changes.xml"),
    NOBODY("/changes.xml?product=Acme+Later"),
    NOBODY("/changes.xml?item=no.such"),
    NOBODY("/changes.xml?document=no-such"),
  ],
  "portal/dates/portal/page": [OPEN("/dates"), OWNERS_ALONE("/dates?product=Acme+Later")],
  "portal/dora/portal/page": [OPEN("/dora"), OWNERS_ALONE("/dora?product=Acme+Later")],
  "portal/cra/portal/page": [OPEN("/cra"), OWNERS_ALONE("/cra?product=Acme+Later")],
  "portal/cra/portal/csv": [FILE("/cra.csv"), NOBODY("/cra.csv?product=No+Such")],
  "portal/dora/portal/csv": [FILE("/dora.csv"), NOBODY("/dora.csv?product=No+Such")],
  "portal/dates/portal/calendar": [FILE("/dates.ics"), NOBODY("/dates.ics?product=No+Such")],
  "portal/dates/portal/own-calendar": [
    portal(
      "/my-account/calendar",
      "everyone 303 /acme?loginRequest=true | members 200 member",
      "everyone 303 /?loginRequest=true | members 200 member",
    ),
  ],
  ...buttonsOf("portal/dates/portal/own-calendar", CALENDAR_BUTTONS, (button) => [
    portal(
      `/my-account/calendar/${button}`,
      "everyone 303 /acme?loginRequest=true | members 200 member",
      "everyone 303 /?loginRequest=true | members 200 member",
    ),
  ]),
  // What an address of one's own opens: own-calendar.test.ts.
  "portal/dates/portal/own-dates": [NOBODY("/calendar.ics"), NOBODY("/calendar.ics?token=no-such")],
  "portal/packages/portal/page": [
    portal(
      "/review/package",
      "everyone 303 /acme?loginRequest=true | members 200 member",
      "everyone 303 /?loginRequest=true | members 200 member",
    ),
    portal(
      "/review/package?product=Acme+Later",
      "everyone 303 /acme?loginRequest=true | members 404",
      "everyone 303 /?loginRequest=true | members 404",
    ),
  ],
  "portal/packages/portal/archive": [NOBODY("/review/package/no-such-link")],
  "portal/packages/portal/verify": [OPEN("/verify")],
  // What it answers to a POST: evidence-packages.test.ts.
  "portal/packages/portal/verify-json": [portal("/verify.json", "everyone 405", "everyone 405")],
  "portal/twins/portal/llms": [FILE("/llms.txt")],
  "company/privacy/portal/terms": [OPEN("/legal/terms")],
  "company/privacy/portal/privacy": [OPEN("/legal/privacy")],
  "updates/subscribers/portal/subscribe": [
    portal("/subscribe", `${PAGE} | staff 404`, PAGE_ON_DOMAIN),
  ],
  "updates/follows/portal/follow": [
    portal("/follow", `${PAGE} | staff 404`, PAGE_ON_DOMAIN),
    portal("/follow?what=product", `${PAGE} | staff 404`, PAGE_ON_DOMAIN),
    NOBODY("/follow?what=item&item=no.such"),
    NOBODY("/follow?what=item"),
    NOBODY("/follow?product=Acme+Later"),
  ],
  "updates/follows/portal/confirm": [
    NOBODY("/follow/confirm"),
    NOBODY("/follow/confirm?token=a.b"),
  ],
  "updates/follows/portal/one-click": [NOBODY("/follow/one-click?token=a.b")],
  "updates/follows/portal/stop": [NOBODY("/follow/stop"), NOBODY("/follow/stop?token=a.b")],
  "updates/subscribers/portal/preferences": [
    NOBODY("/subscription"),
    NOBODY("/subscription?token=none.none"),
  ],
  "updates/subscribers/portal/confirm": [
    portal(
      "/subscription/confirm?token=none",
      "everyone 303 /acme?subscribeStatus=TokenInvalid",
      "everyone 303 /?subscribeStatus=TokenInvalid",
    ),
  ],
  "updates/subscribers/portal/unsubscribe": [
    portal("/unsubscribe", "everyone 303 /acme", "everyone 303 /"),
    portal(
      "/unsubscribe?token=none",
      "everyone 303 /acme?unsubscribeToken=none",
      "everyone 303 /?unsubscribeToken=none",
    ),
  ],
  "content/documents/portal/view": files("/view", {
    page: true,
    viewOnly: [PAGE, PAGE_ON_DOMAIN],
  }),
  "content/documents/portal/download": files("/download", {
    download: true,
    viewOnly: ["everyone 403", "everyone 403"],
  }),
  "content/documents/portal/answers": files("/download/answers.json", {
    download: true,
    viewOnly: ["everyone 403", "everyone 403"],
  }),
  // Nobody compares what the organization doesn't open; earlier-versions.test.ts has the others.
  "content/documents/portal/compare": [
    portal("/documents/{openFile}/compare?from=1&to=2", "everyone 403", "everyone 403"),
    NOBODY("/documents/{globexFile}/compare?from=1&to=2"),
    NOBODY("/documents/nothing/compare?from=1&to=2"),
  ],
  "content/documents/portal/page-image": [
    ...files("/view/pages/1", { viewOnly: ["everyone 200", "everyone 200"] }),
    NOBODY("/documents/{viewOnlyFile}/view/pages/999"),
    NOBODY("/documents/{openFile}/view/pages/999"),
    NOBODY("/documents/{openFile}/view/pages/none"),
  ],
  // Whom the pages carry their name for gets an empty picture.
  "content/documents/portal/thumbnail": files("/view/thumbnail", {
    viewOnly: ["everyone 200", "everyone 200"],
  }),
  "content/documents/portal/content": files("/view/content", {
    viewOnly: ["everyone 403", "everyone 403"],
  }),
  "content/bulk-download/portal/dialog": [BULK("/bulk-download")],
  "portal/product/bulk": [BULK(`${LAKE}/bulk-download`), NOBODY(`${LATER}/bulk-download`)],
  "content/bulk-download/portal/archive": [NOBODY("/bulk-download/no-such-link")],
  "content/bulk-download/api/share": [
    {
      default: ["/api/share/{acme}/bulk-download", "everyone 405"],
      domain: ["/api/share/{acme}/bulk-download", "everyone 405"],
    },
  ],
  "content/bulk-download/api/external": [
    {
      default: ["/api/statuspage/share/none/external/bulk-download", "everyone 405"],
      domain: null,
    },
  ],
  "content/bulk-download/api/trust-center": [
    {
      default: ["/api/trust-center/bulk-download", "everyone 405"],
      domain: ["/api/trust-center/bulk-download", "everyone 405"],
    },
  ],
  "content/bridge-letters/portal/view": [
    LETTER("/documents/letter/Reports.soc2/view"),
    NOBODY("/documents/letter/custom.open/view"),
    NOBODY("/documents/letter/no.such/view"),
  ],
  "content/bridge-letters/portal/download": [
    LETTER("/documents/letter/Reports.soc2/download", false),
    NOBODY("/documents/letter/custom.locked/download"),
  ],
  "portal/site/portal/robots": [FILE("/robots.txt")],
  "portal/site/portal/sitemap": [FILE("/sitemap.xml")],
  "portal/site/portal/security-txt": [FILE("/.well-known/security.txt")],
  "access/partners/api/keys#portal": [FILE("/.well-known/jwks.json")],
  "portal/not-found": [
    NOBODY("/no/such/page"),
    NOBODY("/sign-in"),
    NOBODY("/acme"),
    NOBODY("/edit/no-such-dialog"),
  ],
  ...Object.fromEntries([
    ...editing("web/staff/editing/undo", "changes/{change}/undo", {
      lake: "changes/{lakeChange}/undo",
      more: [
        NO_EDIT("/edit/changes/{lakeChange}/undo"),
        NO_EDIT("/edit/changes/no-such-change/undo"),
      ],
    }),
    [
      "content/cards/staff/card",
      [
        portal(
          "/edit/cards/Reports",
          "everyone 404 | anonymous subscriber elsewhere 303 /sign-in | owner admin editor 302 /acme/card/Reports?edit=true",
          "everyone 404",
        ),
        NO_EDIT("/edit/cards/NoSuchKind"),
      ],
    ],
    [
      "portal/product/content/cards/staff/card",
      [
        portal(
          `${LAKE}/edit/cards/Reports`,
          `everyone 404 | anonymous subscriber elsewhere 303 /sign-in | owner admin editor 302 /acme${LAKE}/card/Reports?edit=true`,
          "everyone 404",
        ),
        NO_EDIT(`${LAKE}/edit/cards/NoSuchKind`),
      ],
    ],
    ...editing("content/items/staff/item", "cards/Reports/items/custom.open", {
      more: [
        EDITS("/edit/cards/Reports/items/Reports.pentest"),
        NO_EDIT("/edit/cards/Reports/items/no-such-item"),
        NO_EDIT("/edit/cards/Reports/items/custom.esg"),
        NO_EDIT("/edit/cards/CustomerData/items/custom.open"),
      ],
    }),
    ...editing("content/items/staff/item-button", "cards/Reports/items/custom.open/find", {
      more: [
        ...["connect", "disconnect", "enter", "letter", "preview", "rows", "upload"].map((button) =>
          EDITS(`/edit/cards/Reports/items/custom.open/${button}`),
        ),
        NO_EDIT("/edit/cards/Reports/items/custom.open/nothing"),
        NO_EDIT("/edit/cards/Reports/items/no-such-item/find"),
        NO_EDIT("/edit/cards/Reports/items/custom.esg/find"),
      ],
    }),
    ...editing("content/items/staff/item-button#new", "cards/Reports/items/new/find", {
      more: [
        ...["enter", "preview", "rows", "upload"].map((button) =>
          EDITS(`/edit/cards/Reports/items/new/${button}`),
        ),
        NO_EDIT("/edit/cards/Reports/items/new/connect"),
        NO_EDIT("/edit/cards/Subprocessors/items/new/find"),
      ],
    }),
    ...editing("content/items/staff/item#new", "cards/Reports/items/new", {
      more: [
        NO_EDIT("/edit/cards/Subprocessors/items/new"),
        NO_EDIT("/edit/cards/NoSuchKind/items/new"),
      ],
    }),
    ...editing("content/items/staff/delete", "cards/Reports/items/custom.open/delete", {
      more: [
        NO_EDIT("/edit/cards/Reports/items/Reports.soc2/delete"),
        NO_EDIT("/edit/cards/Reports/items/no-such-item/delete"),
      ],
    }),
    ...editing("content/cards/staff/order/sections-order", "sections"),
    [
      "content/cards/staff/section-show",
      [NO_EDIT("/edit/sections/trusted_by/show"), NO_EDIT("/edit/sections/nothing/show")],
    ],
    [
      "portal/product/content/cards/staff/section-show",
      [EDITS(`${LAKE}/edit/sections/trusted_by/show`), NO_EDIT(`${LAKE}/edit/sections/kb/show`)],
    ],
    ...editing("content/cards/staff/order/cards-order", "card-order"),
    ...editing("content/cards/staff/order/items-order", "cards/Reports/order", {
      more: [NO_EDIT("/edit/cards/Overview/order"), NO_EDIT("/edit/cards/NoSuchKind/order")],
    }),
    ...editing("content/cards/staff/visibility", "cards/Reports/visibility", {
      more: [
        EDITS("/edit/cards/Subprocessors/visibility"),
        NO_EDIT("/edit/cards/NoSuchKind/visibility"),
      ],
    }),
    ...editing("content/cards/staff/placeholder", "cards/Reports/placeholder", {
      more: [
        NO_EDIT("/edit/cards/Documents/placeholder"),
        NO_EDIT("/edit/cards/CustomerData/placeholder"),
      ],
    }),
    ...editing("content/cards/staff/icon", "cards/Reports/icon", {
      more: [NO_EDIT("/edit/cards/Documents/icon"), NO_EDIT("/edit/cards/NoSuchKind/icon")],
    }),
    ...editing("content/items/staff/move", "items/custom.open/move", {
      more: [NO_EDIT("/edit/items/custom.no-such-item/move")],
    }),
    ...editing("content/items/staff/item-url", "items/custom.open/url", {
      more: [NO_EDIT("/edit/items/custom.no-such-item/url")],
    }),
    ...editing("content/grades/staff/list", "grades"),
    ...editingButtons("content/grades/staff/list", "grades", ROW_BUTTONS),
    ...editing("content/grades/staff/entry#new", "grades/new", {
      more: [EDITS("/edit/grades/new?provider=BitSight")],
    }),
    ...editing("content/grades/staff/entry", "grades/{grade}", {
      lake: "grades/{lakeGrade}",
      more: [NO_EDIT("/edit/grades/{lakeGrade}"), NO_EDIT("/edit/grades/{globexGrade}")],
    }),
    ...editing("content/trusted-by/staff/list", "trusted-by"),
    ...editingButtons("content/trusted-by/staff/list", "trusted-by", ROW_BUTTONS),
    ...editing("content/trusted-by/staff/entry#new", "trusted-by/new"),
    ...editing("content/trusted-by/staff/entry", "trusted-by/{trusted}", {
      lake: "trusted-by/{lakeTrusted}",
      more: [
        NO_EDIT("/edit/trusted-by/{lakeTrusted}"),
        NO_EDIT("/edit/trusted-by/{globexTrusted}"),
      ],
    }),
    ...editing("content/companies/staff/company-page", "companies/{company}", {
      more: [
        EDITS("/edit/companies/{company}?list=subprocessors"),
        NO_EDIT("/edit/companies/{globexCompany}"),
        NO_EDIT("/edit/companies/no-such-company"),
      ],
    }),
    ...editing("content/subprocessors/staff/subprocessor-list", "subprocessors"),
    ...editingButtons(
      "content/subprocessors/staff/subprocessor-list",
      "subprocessors",
      SORTED_ROW_BUTTONS,
    ),
    ...editing("content/subprocessors/staff/subprocessor-entry#new", "subprocessors/new"),
    ...editing("content/subprocessors/staff/subprocessor-import", "subprocessors/import"),
    ...editing("content/subprocessors/staff/subprocessor-entry", "subprocessors/{subprocessor}", {
      lake: "subprocessors/{lakeSubprocessor}",
      more: [
        NO_EDIT("/edit/subprocessors/{lakeSubprocessor}"),
        NO_EDIT("/edit/subprocessors/{globexSubprocessor}"),
      ],
    }),
    [
      "content/subprocessors/staff/subprocessor-export",
      [EXPORTS("/edit/subprocessors/export.csv")],
    ],
    [
      "portal/product/content/subprocessors/staff/subprocessor-export",
      [
        EXPORTS(`${LAKE}/edit/subprocessors/export.csv`),
        NO_EDIT("/product/No+Such/edit/subprocessors/export.csv"),
      ],
    ],
    ...editing("content/risk-profile/staff/dialog", "risk-profile"),
    ...editing("content/cards/staff/card-name", "cards/Reports/name", {
      more: [
        EDITS("/edit/cards/Subprocessors/name"),
        NO_EDIT("/edit/cards/SecurityGrades/name"),
        NO_EDIT("/edit/cards/NoSuchKind/name"),
        NO_EDIT("/edit/cards/CustomerData/name"),
      ],
    }),
    ...editing("content/cards/staff/display-text", "cards/Reports/display-text", {
      more: [
        NO_EDIT("/edit/cards/NoSuchKind/display-text"),
        NO_EDIT("/edit/cards/CustomerData/display-text"),
      ],
    }),
  ]),
};

/** The cells of an unpublished org: its own staff on the default host see what they saw, nobody else sees anything. */
export function whileUnpublished(door: DoorName, viewer: ViewerName, published: Cell): Cell {
  return door === "default" && staff.includes(viewer) ? published : { status: 404 };
}

/** Routes that belong to one org's portal: an unpublished one takes them along. */
export function belongsToPortal(routeId: string): boolean {
  return (
    isOfPortal(routeId) ||
    /^api\/(?:share\/:orgId|statuspage\/share\/:accountId\/external)\//.test(
      PATTERNS.get(routeId) ?? "",
    )
  );
}
