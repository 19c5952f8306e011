import type { JsonObject } from '../../../core/index.ts';
import { checkPromptVariables } from '../read/read-prompt.ts';
import type { CreateRequest } from '../read/create-request.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import type { ResponsesAgent } from './responses-options.ts';

/** Inserts the named prompt before the input. Throws `ResponsesError` if there is none. */
export function insertPrompt(
  { name, prompts }: ResponsesAgent,
  { prompt, input }: Pick<CreateRequest, 'prompt' | 'input'>,
): CreateRequest['input'] {
  if (!prompt) return input;
  const found = prompts?.get(prompt.id);
  if (!found)
    throw createPromptNotFoundError(`the agent ${name} has no prompt ${prompt.id}`, 'prompt.id');
  const { version } = prompt;
  if (version !== undefined && version !== prompts?.version) {
    const message = `the prompt ${prompt.id} has the version ${prompts?.version ?? 'of its agent'}, not ${version}`;
    throw createPromptNotFoundError(message, 'prompt.version');
  }
  checkPromptVariables(prompt, found);
  const said = createUserMessage(found.fill(prompt.variables));
  if (typeof input === 'string') return [said, createUserMessage(input)];
  return [said, ...input];
}

function createUserMessage(content: string): JsonObject {
  return { type: 'message', role: 'user', content };
}

function createPromptNotFoundError(message: string, param: string): ResponsesError {
  return new ResponsesError(404, 'prompt_not_found', message, param);
}
