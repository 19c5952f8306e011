import { resolve } from 'node:path';
import { remotePeer } from '../../calling/index.ts';
import { commandAgent, createAgent, createLocalAgent } from '../../model/index.ts';
import type { AgentFn } from '../../port/index.ts';
import { EvalError } from '../eval-error.ts';
import { withRetriesExceptRateLimits } from '../pace/retries-except-rate-limits.ts';
import { createFolderAgent } from './folder-agent.ts';
import { createResponsesAgent } from './responses-agent.ts';

/** Headers and the time limit of an agent that is named by a text such as `a2a:http://…`. */
export interface AgentFromOptions {
  /** Sent with every request to `a2a:` and `responses:`, such as an API key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Seconds for one reply. */
  readonly timeoutS?: number;
  /** Answers instead of the model of a folder, as `openai/gpt-4o-mini`. */
  readonly model?: string;
}

/** Short, so that a trial soon fails when no agent answers; the trial can be made again. */
const PATIENCE_MS = 5000;

type MakeAgent = (argument: string, options: AgentFromOptions) => AgentFn;

const MAKERS: Readonly<Record<string, MakeAgent>> = {
  builtin: (argument) => withoutKey(`builtin:${argument}`),
  script: (argument) => withoutKey(`script:${argument}`),
  cmd: (argument, { timeoutS }) =>
    commandAgent(argument, { ...(timeoutS !== undefined && { timeoutS }) }),
  model: (argument, { timeoutS }) =>
    withRetriesExceptRateLimits(
      createAgent({ model: argument, retries: 0, ...(timeoutS !== undefined && { timeoutS }) }),
    ),
  a2a(argument, { headers }) {
    if (!URL.canParse(argument)) {
      throw new EvalError('bad-agent', `a2a:${argument}: "${argument}" is not an address`);
    }
    refuseCredentialsIn(argument);
    return remotePeer(argument, { patienceMs: PATIENCE_MS, ...(headers && { headers }) }).agent;
  },
  responses(argument, { headers }) {
    refuseCredentialsIn(argument);
    return createResponsesAgent(argument, { ...(headers && { headers }) });
  },
  folder: (argument, { timeoutS, model }) =>
    createFolderAgent(argument, {
      ...(timeoutS !== undefined && { timeoutS }),
      ...(model !== undefined && { model }),
    }),
};

function withoutKey(name: string): AgentFn {
  try {
    const agent = createLocalAgent(name, (path) => resolve(path));
    if (agent) return agent;
  } catch (thrown) {
    throw new EvalError('bad-agent', thrown instanceof Error ? thrown.message : String(thrown));
  }
  throw new EvalError('bad-agent', `there is no agent ${name}`);
}

/** Refuses credentials in an address, because the address is recorded and shown. */
function refuseCredentialsIn(address: string): void {
  const url = URL.parse(address);
  if (!url || (url.username === '' && url.password === '')) return;
  const message =
    'the address of the agent holds credentials, which would be recorded: give them in headers (--agent-header)';
  throw new EvalError('bad-agent', message);
}

/** What the specs of agents look like, for help. */
export const AGENT_SPECS: readonly string[] = [
  'builtin:echo',
  'script:FILE',
  'cmd:COMMAND',
  'model:PROVIDER/NAME',
  'a2a:URL',
  'responses:URL',
  'folder:PATH',
];

/**
 * An agent by its spec, `kind:argument`; everything after the first colon is the argument, further
 * colons included. Throws `EvalError`, and what the maker of the kind throws.
 */
export function agentFrom(spec: string, options: AgentFromOptions = {}): AgentFn {
  const colon = spec.indexOf(':');
  const kind = spec.slice(0, Math.max(0, colon));
  const argument = spec.slice(colon + 1);
  const make = Object.hasOwn(MAKERS, kind) ? MAKERS[kind] : undefined;
  if (make && argument !== '') return make(argument, options);
  const message = `"${spec}" is not an agent: use ${AGENT_SPECS.join(', ')}`;
  throw new EvalError('bad-agent', message);
}
