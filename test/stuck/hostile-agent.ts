import type { AssistantMessage } from '@timestep-ai/timestep/core';
import type {
  AgentContext,
  ServedAgent,
  ToolContext,
  ToolEnvironment,
  ToolResult,
} from '@timestep-ai/timestep/port';
import { drawing, type Draw } from '../fuzz/random.ts';
import { drawAnswer, drawValue } from './odd-values.ts';

/** How many of an agent's answers are bad. */
const SHARES = [0.01, 0.05, 0.2, 0.5] as const;

const TOOLS = ['read', 'write', 'ask', 'wait'];

/** An agent whose model, tools and guards do anything; what they do depends only on the seed. */
export function createHostileAgent(name: string, seed: number): ServedAgent {
  let asked = 0;
  const next = (): Draw => {
    asked += 1;
    return drawing(seed, asked);
  };
  const kind = drawing(seed, 0);
  const share = kind.of(SHARES);
  return {
    name,
    agent: (_messages, context) => answer(next(), share, context),
    toolSite: kind.chance(0.2) ? 'client' : 'server',
    limits: { max_steps: 6, time_limit_s: 60 },
    environment: () => drawAnswer(next(), share, () => createEnvironment(next, share)),
    ...(kind.chance(0.3) && { guards: [createGuard(next, share)] }),
    abandon: async () => drawAnswer(next(), share, () => undefined),
  };
}

function answer(
  draw: Draw,
  share: number,
  { emit }: AgentContext,
): Promise<AssistantMessage> | AssistantMessage {
  if (draw.chance(0.1)) emit({ type: 'text', text: drawValue(draw) } as never);
  return drawAnswer(draw, share, () => drawReply(draw));
}

function drawReply(draw: Draw): AssistantMessage {
  const odd = draw.chance(0.2) ? { provider: drawValue(draw), usage: drawValue(draw) } : {};
  const reply = { role: 'assistant', content: 'Well.', ...odd } as AssistantMessage;
  switch (draw.below(5)) {
    case 0:
      return reply;
    case 1:
      return { ...reply, expects_reply: true };
    case 2:
      return { ...reply, content: draw.chance(0.5) ? (drawValue(draw) as string) : 'Well.' };
    default:
      return { ...reply, tool_calls: drawCalls(draw) };
  }
}

function drawCalls(draw: Draw): NonNullable<AssistantMessage['tool_calls']> {
  if (draw.chance(0.05)) return drawValue(draw) as never;
  return Array.from({ length: 1 + draw.below(3) }, (_, at) => {
    const id = draw.chance(0.2) ? 'same' : `c${at}`;
    const args = draw.chance(0.2) ? drawArguments(draw) : '{}';
    const name = draw.chance(0.1) ? 'unknown' : (TOOLS[draw.below(TOOLS.length)] ?? 'read');
    return { id, type: 'function', function: { name, arguments: args } };
  });
}

const drawArguments = (draw: Draw): string =>
  draw.of([
    '{',
    '[]',
    'null',
    `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    '{"a":"\\ud83d"}',
    '',
  ]);

function createEnvironment(next: () => Draw, share: number): ToolEnvironment {
  const replays = ['safe', 'key', 'probe', 'never'] as const;
  const listed = TOOLS.map((name, at) => ({
    type: 'function' as const,
    replay: replays[at] ?? 'never',
    needsApproval: name === 'write',
    function: { name, parameters: { type: 'object' } },
  }));
  return {
    systemPrompt: async () => drawAnswer(next(), share, () => 'Be kind.'),
    listTools: () => drawAnswer(next(), share, () => listed),
    findTools: () => drawAnswer(next(), share, () => []),
    selectContext: async () => drawAnswer(next(), share, () => ({ items: [] })),
    judgeCall: () => {
      const draw = next();
      return drawAnswer(draw, share, () =>
        draw.chance(0.2) ? { verdict: draw.of(['allow', 'ask', 'deny']) } : undefined,
      );
    },
    callTool: (call, context) => {
      const draw = next();
      return drawAnswer(draw, share, () => drawResult(draw, call.name, context));
    },
    probeTool: () => drawAnswer(next(), share, () => 'unknown' as const),
  };
}

function drawResult(draw: Draw, name: string, { task, awaited }: ToolContext): ToolResult {
  const odd = (share: number): boolean => draw.chance(share);
  if (name === 'ask') return { content: '', question: { text: 'Which?' } };
  if (name === 'wait' && !awaited) {
    const elsewhere = draw.of([task?.id ?? 'nobody', 'nobody', drawValue(draw) as string]);
    const until = odd(0.5) ? { until: draw.of([0, Number.NaN, 50_000, 1e15]) } : {};
    return { content: '', awaits: { task_id: elsewhere, ...until } };
  }
  return {
    content: odd(0.2) ? (drawValue(draw) as string) : 'done',
    ...(odd(0.1) && { isError: true }),
    ...(odd(0.1) && { artifacts: [drawValue(draw)] as never }),
    ...(odd(0.1) && { attachments: [drawValue(draw)] as never }),
    ...(odd(0.1) && { offers: [drawValue(draw)] as never }),
    ...(odd(0.1) && { question: drawValue(draw) as never }),
  };
}

function createGuard(next: () => Draw, share: number): NonNullable<ServedAgent['guards']>[number] {
  const judge = async (): Promise<undefined> => drawAnswer(next(), share, () => undefined);
  return { name: 'g', beforeModel: judge, afterModel: judge, beforeTool: judge, afterTool: judge };
}
