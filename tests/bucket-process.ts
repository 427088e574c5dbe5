// A bucket in a process of its own, for tests whose own work would hold it up: it says its port, and ends with its input.
import { BucketServer } from "./bucket-server.ts";

const server = await BucketServer.start();
process.stdout.write(`${server.port}\n`);
process.stdin.resume();
process.stdin.on("end", () => {
  void server.stop().then(() => process.exit(0));
});
