// npm start, and the commands of an installation: installs, builds, and becomes the server.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildApplication, installPackages, root } from "./prepare.mjs";

process.chdir(root);
installPackages();
buildApplication();
process.env.NODE_ENV ||= "production";
await import(pathToFileURL(path.join(root, "build/server/index.js")).href);
