// A server that has just started on a new folder reads its files and lays out its texts for a while. What is measured
// then is measured with that.
import { textsRead } from "./answers.mjs";

const LOOK_MS = 3_000;
/** An idle server's main thread works some 6 ms in a look. */
const IDLE_MS = 30;
const MOST_LOOKS = 100;

/**
 * Waits until a server does nothing by itself.
 * @param folder its data folder, in SQLite
 */
export async function quiet(server, folder) {
  await textsRead(folder);
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const before = server.cpu();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    // Where the system doesn't tell, there is nothing to wait for.
    if (!(server.cpu() - before > IDLE_MS)) return;
  }
}
