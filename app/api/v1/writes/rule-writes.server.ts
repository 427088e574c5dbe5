import { endRule } from "#access/access-requests/store/access-rule-changes.server.ts";
import { mustBeOfKey, verb, type Writes } from "./verb.ts";

/** How auto-decision rules end, as on their page. */
export const ruleWrites: Writes = {
  need: { scope: "access:write", permission: "accounts:review" },
  end: verb({
    about: "Deletes an auto-decision rule. Earlier decisions stay.",
    body: null,
    judge: ({ opened, id }) => {
      mustBeOfKey(opened, null);
      return Promise.resolve(async (write) => {
        await endRule(write, id);
        return id;
      });
    },
  }),
};
