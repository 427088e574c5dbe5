import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { announce } from "#tenancy/webhooks/store/announce.server.ts";
import { hookIn, tellHooks } from "./webhook-receiver.ts";
import { openWorld } from "./world.ts";

/** The program of the document, as it is printed. */
async function printed(): Promise<string> {
  const text = await readFile("docs/program/webhooks.md", "utf8");
  return text.split("```js\n")[1]?.split("\n```")[0] ?? "";
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("the receiver of the documents takes what is signed, once, and refuses what is not", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "otc-receiver-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "receiver.mjs"), await printed());
  const host = `127.0.0.1:${await freePort()}`;
  const world = await openWorld({ OUTBOUND_ALLOW: `webhooks:${host}` });
  // The program compares with the clock of the machine.
  world.time = new Date();
  const url = (at = "") => `http://${host}${at}`;
  const { id, secret } = await hookIn(
    world,
    { service: { host, url } },
    { types: ["request.received"] },
  );
  const program = spawn(process.execPath, ["receiver.mjs"], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: host.split(":")[1] },
  });
  onTestFinished(() => void program.kill());
  let said = "";
  program.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const forge = () =>
    fetch(url("/hook"), {
      method: "POST",
      body: "{}",
      headers: { "webhook-id": "msg_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" },
    });
  await expect
    .poll(
      () =>
        forge().then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(401);
  const orgId = await world.orgId("acme");
  await world.services.store.write((trx) =>
    announce(
      { trx, orgId, now: world.time },
      { type: "request.received", subjectId: "it", path: "/requests/it" },
    ),
  );
  await tellHooks(world);
  const [row] = await world.services.store.read
    .selectFrom("webhookDeliveries")
    .selectAll()
    .execute();
  expect([row?.state, row?.lastStatus]).toEqual(["sent", 204]);
  await world.ask(`/settings/webhooks/${id}/again`, {
    as: "owner@acme.example",
    form: { deliveryId: row?.id ?? "" },
  });
  await tellHooks(world);
  expect(said).toBe("request.received http://localhost:3000/requests/it\n");
});
