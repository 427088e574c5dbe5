import { expect, test } from "vitest";
import { releaseState, seesReleasesOf } from "#model/questionnaires/releases.ts";
import { readsAnswers } from "#model/questionnaires/uploads.ts";
import { PUBLIC_VIEWER, type Grant, type Viewer } from "#model/visibility/viewer.ts";
import {
  eventWords,
  releasedFile,
  RELEASE_TAKEN,
} from "#tenancy/visitor-events/rules/visitor-events.ts";

test("a release is withdrawn before it is replaced, and replaced before its file is gone", () => {
  const none = { blobHash: "hash", replacedAt: null, withdrawnAt: null };
  const at = "2026-11-27T00:00:00.000Z";
  expect(releaseState(none)).toBe("current");
  expect(releaseState({ ...none, blobHash: null })).toBe("removed");
  expect(releaseState({ ...none, blobHash: null, replacedAt: at })).toBe("replaced");
  expect(releaseState({ ...none, replacedAt: at, withdrawnAt: at })).toBe("withdrawn");
});

const grant: Grant = {
  productId: "p",
  profileId: "f",
  profileName: "All",
  allItems: true,
  itemUids: new Set(),
  ndaRequired: true,
  ndaPassed: false,
  expiresAt: null,
};

test("the NDA comes first in the product that it is about, or in any where that is not said", () => {
  const waived = { ...grant, productId: "w", ndaRequired: false };
  const signed = { ...grant, productId: "s", ndaPassed: true };
  const grants = [grant, waived, signed];
  expect(["p", "w", "s", "gone", null].map((id) => readsAnswers({ grants }, id))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(readsAnswers({ grants: [waived, signed] }, null)).toBe(true);
});

test("only members of the account see it, while it is approved and has access", () => {
  const account = { id: "a", name: "A", reviewStatus: "approved" as const, expired: false };
  const member: Extract<Viewer, { mode: "accountExternal" }> = {
    mode: "accountExternal",
    account,
    member: {
      id: "m",
      email: "m@a.example",
      firstName: "",
      lastName: "",
      isAutoApprovedAccountMember: false,
    },
    grants: [grant],
  };
  expect(seesReleasesOf(member, "a")).toBe(true);
  expect(seesReleasesOf(member, "b")).toBe(false);
  expect(seesReleasesOf({ ...member, grants: [] }, "a")).toBe(false);
  const declined = { ...account, reviewStatus: "declined" as const };
  expect(seesReleasesOf({ ...member, account: declined }, "a")).toBe(false);
  expect(seesReleasesOf(PUBLIC_VIEWER, "a")).toBe(false);
});

test("an account’s activity names the file that was taken", () => {
  const none = { access: null, documentName: null, itemTitle: null };
  const detail = JSON.stringify({ file: "CAIQ-answered.xlsx", release: "r" });
  expect(eventWords({ ...none, name: RELEASE_TAKEN, detail })).toBe(
    "Downloaded CAIQ-answered.xlsx",
  );
  expect(eventWords({ ...none, name: RELEASE_TAKEN })).toBe("Downloaded a questionnaire");
  expect(releasedFile({ name: "signed in", detail })).toBeNull();
});
