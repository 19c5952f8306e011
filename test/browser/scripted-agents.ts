import { Agent, Environment, scriptedAgent, type AssistantMessage } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';

/** An agent that looks up the weather with a tool, and streams its answer. */
export function weatherAgent(): Agent {
  const environment = new Environment({ environmentId: 'weather', agentId: 'weather' });
  environment.tool(
    'get_weather',
    { description: 'The weather of a city.' },
    ({ city }) => `${JSON.stringify(city)}: 17 °C`,
  );
  return new Agent({
    agentId: 'weather',
    name: 'Weather',
    description: 'Says the weather.',
    toolSite: 'server',
    environment,
    model: scriptedAgent((messages) => {
      const last = messages.at(-1);
      return last?.role === 'tool'
        ? `It is **mild**. ${last.content}`
        : callOf('get_weather', { city: 'Oakland' });
    }),
  });
}

function callOf(name: string, args: object): AssistantMessage {
  const called = { name, arguments: JSON.stringify(args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${name}`, type: 'function', function: called }],
  };
}

/** An agent whose model fails a given number of times, and then repeats the message. */
export function moodyAgent(failures: number): Agent {
  let left = failures;
  const model = scriptedAgent((messages) => {
    left -= 1;
    if (left >= 0) throw new Error('the model is away');
    const asked = messages.findLast(({ role }) => role === 'user');
    return `You asked: ${asked ? getText(asked) : ''}`;
  });
  return new Agent({ agentId: 'moody', name: 'Moody', model });
}

/** An agent that pays after an approval; the message becomes the arguments. */
export function shopAgent(paid: unknown[]): Agent {
  const environment = new Environment({ environmentId: 'shop', agentId: 'shop' });
  environment.tool('pay', { description: 'Pays.', needsApproval: true }, (given) => {
    paid.push(given);
    return 'paid';
  });
  return new Agent({
    agentId: 'shop',
    name: 'Shop',
    toolSite: 'server',
    environment,
    model: scriptedAgent((messages) => {
      const last = messages.at(-1);
      if (last?.role === 'tool') return `It said: ${last.content}`;
      return callOf('pay', { amount: 5, for: last?.content ?? '' });
    }),
  });
}

/**
 * An agent that works until it is stopped: its tool never ends, and it says that it waits for the
 * tool.
 */
export function slowAgent(): Agent {
  const environment = new Environment({ environmentId: 'slow', agentId: 'slow' });
  environment.tool('wait', { description: 'Waits.' }, (_args, { signal }) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  });
  return new Agent({
    agentId: 'slow',
    name: 'Slow',
    toolSite: 'server',
    environment,
    model: scriptedAgent(() => callOf('wait', {})),
  });
}
