import {
  Agent,
  Environment,
  scriptedAgent,
  type AgentFn,
  type AssistantMessage,
} from '@timestep-ai/timestep';
import { getText, type Message } from '@timestep-ai/timestep/core';

/** What the first message asks of the agent that works, as JSON. */
export interface Work {
  /** Events of its log, some more or fewer: a step has as many as it has. */
  readonly events: number;
  /** So many come as fast as they can, the rest at `perSecond`. */
  readonly quick: number;
  readonly perSecond: number;
}

/** Calls of a step; each is begun and returns, and the model is asked and replies. */
const CALLS = 4;
const EVENTS_OF_STEP = 2 + 2 * CALLS;
const WORDS = 'All is as it should be, and so the next places are looked at. '.split(/(?<= )/);

/** Makes a log as long as it was asked for, streams what it says, and may be killed and started again. */
export function busyAgent(): Agent {
  const environment = new Environment({ environmentId: 'places', agentId: 'busy' });
  environment.tool(
    'look',
    { description: 'Looks at a place.', replay: 'safe' },
    ({ place }) =>
      `Place ${JSON.stringify(place)} is as it should be, and so is what stands around it.`,
  );
  return new Agent({
    agentId: 'busy',
    name: 'Busy',
    toolSite: 'server',
    environment,
    model: working,
    limits: { max_steps: 1_000_000, time_limit_s: 86_400 },
  });
}

const working: AgentFn = async (messages, { emit }) => {
  const { events, quick, perSecond } = workIn(messages);
  const step = messages.filter(({ role }) => role === 'assistant').length;
  const done = step * EVENTS_OF_STEP;
  if (done >= events) return { role: 'assistant', content: `All ${events} are done.` };
  const pause = done < quick ? 0 : (1000 * EVENTS_OF_STEP) / perSecond / WORDS.length;
  for (const text of WORDS) {
    emit({ type: 'text', text });
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return lookingAt(step);
};

function workIn(messages: readonly Message[]): Work {
  const first = messages.find(({ role }) => role === 'user');
  return JSON.parse(first ? getText(first) : '') as Work;
}

function lookingAt(step: number): AssistantMessage {
  return {
    role: 'assistant',
    content: WORDS.join(''),
    tool_calls: Array.from({ length: CALLS }, (_, index) => ({
      id: `call-${step}-${index}`,
      type: 'function',
      function: { name: 'look', arguments: JSON.stringify({ place: step * CALLS + index }) },
    })),
  };
}

/** Answers at once. */
export function briefAgent(): Agent {
  return new Agent({ agentId: 'brief', name: 'Brief', model: scriptedAgent(() => 'Done.') });
}
