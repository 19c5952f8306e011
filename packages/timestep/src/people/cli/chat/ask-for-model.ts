import { findModel } from '../agents/find-model.ts';
import type { CommandContext } from '../command.ts';

/**
 * Asks which model answers for an agent without one, and offers a model that can be used as things are. Undefined if the
 * agent has a model, if there is no terminal, or if the user names none.
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

/** Whether an agent can be read and names no model. Opening an agent says what is wrong with it. */
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
