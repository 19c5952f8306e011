import { Agent, Environment, type AssistantMessage } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';

const USAGE = { prompt_tokens: 1840, completion_tokens: 96, total_tokens: 1936 };

const ANSWER = `There are **12 crates** of pears left. They last until Thursday.

| Fruit | Crates left | Sold a day |
|---|---|---|
| Pears | 12 | 4 |
| Figs | 3 | 2 |

1. Order 40 crates of pears today.
2. Ask for a discount from 30 crates on.

\`\`\`js
const days = crates / soldPerDay;
\`\`\``;

/** An agent that counts the stock with a tool. Its replies have a model, tokens and a price. */
export function stockAgent(): Agent {
  const environment = new Environment({ environmentId: 'stock', agentId: 'stock' });
  environment.tool('count', { description: 'Counts crates.' }, ({ what }) => ({
    what,
    crates: 12,
  }));
  return new Agent({
    agentId: 'stock',
    name: 'Stock desk',
    description: 'Counts what is left in the store room, and says what to order.',
    toolSite: 'server',
    environment,
    model(messages, { called }) {
      called?.({ provider: 'acme', model: 'stock-1' });
      const last = messages.at(-1);
      const asked = last?.role === 'user' ? getText(last) : undefined;
      const reply: AssistantMessage =
        asked === undefined
          ? { role: 'assistant', content: ANSWER }
          : {
              role: 'assistant',
              content: null,
              reasoning: 'The user wants numbers, so I count first.',
              tool_calls: [callCount(/pears|apples|figs/.exec(asked)?.[0] ?? 'crates')],
            };
      return { ...reply, usage: USAGE, cost_usd: 0.0123 };
    },
  });
}

function callCount(what: string) {
  const called = { name: 'count', arguments: JSON.stringify({ what }) };
  return { id: `call_${what}`, type: 'function', function: called } as const;
}
