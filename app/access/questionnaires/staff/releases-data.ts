import type { RouterContextProvider } from "react-router";
import type { StaffInOrg } from "#auth/current-staff.ts";
import { releaseState } from "#model/questionnaires/releases.ts";
import { servicesContext } from "#platform/context.ts";
import { formatMoment } from "#values/moments.ts";
import type { Questionnaire } from "../store/questionnaires.server.ts";
import { reachedBy, releasesOf } from "../store/releases.server.ts";

/** What was released of a questionnaire, and whom a release reaches; null without an account. */
export async function loadReleases(
  context: Readonly<RouterContextProvider>,
  org: StaffInOrg["org"],
  { id, accountId }: Questionnaire,
) {
  const { store, now } = context.get(servicesContext);
  const reached = accountId === null ? null : await reachedBy(store.read, org.id, accountId, now());
  if (reached === null) return null;
  const releases = await releasesOf(store.read, org.id, id);
  const when = (at: string) => formatMoment(at, org.timeZone);
  return {
    account: { id: reached.account.id, name: reached.account.name },
    people: reached.members.length,
    rows: releases.map((release) => ({
      id: release.id,
      fileName: release.fileName,
      state: releaseState(release),
      facts: [
        `Released by ${release.releasedBy} on ${when(release.releasedAt)}`,
        release.withdrawnAt === null
          ? null
          : `Withdrawn by ${release.withdrawnBy ?? ""} on ${when(release.withdrawnAt)}`,
        release.replacedAt === null ? null : `Replaced on ${when(release.replacedAt)}`,
      ].filter((fact): fact is string => fact !== null),
    })),
  };
}

export type ShownReleases = Awaited<ReturnType<typeof loadReleases>>;
