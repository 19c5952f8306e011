import { createLanguageModelAgent } from '@timestep-ai/timestep/model';
import { createAgentContext } from '../../../packages/timestep/src/agents/model/agent-context.fixture.ts';
import { stripModelDateAndRegion } from '../../../packages/timestep/src/agents/model/request/limits/model-family.ts';
import { answerRequest } from '../../../packages/timestep/src/testing/strict-provider/server/answer-request.ts';
import { drawing } from '../random.ts';
import { drawRequest, type GivenRequest } from './random-request.ts';
import { TARGETS } from './targets.ts';

/** What is wrong with one request. `index` draws the same request again. */
export interface Finding {
  readonly index: number;
  readonly target: string;
  readonly problem: string;
}

/** Sends one random request through the AI SDK to the strict server of its provider. */
export async function sendRequest(seed: number, index: number): Promise<Finding[]> {
  const draw = drawing(seed, index);
  const target = draw.of(TARGETS);
  const findings: Finding[] = [];
  const report = (problem: string): void => {
    findings.push({ index, target: target.name, problem });
  };
  const bodies: string[] = [];
  const model = await target.createModel(async (url, init) => {
    const text = typeof init?.body === 'string' ? init.body : '';
    bodies.push(text);
    const { status, type, pieces, request } = answerRequest(
      new URL(url instanceof Request ? url.url : url).pathname,
      {},
      Buffer.from(text),
      {
        dialect: target.dialect,
        window: undefined,
        reply: () => ({ text: 'Fine.' }),
        refuse: () => undefined,
      },
    );
    if (status >= 400) {
      const { rule = 'unreadable' } = request?.refusal ?? {};
      report(`${rule}: ${String(pieces[0]).slice(0, 400)}`);
    }
    return new Response(Buffer.concat(pieces.map((piece) => Buffer.from(piece))), {
      status,
      headers: { 'content-type': type },
    });
  });
  const { provider, modelId } = model;
  const given = drawRequest(draw, { provider, family: stripModelDateAndRegion(modelId) });
  const names = new Set(given.tools.map((tool) => tool.function.name));
  const tools = given.tools.filter((_tool, at) => draw.chance(0.2) || isFirst(given, at));
  const agent = createLanguageModelAgent(model, {
    stream: draw.chance(0.3),
    settings: { ...given.settings, promptCaching: draw.of([true, '1h', false]) },
  });
  const forced = given.forced !== undefined && names.has(given.forced) ? given.forced : undefined;
  try {
    await agent(
      given.messages,
      createAgentContext({
        tools,
        ...(given.format && { outputFormat: given.format }),
        ...(forced !== undefined && {
          settings: { tool_choice: { type: 'function', name: forced } },
        }),
      }),
    );
  } catch (thrown) {
    const isRefusedChoice = String(thrown).includes('does not support tool_choice');
    if (findings.length === 0 && !isRefusedChoice)
      report(`thrown: ${String(thrown).slice(0, 400)}`);
  }
  const [body] = bodies;
  if (body !== undefined && findings.length === 0)
    for (const problem of compare(given, body)) report(problem);
  return findings;
}

function isFirst({ tools }: GivenRequest, at: number): boolean {
  const name = tools[at]?.function.name;
  return tools.findIndex((tool) => tool.function.name === name) === at;
}

/**
 * Lists the words of the messages that a request lacks or repeats, and what no provider should
 * receive: NUL, and names of arguments that differ from the names in the tool's schema.
 */
function compare({ words }: GivenRequest, body: string): string[] {
  const problems = body.includes(String.raw`\u0000`) ? ['decoded: NUL is sent'] : [];
  const lost = words.flatMap((word) => {
    const times = body.split(word).length - 1;
    return times === 1 ? [] : [`decoded: "${word}" stands ${times} times, not once`];
  });
  return [...problems, ...lost];
}
