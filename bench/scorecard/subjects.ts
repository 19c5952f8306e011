import { startPostgres } from '../durable/servers/postgres.ts';
import { startRestateServer } from '../durable/servers/restate-server.ts';
import type { StartServer } from '../durable/servers/server.ts';

/** A product that plays the story; its code is the file of that name in `subjects/`. */
export interface Compared {
  readonly name: string;
  readonly title: string;
  /** The package whose version is printed; none for the loop that keeps nothing. */
  readonly packageName?: string;
  /** The page that says how it is set up to be durable. */
  readonly page?: string;
  readonly startServer?: StartServer;
  /** Whether each story needs a database of its own on the server. */
  readonly hasOwnDatabase?: true;
  /** How many stories are played at a time, where most of the time passes in waiting. */
  readonly atOnce?: number;
}

export const BARE = 'bare';

export const COMPARED: readonly Compared[] = [
  { name: BARE, title: 'a loop in memory' },
  {
    name: 'timestep',
    title: 'Timestep, replay: key',
    packageName: '@timestep-ai/timestep',
    page: 'docs/build/tools.md',
  },
  {
    name: 'timestep-never',
    title: 'Timestep, defaults',
    packageName: '@timestep-ai/timestep',
    page: 'docs/build/tools.md',
  },
  {
    name: 'dbos',
    title: 'DBOS, PostgreSQL',
    packageName: '@dbos-inc/dbos-sdk',
    page: 'https://docs.dbos.dev/ai/streaming',
    startServer: startPostgres,
    hasOwnDatabase: true,
  },
  {
    name: 'restate',
    title: 'Restate',
    packageName: '@restatedev/restate-sdk',
    page: 'https://docs.restate.dev/ai/patterns/human-in-the-loop',
    startServer: startRestateServer,
  },
  {
    name: 'openworkflow',
    title: 'OpenWorkflow, SQLite',
    packageName: 'openworkflow',
    page: 'https://openworkflow.dev/docs/core-concepts',
    atOnce: 12,
  },
  {
    name: 'langgraph',
    title: 'LangGraph, SQLite',
    packageName: '@langchain/langgraph',
    page: 'https://docs.langchain.com/oss/javascript/langgraph/durable-execution',
  },
  {
    name: 'mastra',
    title: 'Mastra, LibSQL',
    packageName: '@mastra/core',
    page: 'https://mastra.ai/docs/harness/durable-agents',
  },
  {
    name: 'openai-agents',
    title: 'OpenAI Agents, stored state',
    packageName: '@openai/agents',
    page: 'https://openai.github.io/openai-agents-js/guides/human-in-the-loop',
  },
];
