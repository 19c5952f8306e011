import { findModel } from '../agents/find-model.ts';
import type { CommandContext } from '../command.ts';

/**
 * Asks the user for the model of an agent that has none, and suggests a usable one. Undefined if
 * the agent has a model, if there is no terminal, or if the user enters none.
 */
export async function askForModel(
  path: string,
  { askUser, env }: Pick<CommandContext, 'askUser' | 'env'>,
  fetch?: typeof globalThis.fetch,
): Promise<string | undefined> {
  if (askUser === undefined || !(await lacksModel(path, env))) return undefined;
  const found = await findModel(env, fetch);
  const offered = found ? ` [${found.model}: ${found.because}]` : '';
  const example = found
    ? ''
    : ', such as openai/gpt-5-mini with OPENAI_API_KEY, or ollama/llama3.2';
  const answer = await askUser(
    `This agent has no model. Model, as provider/name${example}${offered}: `,
  );
  return answer === '' ? found?.model : answer;
}

/**
 * Whether an agent is readable but has no model. Reading errors are reported when the agent is
 * opened.
 */
async function lacksModel(path: string, env: CommandContext['env']): Promise<boolean> {
  const { agentExists, readAgentFolder } = await import('#agents/folder');
  const { getAgentModelName } = await import('#agents/agent');
  if (!(await agentExists(path))) return false;
  try {
    return getAgentModelName(readAgentFolder(path, { env }), { env }) === undefined;
  } catch {
    return false;
  }
}
