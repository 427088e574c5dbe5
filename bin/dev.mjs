// npm run dev: the same listener, from the sources, rebuilt as they change.
import { createServer } from "node:http";
import { installPackages, root } from "./prepare.mjs";

process.chdir(root);
installPackages();
process.env.NODE_ENV = "development";
const { createServer: createVite } = await import("vite");
const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
const { openForDevelopment } = await vite.ssrLoadModule("./app/server/development.ts");
const { services, lines } = await openForDevelopment();
const server = createServer((req, res) => {
  vite.middlewares(req, res, async () => {
    try {
      const { handle } = await vite.ssrLoadModule("./app/server/server.ts");
      await (
        await handle(services)
      )(req, res);
    } catch (error) {
      vite.ssrFixStacktrace(error);
      res.writeHead(500, { "Content-Type": "text/plain" }).end(error.stack);
    }
  });
});
server.listen(services.config.port, "localhost", () => {
  for (const line of lines) console.log(line);
  console.log(`Ready: ${services.config.origin}`);
});
