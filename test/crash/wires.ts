import { Agent, Environment } from '@timestep-ai/timestep';
import { createA2AAgent, createA2AHandler } from '@timestep-ai/timestep/a2a';
import type { AssistantMessage, Message } from '@timestep-ai/timestep/core';
import { listen, type ListeningServer } from '@timestep-ai/timestep/http';
import type { AgentFn, ResponseStore, Runner, ServedAgent } from '@timestep-ai/timestep/port';
import { createResponsesHandler } from '@timestep-ai/timestep/responses';
import { calling, type Outside } from './agents.ts';
import type { KillPoints } from './kill-points.ts';
import type { Order } from './story.ts';

/** Whom tasks belong to that were sent over a socket. */
export const WIRE = 'wire';

/** Agents that reach others over sockets, and the server where the story's process is reached. */
export interface Wires {
  /** `delegate` answers what `helper` answers it over A2A; `chief` hands over by MCP, and then A2A. */
  readonly agents: readonly ServedAgent[];
  /** Serves `helper` over A2A, the tools of `chief` over MCP, and `clerk` and `notary` over OpenAI Responses. */
  open(runner: Runner, responses: ResponseStore): Promise<void>;
  close(): Promise<void>;
}

const LIMITS = { max_steps: 30, time_limit_s: 600 };
/** Short, so that what a killed process was making is soon ended. */
const SWEEP_MS = 1000;
const HELPER = '/agents/helper';
const DESK = '/agents/chief/mcp';

/** `served` leads to whichever process serves, and outlives each of them; the world sees to that. */
export function createWires(
  { world, served }: Pick<Order, 'world' | 'served'>,
  outside: Outside,
  points: KillPoints,
): Wires {
  const environment = new Environment({ environmentId: 'desk', agentId: 'chief' });
  const thinking =
    (answer: AgentFn): AgentFn =>
    async (messages, context) => {
      await outside('model', context.key, context.attempt);
      return answer(messages, context);
    };
  const delegate = new Agent({
    agentId: 'delegate',
    name: 'delegate',
    model: thinking(createA2AAgent(served + HELPER)),
    toolSite: 'server',
    limits: LIMITS,
  });
  const chief = new Agent({
    agentId: 'chief',
    name: 'chief',
    model: thinking((messages) => handingOver(messages, served + HELPER)),
    environments: { default: served + DESK },
    toolSite: 'server',
    limits: LIMITS,
  });
  let listening: ListeningServer | undefined;
  let closeResponses = (): void => undefined;

  async function open(runner: Runner, store: ResponseStore): Promise<void> {
    const principalOf = (): string => WIRE;
    const helper = {
      name: 'helper',
      description: 'helps',
      version: '1.0.0',
      skills: [],
      url: served + HELPER,
    };
    const a2a = createA2AHandler({ runner, agent: helper, basePath: HELPER, principalOf });
    const handOff = environment.createHandler({ stateKey: await runner.getStateKey() });
    const responses = createResponsesHandler({
      runner,
      agents: [{ name: 'clerk' }, { name: 'notary' }],
      store,
      sweepMs: SWEEP_MS,
      principalOf,
      toolSite: 'server',
    });
    closeResponses = () => responses.close();
    const answering = async (request: Request): Promise<Response> => {
      points.pass('before serving');
      const isForDesk = new URL(request.url).pathname === DESK;
      const answer = isForDesk
        ? await handOff(request)
        : ((await a2a(request)) ?? (await responses(request)));
      points.pass('after serving');
      return answer ?? new Response('nothing is here', { status: 404 });
    };
    listening = await listen(answering, { port: 0 });
    const body = JSON.stringify({ port: listening.port });
    await fetch(`${world}/lead`, { method: 'POST', body });
  }

  return {
    agents: [delegate.loop, chief.loop],
    open,
    async close() {
      await listening?.close(0);
      closeResponses();
      await Promise.all([delegate.close(), chief.close()]);
    },
  };
}

/** Has the other agent help, and says what it said. */
function handingOver(messages: readonly Message[], agentUri: string): AssistantMessage {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { role: 'assistant', content: last.content };
  return calling([
    { id: 'call-handoff', name: 'handoff', args: { agent_uri: agentUri, message: 'help' } },
  ]);
}
