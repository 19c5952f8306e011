import { getText, type AssistantMessage, type Message } from '#core';
import type { ToolEnvironment, ServedAgent } from '#engine/port';
import { compileEnvironment } from '../compile.ts';
import type { EnvironmentDefinition } from '../definition.ts';
import { wallClock } from '../wall-clock.ts';
import { createCallerEnvironment } from './caller-environment.ts';

/** Maximum seconds of a call, not counting the time spent waiting for an answer or a task. */
const LONGEST_CALL_S = 24 * 3600;

const CALL = 'call';

/**
 * Creates an agent without a model, which makes one tool call per task, by the current definition of the
 * environment.
 */
export function createToolCallAgent(
  name: string,
  definition: () => EnvironmentDefinition,
): ServedAgent {
  let made:
    | { readonly of: EnvironmentDefinition; readonly environment: ToolEnvironment }
    | undefined;
  return {
    name,
    toolSite: 'server',
    limits: { max_steps: 4, time_limit_s: LONGEST_CALL_S },
    history: 'none',
    agent: createCallOrEmptyReply,
    environment() {
      const now = definition();
      if (made?.of !== now) {
        made = {
          of: now,
          environment: createCallerEnvironment(compileEnvironment(now, wallClock)),
        };
      }
      return made.environment;
    },
  };
}

/** Returns a reply that requests the tool call, once. Later messages to the task have no effect. */
function createCallOrEmptyReply(messages: readonly Message[]): AssistantMessage {
  const free = { role: 'assistant', cost_usd: 0 } as const;
  const [asked] = messages.filter(({ role }) => role === 'user');
  const isMade = messages.some(({ role }) => role === 'tool');
  if (isMade || !asked) return { ...free, content: '' };
  const call = JSON.parse(getText(asked)) as { readonly name: string; readonly arguments: object };
  const made = { name: call.name, arguments: JSON.stringify(call.arguments) };
  return { ...free, content: null, tool_calls: [{ id: CALL, type: 'function', function: made }] };
}
