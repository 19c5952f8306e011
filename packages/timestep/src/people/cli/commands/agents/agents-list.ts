import { formatForeignBlock, formatForeignLine } from '#core';
import type { CatalogEntry, SavedAgent } from '#serving/catalog';
import { JSON_OPTION, type Command } from '../../command.ts';
import { openUserAgents } from '../../agents/user-agents.ts';
import { formatResult, formatTable } from '../../output/plain-text.ts';

const MAX_DESCRIPTION_LENGTH = 60;

interface AgentRow extends SavedAgent {
  readonly isKnown: boolean;
  readonly entry: CatalogEntry | undefined;
}

export const agentsList: Command = {
  usage: 'agents list',
  about: 'Lists your saved and recently used agents with their health.',
  more: 'Reads agent files and agent cards; nothing is started. Agents in brackets were used recently but are not saved. Save one with "timestep agents add".',
  options: { json: JSON_OPTION },
  examples: ['timestep agents list', 'timestep agents list --json'],
  async run({ values }, { env, write }) {
    const agents = await openUserAgents(env);
    const known = agents.listAdded();
    const sources = new Set(known.map(({ source }) => source));
    const used = agents.listRecent().filter(({ source }) => !sources.has(source));
    const { openCatalog } = await import('#serving/catalog');
    const all = [...known, ...used];
    const catalog = await openCatalog(all, { isFollowed: false, opensNamed: false });
    try {
      const rows = all.map((one): AgentRow => ({
        ...one,
        isKnown: sources.has(one.source),
        entry: catalog.find(one.source),
      }));
      write(formatResult(values, agentsToJson(rows), formatAgents(rows), 2));
    } finally {
      await catalog.close();
    }
  },
};

function agentsToJson(rows: readonly AgentRow[]): object {
  const agents = rows.map(({ name, source, isKnown: known, entry }) => {
    const { name: title, description, version, mode, protocolVersion, health } = entry ?? {};
    return { name, source, known, title, description, version, mode, protocolVersion, health };
  });
  return { agents };
}

function formatAgents(rows: readonly AgentRow[]): string[] {
  if (rows.length === 0) return ['No saved agents. Add one with: timestep agents add <path|url>'];
  const table = formatTable([
    ['NAME', 'HEALTH', 'SOURCE', 'DESCRIPTION'],
    ...rows.map(({ name, source, isKnown, entry }) => [
      formatForeignLine(isKnown ? name : `(${name})`),
      entry?.health.state ?? 'bad',
      formatForeignLine(source),
      quoteDescriptionIfRemote(source, entry?.description ?? ''),
    ]),
  ]);
  const wrong = rows.flatMap(({ name, entry }) =>
    entry?.health.why === undefined
      ? []
      : [`${formatForeignLine(name)}: ${formatForeignBlock(entry.health.why)}`],
  );
  return [...table, ...(wrong.length > 0 ? ['', ...wrong] : [])];
}

/**
 * Formats a description. The description of a remote agent is quoted, because it is text of others.
 */
function quoteDescriptionIfRemote(source: string, description: string): string {
  const shown = formatForeignLine(description).slice(0, MAX_DESCRIPTION_LENGTH);
  return shown !== '' && /^https?:/i.test(source) ? `“${shown}”` : shown;
}
