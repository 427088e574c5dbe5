import { removeFromTeam } from "#staff/team/store/team.server.ts";
import { tellPerson } from "#staff/team/tell-person.server.ts";
import { verb, type Writes } from "./verb.ts";

/**
 * How people leave the team. Nobody joins by a key or gets another role: whoever has the key could
 * make themselves an owner.
 */
export const teamWrites: Writes = {
  need: { scope: "people:write", permission: "sign-on:edit" },
  end: verb({
    about: "Removes a person from the team and ends their keys. Only owners’ keys can do this.",
    body: null,
    judge: ({ services, opened, id }) =>
      Promise.resolve(async (write) => {
        const { org, staff, by } = opened;
        const manager = { staffId: staff.id, actor: by };
        const person = await removeFromTeam({ ...write, by: manager }, id);
        await tellPerson(write, { config: services.config, org, by: by.actorName }, person, null);
        return id;
      }),
  }),
};
