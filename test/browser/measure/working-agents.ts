import {
  Agent,
  Environment,
  scriptedAgent,
  type AgentFn,
  type AssistantMessage,
} from '@timestep-ai/timestep';
import { getText, type Message } from '@timestep-ai/timestep/core';

/** The JSON in the first message to the working agent. */
export interface Work {
  /** Approximate number of events of its log, because steps are always complete. */
  readonly events: number;
  /** This number of events is created as fast as possible, the rest at `perSecond`. */
  readonly quick: number;
  readonly perSecond: number;
}

/**
 * Number of calls in a step; each has a start and a result, and the model is called and replies.
 */
const CALLS = 4;
const EVENTS_OF_STEP = 2 + 2 * CALLS;
const WORDS = 'All is as it should be, and so the next places are looked at. '.split(/(?<= )/);

/** Creates a log of the requested length, streams its replies, and may be killed and restarted. */
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

/** Answers immediately. */
export function briefAgent(): Agent {
  return new Agent({ agentId: 'brief', name: 'Brief', model: scriptedAgent(() => 'Done.') });
}
