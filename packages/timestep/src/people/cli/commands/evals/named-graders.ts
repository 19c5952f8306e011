import { omitUndefined } from '#core';
import type { Grader } from '#eval';
import type { OptionValues } from '../../command.ts';

/** Creates the graders that `--graders` and `--judge` name. */
export async function loadNamedGraders(values: OptionValues): Promise<Grader[]> {
  const { createAgentFromSpec, loadGraders } = await import('#eval');
  const model = values.text('judge');
  const judge = model === undefined ? undefined : createAgentFromSpec(nameModel(model));
  return loadGraders(omitUndefined({ list: values.text('graders'), judge }));
}

/** A judge may be any agent of `--agent`; a name such as `openai/gpt-5` is a model. */
function nameModel(judge: string): string {
  return /^[a-z0-9]+:/.test(judge) ? judge : `model:${judge}`;
}
