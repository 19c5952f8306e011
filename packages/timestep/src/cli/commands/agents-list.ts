import type { CatalogEntry, KeptAgent } from '../../catalog/index.ts';
import { EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { personAgents } from '../person-agents.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { tableOf } from '../table.ts';

/** Characters of a description that fit into a line. */
const MOST_DESCRIPTION = 60;

interface Row extends KeptAgent {
  readonly isKnown: boolean;
  readonly entry: CatalogEntry | undefined;
}

export const agentsList: Command = {
  words: ['agents', 'list'],
  about: 'Lists the agents that you know, and those that you used last, with how they are.',
  more: 'Files of agents and cards of addresses are looked at, and nothing is started. What is in brackets was used, and is not known: "timestep agents add" keeps it.',
  options: { json: JSON_OPTION },
  examples: ['timestep agents list', 'timestep agents list --json'],
  async run({ values }, { env, write }) {
    const agents = await personAgents(env);
    const known = agents.known();
    const sources = new Set(known.map(({ source }) => source));
    const used = agents.recent().filter(({ source }) => !sources.has(source));
    const { openCatalog } = await import('../../catalog/index.ts');
    const all = [...known, ...used];
    const catalog = await openCatalog(all, { isFollowed: false, opensNamed: false });
    try {
      const rows = all.map((one): Row => ({
        ...one,
        isKnown: sources.has(one.source),
        entry: catalog.find(one.source),
      }));
      write(`${isSet(values, 'json') ? jsonOf(rows) : textFor(rows)}\n`);
      return EXIT.fine;
    } finally {
      await catalog.close();
    }
  },
};

function jsonOf(rows: readonly Row[]): string {
  const agents = rows.map(({ name, source, isKnown, entry }) => {
    const { name: title, description, version, mode, protocolVersion, health } = entry ?? {};
    return {
      name,
      source,
      known: isKnown,
      title,
      description,
      version,
      mode,
      protocolVersion,
      health,
    };
  });
  return JSON.stringify({ agents }, undefined, 2);
}

function textFor(rows: readonly Row[]): string {
  if (rows.length === 0) return 'You know no agents yet: timestep agents add <path|url>';
  const table = tableOf([
    ['NAME', 'HEALTH', 'SOURCE', 'DESCRIPTION'],
    ...rows.map(({ name, source, isKnown, entry }) => [
      plainLine(isKnown ? name : `(${name})`),
      entry?.health.state ?? 'bad',
      plainLine(source),
      plainLine(entry?.description ?? '').slice(0, MOST_DESCRIPTION),
    ]),
  ]);
  const wrong = rows.flatMap(({ name, entry }) =>
    entry?.health.why === undefined ? [] : [`${plainLine(name)}: ${plainText(entry.health.why)}`],
  );
  return [...table, ...(wrong.length > 0 ? ['', ...wrong] : [])].join('\n');
}
