import { nearestName, isJsonObject } from '../../core/index.ts';
import type { ServerPrompt, ServerPromptMessage } from '../../port/index.ts';
import type { ServersPort } from '../command-port.ts';
import {
  code,
  listOf,
  notHere,
  refuse,
  say,
  type Answer,
  type Completion,
  type SlashCommand,
} from '../slash-command.ts';

/** A prompt of a server, by the name under which it is written. */
interface NamedPrompt extends ServerPrompt {
  readonly server: string;
  readonly word: string;
}

const USAGE = '[<server>/<prompt> [<argument>=<value> …]]';

/** The command for prompts of MCP servers, which are said to the agent in the person's name. */
export const PROMPTS: SlashCommand = {
  name: 'prompts',
  aliases: ['prompt'],
  usage: USAGE,
  summary: 'lists the prompts of MCP servers, and says one of them to the agent',
  most: 32,
  async complete({ servers }, [named]) {
    const prompts = await promptsOf(servers);
    if (named === undefined) {
      return prompts.map(({ word, description }): Completion => ({
        word,
        ...(description !== undefined && { about: description }),
      }));
    }
    const prompt = prompts.find(({ word }) => word === named);
    return (prompt?.arguments ?? []).map(({ name, description }): Completion => ({
      word: `${name}=`,
      ...(description !== undefined && { about: description }),
    }));
  },
  async run({ servers }, [named, ...given]) {
    if (!servers?.getPrompt) return notHere('prompts');
    const prompts = await promptsOf(servers);
    if (named === undefined) {
      return say(listOf(prompts.map(lineOf), 'The MCP servers of the agent have no prompts.'));
    }
    const prompt = prompts.find(({ word }) => word === named);
    return prompt ? said(servers.getPrompt, prompt, given) : unknown(named, prompts);
  },
};

async function promptsOf(servers: ServersPort | undefined): Promise<readonly NamedPrompt[]> {
  const { prompts } = servers ?? {};
  if (!servers || !prompts) return [];
  const names = servers.list().filter(({ state }) => state !== 'disabled');
  const lists = await Promise.all(
    names.map(async ({ name: server }) => {
      // A server that is away has no prompts, and keeps none of the others from being listed.
      const found = await prompts(server).catch(() => []);
      return found.map((prompt) => ({ ...prompt, server, word: `${server}/${prompt.name}` }));
    }),
  );
  return lists.flat();
}

async function said(
  getPrompt: NonNullable<ServersPort['getPrompt']>,
  prompt: NamedPrompt,
  given: readonly string[],
): Promise<Answer> {
  const args = new Map<string, string>();
  for (const one of given) {
    const at = one.indexOf('=');
    const name = one.slice(0, Math.max(at, 0));
    if (!prompt.arguments.some((argument) => argument.name === name)) {
      return refuse(`Write ${usageOf(prompt)}.`);
    }
    args.set(name, one.slice(at + 1));
  }
  const missing = prompt.arguments.filter(({ name, isRequired }) => isRequired && !args.has(name));
  if (missing.length > 0) return refuse(`Write ${usageOf(prompt)}.`);
  const messages = await getPrompt(prompt.server, {
    name: prompt.name,
    arguments: Object.fromEntries(args),
  });
  const text = messages.map(textOf).join('\n\n').trim();
  return text === '' ? refuse(`The prompt ${code(prompt.word)} is empty.`) : { do: 'send', text };
}

/** What is not text is named, and what the server lets the model say is marked. */
function textOf({ role, content }: ServerPromptMessage): string {
  const text = typeof content === 'string' ? content : textOfData(content);
  return role === 'user' ? text : `${role}: ${text}`;
}

function textOfData(content: ServerPromptMessage['content']): string {
  if (!isJsonObject(content)) return '';
  const { type, resource } = content;
  const text = isJsonObject(resource) ? resource['text'] : undefined;
  if (typeof text === 'string') return text;
  return typeof type === 'string' ? `[${type}]` : '';
}

function lineOf(prompt: NamedPrompt): string {
  const about = prompt.description === undefined ? '' : `: ${prompt.description}`;
  return `${usageOf(prompt)}${about}`;
}

function usageOf({ word, arguments: args }: NamedPrompt): string {
  const shown = args.map(({ name, isRequired }) => (isRequired ? `${name}=…` : `[${name}=…]`));
  return code(['/prompts', word, ...shown].join(' '));
}

function unknown(named: string, prompts: readonly NamedPrompt[]): Answer {
  const meant = nearestName(
    named,
    prompts.map(({ word }) => word),
  );
  const hint = meant === undefined ? '/prompts lists them.' : `Did you mean ${code(meant)}?`;
  return refuse(`There is no prompt ${code(named)}. ${hint}`);
}
