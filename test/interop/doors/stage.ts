import { serveGrpc } from '@timestep-ai/grpc';
import { Agent, type Backend, type Environment } from '@timestep-ai/timestep';
import { createA2AHandler } from '@timestep-ai/timestep/a2a';
import { connectEnvironment } from '@timestep-ai/timestep/mcp';
import type { BackendNeeds, ToolEnvironment } from '@timestep-ai/timestep/port';
import { createResponsesHandler } from '@timestep-ai/timestep/responses';
import type { Row } from './rows.ts';
import { environmentOf, hanging, newWorld, planned, type Hanging, type World } from './world.ts';

/** A runner that the table is tested with. */
export interface Column {
  readonly name: string;
  readonly isDurable: boolean;
  /** Opens the storage at a path, for the first time or again. */
  open(place: string, needs: BackendNeeds): Backend | Promise<Backend>;
}

/** A server with one agent, called without sockets, and its observed events. */
export interface Stage {
  readonly world: World;
  readonly environment: Environment;
  /** A call during which the server can be stopped; undefined if the caller executes the calls. */
  readonly hangs: Hanging | undefined;
  readonly fetch: typeof fetch;
  /** The A2A binding of the row. */
  readonly binding: 'JSONRPC' | 'GRPC';
  /** Waits until the task with that id has ended or waits for its caller. */
  settled(taskId: string): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** What a caller reaches an agent by. */
export type Reached = Pick<Stage, 'fetch' | 'binding' | 'settled'>;

export const AGENT = 'subject';
export const ORIGIN = 'http://localhost';

let stages = 0;

export async function openStage(column: Column, row: Row): Promise<Stage> {
  stages += 1;
  const place = `doors-${process.pid}-${stages}`;
  const world = newWorld();
  const isCut = row.restarts === true || row.cancels === true;
  const hangs = isCut && row.site === 'server' ? hanging() : undefined;
  const environment = environmentOf(world, row, hangs);
  const desk = environment.createHandler();
  const reached = row.door === 'MCP' && (await connectEnvironment({ handler: desk }));
  const tools: ToolEnvironment = reached || environment;
  const agent = new Agent({
    agentId: AGENT,
    name: AGENT,
    model: planned(world, row),
    contextIdToEnvironmentUri: { default: tools },
    toolSite: row.site,
    ...(row.toolsAllowed && { toolsAllowed: row.toolsAllowed }),
    ...(row.maxSteps !== undefined && { limits: { max_steps: row.maxSteps } }),
  });
  const grpc =
    row.door === 'gRPC'
      ? await serveGrpc({ fetch: (request) => server.answer(request) })
      : undefined;
  let server = await opened(column, place, agent, grpc?.address);

  return {
    world,
    environment,
    hangs,
    binding: grpc ? 'GRPC' : 'JSONRPC',
    async fetch(input, init) {
      const request = new Request(input, init);
      if (new URL(request.url).pathname === '/mcp') return desk(request);
      return server.answer(request);
    },
    async settled(taskId) {
      await server.backend.runner.waitUntilSettled(taskId, new AbortController().signal);
    },
    async restart() {
      await server.close();
      server = await opened(column, place, agent, grpc?.address);
    },
    async close() {
      await grpc?.close(0);
      await server.close();
      await agent.close();
      if (reached) await reached.close();
      await desk.close();
    },
  };
}

interface Server {
  readonly backend: Backend;
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export async function opened(
  column: Pick<Column, 'open'>,
  place: string,
  agent: Agent,
  grpc?: string,
): Promise<Server> {
  const backend = await column.open(place, { agents: [agent.loop] });
  const { runner, responses: store } = backend;
  const interfaces =
    grpc === undefined ? [] : [{ url: grpc, protocolBinding: 'GRPC', protocolVersion: '1.0' }];
  const a2a = createA2AHandler({
    runner,
    agent: { ...agent.description, url: ORIGIN, interfaces },
  });
  const responses = createResponsesHandler({ runner, store, agents: [{ name: AGENT }] });
  return {
    backend,
    async answer(request) {
      const answer = (await responses(request)) ?? (await a2a(request));
      return answer ?? new Response('nothing is here', { status: 404 });
    },
    async close() {
      await backend.close(0);
      responses.close();
    },
  };
}
