import type { CompiledQuery } from "kysely";
import { inject } from "vitest";
import type { World } from "./world.ts";

/** What a connection of the engine is asked by. */
interface Asked {
  executeQuery: (query: CompiledQuery) => Promise<unknown>;
}

/**
 * Notes the statements that reach a world's engine, those that begin and end a transaction among
 * them. It stands at the one connection that a world in memory has.
 * @returns takes what was asked since the last time, oldest first
 */
export async function noteStatements(world: World): Promise<() => string[]> {
  if (inject("postgres") !== null) throw new Error("statements are counted on SQLite");
  const asked: string[] = [];
  await world.services.store.read.getExecutor().provideConnection(async (connection) => {
    const own = connection as unknown as Asked;
    const ask = own.executeQuery.bind(own);
    own.executeQuery = (query) => {
      asked.push(query.sql);
      return ask(query);
    };
  });
  return () => asked.splice(0);
}
