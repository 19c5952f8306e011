import { resolve } from 'node:path';
import { omitUndefined } from '#core';
import { createRemoteAgentClient } from '#agents/calling';
import { commandAgent, createAgent, createLocalAgent } from '#agents/model';
import type { AgentFn } from '#engine/port';
import { EvalError, getErrorMessage } from '../eval-error.ts';
import { createFolderAgent } from './folder-agent.ts';
import { createResponsesAgent } from './responses-agent.ts';

/** Options for an agent that is named by a spec such as `a2a:http://…`. */
export interface AgentSpecOptions {
  /** Headers sent with every request to `a2a:` and `responses:` agents, such as an API key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutS?: number;
  /** Model to use instead of the folder's model, such as `openai/gpt-4o-mini`. */
  readonly model?: string;
}

/**
 * Maximum milliseconds to wait for an unreachable agent. Short, because failed trials can be
 * retried.
 */
const CONNECT_TIMEOUT_MS = 5000;

type CreateAgentFromSpec = (argument: string, options: AgentSpecOptions) => AgentFn;

const AGENT_FACTORIES: Readonly<Record<string, CreateAgentFromSpec>> = {
  builtin: (argument) => requireLocalAgent(`builtin:${argument}`),
  script: (argument) => requireLocalAgent(`script:${argument}`),
  cmd: commandAgent,
  model: (model, { timeoutS }) => createAgent({ model, ...omitUndefined({ timeoutS }) }),
  a2a(argument, { headers }) {
    requireUrlWithoutCredentials('a2a', argument);
    // Streaming is off, because graders only read the final answer.
    const reached = { patienceMs: CONNECT_TIMEOUT_MS, streams: false };
    return createRemoteAgentClient(argument, { ...reached, ...omitUndefined({ headers }) }).agent;
  },
  responses(argument, options) {
    requireUrlWithoutCredentials('responses', argument);
    return createResponsesAgent(argument, options);
  },
  folder: createFolderAgent,
};

function requireLocalAgent(name: string): AgentFn {
  try {
    const agent = createLocalAgent(name, (path) => resolve(path));
    if (agent) return agent;
  } catch (thrown) {
    throw new EvalError('bad-agent', getErrorMessage(thrown));
  }
  throw new EvalError('bad-agent', `unknown agent "${name}"`);
}

/** Throws `EvalError` if a URL is invalid or contains credentials, because the URL is recorded. */
function requireUrlWithoutCredentials(kind: string, address: string): void {
  const url = URL.parse(address);
  if (!url) {
    throw new EvalError('bad-agent', `agent ${kind}:${address}: "${address}" is not a valid URL`);
  }
  if (url.username === '' && url.password === '') return;
  const message =
    'the URL of the agent contains credentials, which would be recorded: send them as headers instead (--agent-header)';
  throw new EvalError('bad-agent', message);
}

/** Forms of agent specs, for help texts. */
export const AGENT_SPECS: readonly string[] = [
  'builtin:echo',
  'script:FILE',
  'cmd:COMMAND',
  'model:PROVIDER/NAME',
  'a2a:URL',
  'responses:URL',
  'folder:PATH',
];

/** Creates an agent from `kind:argument`. Throws `EvalError`, or the error of the agent kind. */
export function createAgentFromSpec(spec: string, options: AgentSpecOptions = {}): AgentFn {
  const colon = spec.indexOf(':');
  const kind = spec.slice(0, Math.max(0, colon));
  const argument = spec.slice(colon + 1);
  const make = Object.hasOwn(AGENT_FACTORIES, kind) ? AGENT_FACTORIES[kind] : undefined;
  if (make && argument !== '') return make(argument, options);
  const message = `"${spec}" is not a valid agent: use ${AGENT_SPECS.join(', ')}`;
  throw new EvalError('bad-agent', message);
}
