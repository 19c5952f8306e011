import type { JsonObject } from '../../core/index.ts';
import { checkVariables } from '../read/prompt.ts';
import type { CreateRequest } from '../read/request.ts';
import { ResponsesError } from '../wire/responses-error.ts';
import type { ResponsesAgent } from './options.ts';

/**
 * The input of a request behind the prompt that it names, which is a message of the user. Throws `ResponsesError`
 * where the agent has no such prompt.
 */
export function promptedInput(
  { name, prompts }: ResponsesAgent,
  { prompt, input }: Pick<CreateRequest, 'prompt' | 'input'>,
): CreateRequest['input'] {
  if (!prompt) return input;
  const found = prompts?.get(prompt.id);
  if (!found) throw promptNotFound(`the agent ${name} has no prompt ${prompt.id}`, 'prompt.id');
  const { version } = prompt;
  if (version !== undefined && version !== prompts?.version) {
    const message = `the prompt ${prompt.id} has the version ${prompts?.version ?? 'of its agent'}, not ${version}`;
    throw promptNotFound(message, 'prompt.version');
  }
  checkVariables(prompt, found);
  const said = messageOf(found.fill(prompt.variables));
  if (typeof input === 'string') return [said, messageOf(input)];
  return [said, ...input];
}

function messageOf(content: string): JsonObject {
  return { type: 'message', role: 'user', content };
}

function promptNotFound(message: string, param: string): ResponsesError {
  return new ResponsesError(404, 'prompt_not_found', message, param);
}
