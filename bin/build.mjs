// Builds the application, unless the build was made from these sources.
import { buildApplication } from "./prepare.mjs";

buildApplication();
