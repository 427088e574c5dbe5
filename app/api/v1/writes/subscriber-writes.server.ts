import { removeSubscriber } from "#updates/subscribers/store/subscriber-lists.server.ts";
import { mustBeOfKey, verb, type Writes } from "./verb.ts";

/** How subscribers leave the list, as on its page. */
export const subscriberWrites: Writes = {
  need: { scope: "updates:write", permission: "updates:publish" },
  end: verb({
    about: "Erases a subscriber. The address can subscribe again.",
    body: null,
    judge: ({ opened, id }) => {
      mustBeOfKey(opened, null);
      return Promise.resolve(async (write) => {
        await removeSubscriber(write, id);
        return id;
      });
    },
  }),
};
