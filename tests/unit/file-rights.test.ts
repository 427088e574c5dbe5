import { describe, expect, test } from "vitest";
import {
  fileRights,
  isShownAsPages,
  type FileFacts,
  type FileRefusal,
  type FileSettings,
} from "#model/visibility/file-rights.ts";
import type { Permission } from "#model/auth/permissions.ts";
import type { Viewer } from "#model/visibility/viewer.ts";
import type { FileAccess } from "#model/visibility/who-sees-what.ts";

const main = (...permissions: Permission[]): Viewer => ({
  mode: "main",
  staff: {
    id: "s",
    email: "s@acme.example",
    name: "S",
    role: "owner",
    permissions: new Set(permissions),
  },
});
const PUBLIC: Viewer = { mode: "public" };
const MEMBER: Viewer = {
  mode: "accountExternal",
  account: { id: "a", name: "Customer", reviewStatus: "approved", expired: false },
  member: {
    id: "m",
    email: "m@customer.example",
    firstName: "M",
    lastName: "M",
    isAutoApprovedAccountMember: false,
  },
  grants: [],
};
const preview = (...permissions: Permission[]): Viewer => ({
  mode: "preview",
  staff: {
    id: "s",
    email: "s@acme.example",
    name: "S",
    role: "owner",
    permissions: new Set(permissions),
  },
  account: null,
  profile: null,
  grants: [],
});

const file = (changes: Partial<FileFacts> = {}): FileFacts => ({
  contentType: "application/pdf",
  accessType: null,
  encryptedType: null,
  ...changes,
});
const org = (changes: Partial<FileSettings> = {}): FileSettings => ({
  documentAccessType: "view-and-download",
  viewOnlyFallback: "refuse",
  ...changes,
});
const VIEW_ONLY = file({ accessType: "view-only" });
const TABLE = file({
  accessType: "view-only",
  contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
});
const SEALED = file({ accessType: "view-only", encryptedType: "password" });
const ALL: Permission[] = ["files:view", "files:download"];

type Row = [
  string,
  Viewer,
  Exclude<FileAccess, "none">,
  FileFacts,
  FileSettings,
  FileRefusal | null,
  FileRefusal | null,
];

const ROWS: Row[] = [
  ["a visitor with an open item views and downloads", PUBLIC, "open", file(), org(), null, null],
  ["a member with an open item views and downloads", MEMBER, "open", file(), org(), null, null],
  ["a locked item refuses both", PUBLIC, "locked", file(), org(), "locked", "locked"],
  [
    "a locked item says locked, even of a view-only file",
    MEMBER,
    "locked",
    VIEW_ONLY,
    org(),
    "locked",
    "locked",
  ],
  ["an unsigned NDA refuses both", MEMBER, "nda", file(), org(), "nda", "nda"],
  ["a view-only document is viewed alone", MEMBER, "open", VIEW_ONLY, org(), null, "view-only"],
  [
    "the org's default makes it view-only for visitors",
    PUBLIC,
    "open",
    file(),
    org({ documentAccessType: "view-only" }),
    null,
    "view-only",
  ],
  [
    "and for previews",
    preview(...ALL),
    "open",
    file(),
    org({ documentAccessType: "view-only" }),
    null,
    "view-only",
  ],
  [
    "and not in Main",
    main(...ALL),
    "open",
    file(),
    org({ documentAccessType: "view-only" }),
    null,
    null,
  ],
  [
    "a document's own type wins over the default",
    PUBLIC,
    "open",
    file({ accessType: "view-and-download" }),
    org({ documentAccessType: "view-only" }),
    null,
    null,
  ],
  [
    "a document's own view-only counts in Main, too",
    main(...ALL),
    "open",
    VIEW_ONLY,
    org(),
    null,
    "view-only",
  ],
  [
    "Main with files:view alone does not download",
    main("files:view"),
    "open",
    file(),
    org(),
    null,
    "no-permission",
  ],
  [
    "Main with files:download alone does not view",
    main("files:download"),
    "open",
    file(),
    org(),
    "no-permission",
    null,
  ],
  ["a view-only table can't be shown: refused", MEMBER, "open", TABLE, org(), null, "view-only"],
  [
    "or offered, as the org chose",
    MEMBER,
    "open",
    TABLE,
    org({ viewOnlyFallback: "offer" }),
    null,
    null,
  ],
  [
    "a view-only PDF with a password can't be shown either: offered",
    MEMBER,
    "open",
    SEALED,
    org({ viewOnlyFallback: "offer" }),
    null,
    null,
  ],
  [
    "what can be shown is never offered",
    MEMBER,
    "open",
    VIEW_ONLY,
    org({ viewOnlyFallback: "offer" }),
    null,
    "view-only",
  ],
  [
    "the offer gives no permission",
    main("files:view"),
    "open",
    TABLE,
    org({ viewOnlyFallback: "offer" }),
    null,
    "no-permission",
  ],
  [
    "a preview gives its staff member no download that their role refuses",
    preview("files:view"),
    "open",
    file(),
    org(),
    null,
    "no-permission",
  ],
  ["nor a view", preview("files:download"), "open", file(), org(), "no-permission", null],
  ["what is locked in a preview is locked", preview(), "locked", file(), org(), "locked", "locked"],
];

describe("what a viewer may do with a file", () => {
  test.each(ROWS)("%s", (_name, viewer, access, document, settings, view, download) => {
    expect(fileRights(viewer, access, document, settings)).toMatchObject({ view, download });
  });

  test("a preview offers what its visitor would be offered; Main offers what the role has", () => {
    expect(fileRights(preview(), "open", file(), org()).offered).toEqual({
      view: null,
      download: null,
    });
    expect(fileRights(preview(), "open", VIEW_ONLY, org()).offered.download).toBe("view-only");
    expect(fileRights(main("files:view"), "open", file(), org()).offered.download).toBe(
      "no-permission",
    );
  });

  test.each([
    ["application/pdf", true],
    ["image/png", true],
    ["image/jpeg", true],
    ["text/plain; charset=utf-8", true],
    ["text/markdown", true],
    ["image/svg+xml", false],
    ["text/html", false],
    ["application/zip", false],
  ])("%s is shown as pages: %s", (contentType, shown) => {
    expect(isShownAsPages({ contentType, encryptedType: null })).toBe(shown);
  });
});
