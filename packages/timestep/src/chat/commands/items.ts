import { nearestName } from '../../core/index.ts';
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
import type { ItemKind, ItemLine } from '../../port/index.ts';
import type { CommandPort, ContextReport, ItemsPort } from '../command-port.ts';
import { isServerVerb, SERVER_VERBS, serverAnswer, serverNames, serversText } from './servers.ts';

/** Commands about what the agent may be given to know or to use. */
export const ITEMS: readonly SlashCommand[] = [
  commandFor('tools', 'tool'),
  commandFor('rules', 'rule'),
  commandFor('references', 'reference'),
  commandFor('skills', 'skill'),
  {
    name: 'context',
    usage: '',
    summary: 'shows what the newest turn was given to know, and why',
    async run({ context }) {
      if (!context) return notHere('context');
      return say(textOfContext(await context()));
    },
  },
];

function textOfContext({ lines, note, window }: ContextReport): string {
  const chosen = lines.map(({ kind, name, why, score }) => {
    const scored = score === undefined ? '' : `, score ${score.toFixed(2)}`;
    return `${kind} ${code(name)} (${why}${scored})`;
  });
  const about = [
    ...(note === undefined ? [] : [note]),
    ...(window === undefined ? [] : [`The context window of the model: ${window} tokens.`]),
  ];
  return [listOf(chosen, 'Nothing was chosen.'), ...about].join('\n\n');
}

function commandFor(name: string, kind: ItemKind): SlashCommand {
  const isTool = kind === 'tool';
  const verbs = ['include', 'exclude', ...(isTool ? SERVER_VERBS : [])];
  const more = isTool ? ' | reload|ping [server] | log <server>' : '';
  const usage = `[include|exclude <name>${more}]`;
  return {
    name,
    usage,
    summary:
      `lists the agent's ${name}, and takes them into the conversation or out of it` +
      (isTool ? '; looks after their servers' : ''),
    most: 2,
    complete(port, [verb]) {
      if (verb === undefined) return verbs.map((word) => ({ word }));
      const isAboutServers = isTool && isServerVerb(verb);
      return isAboutServers ? serverNames(port.servers) : namesToChange(port, kind, verb);
    },
    async run({ items, servers }, [verb, given]) {
      if (!items) return notHere(name);
      if (verb === undefined) {
        const listed = listOf((await items.list(kind)).map(lineFor), `The agent has no ${name}.`);
        return say(isTool ? listed + serversText(servers) : listed);
      }
      if (isTool && isServerVerb(verb)) return serverAnswer(servers, verb, given);
      if ((verb !== 'include' && verb !== 'exclude') || given === undefined) {
        return refuse(`Write /${name} ${usage}.`);
      }
      return changed(items, kind, verb, given);
    },
  };
}

async function changed(
  items: ItemsPort,
  kind: ItemKind,
  verb: 'include' | 'exclude',
  name: string,
): Promise<Answer> {
  const known = (await items.list(kind)).map((item) => item.name);
  if (!known.includes(name)) {
    const meant = nearestName(name, known);
    const hint = meant === undefined ? `/${kind}s lists them.` : `Did you mean ${code(meant)}?`;
    return refuse(`The agent has no ${kind} ${code(name)}. ${hint}`);
  }
  await items[verb](kind, name);
  const place = verb === 'include' ? 'is part of' : 'is left out of';
  return say(`The ${kind} ${code(name)} ${place} the conversation from the next message on.`);
}

const MODES: Readonly<Record<ItemLine['include'], string>> = {
  always: 'always',
  agent: 'when relevant',
  manual: 'when asked for',
};

function lineFor({ name, description, include, inSession, needsApproval }: ItemLine): string {
  const facts = [
    MODES[include],
    ...(inSession === undefined ? [] : [`${inSession} here`]),
    ...(needsApproval === true ? ['needs a yes'] : []),
  ];
  const about = description === undefined ? '' : `: ${description}`;
  return `${code(name)} (${facts.join(', ')})${about}`;
}

/** Whether a change would make a difference. */
function canChange({ include, inSession }: ItemLine, verb: string | undefined): boolean {
  const has = inSession ?? (include === 'agent' ? undefined : STANDS[include]);
  return has !== `${verb}d`;
}

const STANDS = { always: 'included', manual: 'excluded' } as const;

async function namesToChange(
  { items }: CommandPort,
  kind: ItemKind,
  verb: string | undefined,
): Promise<readonly Completion[]> {
  const all = (await items?.list(kind)) ?? [];
  return all
    .filter((item) => canChange(item, verb))
    .map(({ name, description }) => ({
      word: name,
      ...(description !== undefined && { about: description }),
    }));
}
