import { omitUndefined } from '#core';
import type { Grader } from '#eval';
import type { OptionValues } from '../../command.ts';

/** Creates the graders named by the options `--graders` and `--judge`. */
export async function loadNamedGraders(values: OptionValues): Promise<Grader[]> {
  const { createAgentFromSpec, loadGraders } = await import('#eval');
  const model = values.text('judge');
  const judge = model === undefined ? undefined : createAgentFromSpec(toJudgeSpec(model));
  return loadGraders(omitUndefined({ list: values.text('graders'), judge }));
}

/**
 * Converts `--judge` to an agent spec: `openai/gpt-5` is a model, other specs are as for `--agent`.
 */
function toJudgeSpec(judge: string): string {
  return /^[a-z0-9]+:/.test(judge) ? judge : `model:${judge}`;
}
