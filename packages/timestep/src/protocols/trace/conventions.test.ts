import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ATTRIBUTE, EVALUATED, OPERATION } from './conventions.ts';

/** The commit of the conventions whose names are listed here. */
const PINNED = '32c328e85013588c6fe32ebc30934ab5b1752b6a';

it('writes the names of the GenAI conventions, and no others under their prefix', () => {
  const names = [...Object.values(ATTRIBUTE), EVALUATED].filter((name) =>
    name.startsWith('gen_ai.'),
  );
  expect(names.toSorted()).toEqual([
    'gen_ai.agent.name',
    'gen_ai.conversation.id',
    'gen_ai.evaluation.explanation',
    'gen_ai.evaluation.name',
    'gen_ai.evaluation.result',
    'gen_ai.evaluation.score.label',
    'gen_ai.evaluation.score.value',
    'gen_ai.input.messages',
    'gen_ai.operation.name',
    'gen_ai.output.messages',
    'gen_ai.provider.name',
    'gen_ai.request.max_tokens',
    'gen_ai.request.model',
    'gen_ai.request.reasoning.level',
    'gen_ai.request.temperature',
    'gen_ai.request.top_p',
    'gen_ai.response.finish_reasons',
    'gen_ai.response.model',
    'gen_ai.system_instructions',
    'gen_ai.tool.call.arguments',
    'gen_ai.tool.call.id',
    'gen_ai.tool.call.result',
    'gen_ai.tool.name',
    'gen_ai.tool.type',
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_write.input_tokens',
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.reasoning.output_tokens',
  ]);
  expect(OPERATION).toEqual({ agent: 'invoke_agent', model: 'chat', tool: 'execute_tool' });
});

it.each(['./conventions.ts', '../../../../../docs/tracing.md'])(
  'says of which version the names are: %s',
  (file) => {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(PINNED);
  },
);
