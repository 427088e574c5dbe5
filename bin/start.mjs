// npm start, and the commands of an installation: installs, builds, and becomes the server.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isNewEnough } from "./node.mjs";
import { buildApplication, installPackages, root } from "./prepare.mjs";

if (!isNewEnough(process.versions.node)) {
  console.error(
    `Node.js ${process.versions.node} is too old for Open Trust Center. Use npm start, which includes its own.`,
  );
  process.exit(1);
}
process.chdir(root);
installPackages();
buildApplication();
process.env.NODE_ENV ||= "production";
await import(pathToFileURL(path.join(root, "build/server/index.js")).href);
