import {
  deletes,
  personTable,
  rowsOf,
  type DeclaredTable,
} from "#tenancy/persons/store/person-tables.server.ts";

/** Keys of a member's programs, and the addresses of their calendars: they end with the member. */
export const MEMBER_KEY_PERSONS: readonly DeclaredTable[] = [
  personTable({
    table: "memberKeys",
    records: {
      memberKeys: rowsOf(
        "memberKeys",
        [
          "name",
          "start",
          "scopesJson",
          "networksJson",
          "createdAt",
          "expiresAt",
          "revokedAt",
          "revokedBy",
          "lastUsedAt",
          "lastIp",
          "seenNetworksJson",
        ],
        { memberId: "members" },
        "createdAt",
      ),
    },
    ends: deletes("memberKeys", { memberId: "members" }),
  }),
  personTable({
    table: "calendarAddresses",
    ends: deletes("calendarAddresses", { memberId: "members" }),
  }),
];
