import "../server/production-react.ts";
import { test } from "vitest";
import {
  importKnowledgeBase,
  importSubprocessors,
  importSubscribers,
} from "../server/large-imports.ts";
import { openWorld } from "../server/world.ts";

test("ten thousand subprocessors hold nobody up", async () => {
  await importSubprocessors(await openWorld(), 10_000);
});

test("ten thousand subscribers hold nobody up", async () => {
  await importSubscribers(await openWorld(), 10_000);
});

test("a full knowledge base holds nobody up", async () => {
  await importKnowledgeBase(await openWorld(), 2_000);
});
