import { statSync } from 'node:fs';
import type { CommandContext } from '../../command.ts';
import { askForKeyAndStore } from './ask-for-key.ts';
import { findModels } from './find-models.ts';

/** What the user wants to talk with: a model, or the guide, which needs none. */
export type ModelAnswer =
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'guide' };

interface Choice {
  readonly text: string;
  readonly answer: ModelAnswer | 'key';
}

/**
 * Asks the user for the model of an agent that has none: offers models that can be used, takes an API key, or
 * opens the guide. Undefined if the agent has a model, if there is no terminal, or if the user enters none.
 */
export async function askForModelIfMissing(
  path: string,
  { askUser, askSecret, env }: Pick<CommandContext, 'askUser' | 'askSecret' | 'env'>,
  fetch?: typeof globalThis.fetch,
): Promise<ModelAnswer | undefined> {
  if (askUser === undefined) return undefined;
  const variables = await readVariablesIfModelMissing(path, env);
  if (!variables) return undefined;
  const choices = await listChoices(variables, askSecret !== undefined && isFolder(path), fetch);
  let problem = '';
  for (;;) {
    const answer = await askUser(formatQuestion(choices, problem));
    const chosen = parseAnswer(choices, answer);
    if (chosen === undefined) {
      if (answer === '') return undefined;
      problem = `There is no choice ${answer}.`;
    } else if (chosen !== 'key') {
      return chosen;
    } else if (askSecret) {
      const questions = { askUser, askSecret, env: variables, ...(fetch && { fetch }) };
      const came = await askForKeyAndStore(path, questions);
      if ('model' in came) return { kind: 'model', model: came.model };
      ({ problem } = came);
    }
  }
}

async function listChoices(
  env: CommandContext['env'],
  takesKey: boolean,
  fetch: typeof globalThis.fetch | undefined,
): Promise<readonly Choice[]> {
  const found = await findModels(env, fetch);
  return [
    ...found.map(({ model, because }): Choice => {
      return { text: `${model} (${because})`, answer: { kind: 'model', model } };
    }),
    ...(takesKey ? [{ text: 'enter an API key', answer: 'key' } as const] : []),
    { text: 'talk to the guide, which needs no model', answer: { kind: 'guide' } },
  ];
}

function formatQuestion(choices: readonly Choice[], problem: string): string {
  const hint = findDefaultAnswer(choices) ? ' [1]' : ', such as ollama/llama3.2';
  return [
    ...(problem === '' ? [] : [problem]),
    'This agent has no model.',
    ...choices.map(({ text }, at) => `  ${at + 1}. ${text}`),
    `Number, or a model as provider/name${hint}: `,
  ].join('\n');
}

/** Finds what an answer means; undefined if it is no choice. */
function parseAnswer(choices: readonly Choice[], answer: string): Choice['answer'] | undefined {
  if (answer === '') return findDefaultAnswer(choices);
  if (/^\d+$/.test(answer)) return choices[Number(answer) - 1]?.answer;
  return { kind: 'model', model: answer };
}

/** Returns the first model that was found, which an empty answer takes. */
function findDefaultAnswer([first]: readonly Choice[]): ModelAnswer | undefined {
  const answer = first?.answer;
  return typeof answer === 'object' && answer.kind === 'model' ? answer : undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Reads the environment variables of an agent that is readable but has no model. Undefined for all others: reading
 * errors are reported when the agent is opened.
 */
async function readVariablesIfModelMissing(
  path: string,
  env: CommandContext['env'],
): Promise<CommandContext['env'] | undefined> {
  const { agentExists, readAgentFolder } = await import('#agents/folder');
  const { getAgentModelName } = await import('#agents/agent');
  if (!(await agentExists(path))) return undefined;
  try {
    const folder = readAgentFolder(path, { env });
    return getAgentModelName(folder, { env }) === undefined ? { ...env, ...folder.env } : undefined;
  } catch {
    return undefined;
  }
}
