import {
  quoteAsCode,
  formatList,
  createRefusal,
  suggestSimilarWord,
  type CommandResult,
  type Completion,
  type SlashCommand,
} from './slash-command.ts';
import type { ItemKind, ItemLine } from '#engine/port';
import type { CommandPort, ContextReport, ItemsPort } from '../session-commands/command-port.ts';
import {
  isServerVerb,
  SERVER_VERBS,
  runServerVerb,
  suggestServerLogs,
  suggestServers,
  formatServersSection,
} from './servers.ts';

export const ITEMS: readonly SlashCommand[] = [
  createIncludeExcludeCommand('tools', 'tool'),
  createIncludeExcludeCommand('rules', 'rule'),
  createIncludeExcludeCommand('references', 'reference'),
  createIncludeExcludeCommand('skills', 'skill'),
  {
    name: 'context',
    usage: '',
    summary: 'shows the context of the newest turn, and why each item was chosen',
    async run({ getContext }) {
      return getContext && formatContext(await getContext());
    },
  },
];

function formatContext({ items, omitted = [], ranker, note, window }: ContextReport): string {
  const chosen = items.map(({ kind, name, reason, score }) => {
    const scored = score === undefined ? '' : `, score ${score.toFixed(2)}`;
    return `${kind} ${quoteAsCode(name)} (${reason}${scored})`;
  });
  const left = omitted.map(
    ({ kind, name, score, floor }) =>
      `${kind} ${quoteAsCode(name)} (score ${score.toFixed(2)}, below ${floor})`,
  );
  const about = [
    ...(left.length === 0 ? [] : [`Not chosen:\n\n${formatList(left, '')}`]),
    ...(ranker === undefined ? [] : [`Chosen by ${formatRankerName(ranker)}.`]),
    ...(note === undefined ? [] : [note]),
    ...(window === undefined ? [] : [`The model's context window: ${window} tokens.`]),
  ];
  return [formatList(chosen, 'No context was chosen.'), ...about].join('\n\n');
}

/**
 * Describes how items were ranked: by matching words or, if the ranker's name has a model after a plus
 * sign, also by meaning.
 */
function formatRankerName(ranker: string): string {
  const [, model] = ranker.split('+');
  if (model === undefined) return 'matching words only';
  return `matching words and meaning, with the embedding model ${quoteAsCode(model)}`;
}

function createIncludeExcludeCommand(name: string, kind: ItemKind): SlashCommand {
  const isTool = kind === 'tool';
  const verbs = ['include', 'exclude', ...(isTool ? SERVER_VERBS : [])];
  const more = isTool ? ' | reload|ping [server] | log <server>' : '';
  const usage = `[include|exclude <name>${more}]`;
  return {
    name,
    usage,
    summary:
      `lists the agent's ${name}; includes them in or excludes them from the conversation` +
      (isTool ? '; manages their MCP servers' : ''),
    maxArguments: 2,
    complete(port, [verb]) {
      if (verb === undefined) return verbs.map((word) => ({ word }));
      if (!isTool || !isServerVerb(verb)) return listChangeableNames(port, kind, verb);
      return verb === 'log' ? suggestServerLogs(port.servers) : suggestServers(port.servers);
    },
    async run({ items, servers }, [verb, given]) {
      if (!items) return undefined;
      if (verb === undefined) {
        const lines = (await items.list(kind)).map(formatItemLine);
        const listed = formatList(lines, `The agent has no ${name}.`);
        return isTool ? listed + formatServersSection(servers) : listed;
      }
      if (isTool && isServerVerb(verb)) return runServerVerb(servers, verb, given);
      if ((verb !== 'include' && verb !== 'exclude') || given === undefined) {
        return createRefusal(`Usage: \`/${name} ${usage}\`.`);
      }
      return includeOrExcludeItem(items, kind, verb, given);
    },
  };
}

async function includeOrExcludeItem(
  items: ItemsPort,
  kind: ItemKind,
  verb: 'include' | 'exclude',
  name: string,
): Promise<CommandResult> {
  const known = (await items.list(kind)).map((item) => item.name);
  if (!known.includes(name)) {
    const hint = suggestSimilarWord(name, known, `List them with /${kind}s.`);
    return createRefusal(`The agent has no ${kind} ${quoteAsCode(name)}. ${hint}`);
  }
  await items[verb](kind, name);
  const place = verb === 'include' ? 'is included in' : 'is excluded from';
  return `The ${kind} ${quoteAsCode(name)} ${place} the conversation, starting with the next message.`;
}

const MODES: Readonly<Record<ItemLine['include'], string>> = {
  always: 'always',
  agent: 'if it seems relevant',
  manual: 'on request',
};

function formatItemLine({
  name,
  description,
  include,
  inSession,
  needsApproval,
}: ItemLine): string {
  const facts = [
    MODES[include],
    ...(inSession === undefined ? [] : [`${inSession} here`]),
    ...(needsApproval === true ? ['requires approval'] : []),
  ];
  const about = description === undefined ? '' : `: ${description}`;
  return `${quoteAsCode(name)} (${facts.join(', ')})${about}`;
}

/** Whether including or excluding the item (`verb`) would change the session. */
function isItemChangedByVerb({ include, inSession }: ItemLine, verb: string | undefined): boolean {
  const has = inSession ?? (include === 'agent' ? undefined : FIXED_STATES[include]);
  return has !== `${verb}d`;
}

const FIXED_STATES = { always: 'included', manual: 'excluded' } as const;

async function listChangeableNames(
  { items }: CommandPort,
  kind: ItemKind,
  verb: string | undefined,
): Promise<readonly Completion[]> {
  const all = (await items?.list(kind)) ?? [];
  return all
    .filter((item) => isItemChangedByVerb(item, verb))
    .map(({ name, description }) => ({ word: name, about: description }));
}
