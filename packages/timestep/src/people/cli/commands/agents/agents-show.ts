import type { CatalogEntry } from '#serving/catalog';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  formatForeignBlock,
  formatForeignLine,
} from '#core';
import { EXIT, JSON_OPTION, type Command } from '../../command.ts';
import { resolveAgent } from '../../agents/user-agents.ts';
import { formatResult, formatTable } from '../../output/plain-text.ts';

export const agentsShow: Command = {
  usage: 'agents show <name|path|url>',
  about: 'Shows the description of an agent: skills, versions and required authentication.',
  more: 'Nothing is started, and no message is sent to the agent. If the agent cannot be used, the command exits with 1.',
  options: { json: JSON_OPTION },
  examples: ['timestep agents show sky', 'timestep agents show https://peer.example --json'],
  async run({ operand, values }, { env, write }) {
    const { openCatalog } = await import('#serving/catalog');
    const given = await resolveAgent(operand, env);
    const catalog = await openCatalog([given], { isFollowed: false, opensNamed: false });
    try {
      const entries = catalog.list();
      const text = entries.map((entry) => formatAgent(entry).join('\n')).join('\n\n');
      write(formatResult(values, { agents: entries }, [text], 2));
      return entries.every(({ health }) => health.state === 'ok') ? EXIT.fine : EXIT.failed;
    } finally {
      await catalog.close();
    }
  },
};

/** Formats an agent. Labels that begin with `its` mark text written by a remote agent. */
function formatAgent(entry: CatalogEntry): string[] {
  const { agentId, name, description, version, source, mode, protocolVersion, health } = entry;
  const { card, skills } = entry;
  const whose = /^https?:/i.test(source) ? 'its ' : '';
  const rows = [
    [`${whose}name`, name],
    ['id', agentId],
    [`${whose}description`, description],
    ['source', source],
    [`${whose}version`, version],
    ['mode', mode ?? ''],
    ['protocol', protocolVersion === undefined ? '' : `A2A ${protocolVersion}`],
    ['authentication', card ? listSecuritySchemes(card).join(', ') || 'none' : ''],
    ['health', health.state],
  ];
  const shown = rows.filter(([, value = '']) => value !== '');
  return [
    ...formatTable(shown.map(([title = '', value = '']) => [title, formatForeignLine(value)])),
    ...skills.map(
      (skill) =>
        `${whose}skill ${formatForeignLine(skill.name)}: ${formatForeignLine(skill.description)}`,
    ),
    ...(health.why === undefined ? [] : [formatForeignBlock(health.why)]),
  ];
}

/** Lists the security schemes of an agent card (A2A 1.0 or 0.3), such as `apiKey (http Bearer)`. */
function listSecuritySchemes({ securitySchemes }: JsonObject): string[] {
  if (!isJsonObject(securitySchemes)) return [];
  return Object.entries(securitySchemes).map(([name, scheme]) => {
    const kind = formatSecurityScheme(scheme);
    return kind === '' ? name : `${name} (${kind})`;
  });
}

function formatSecurityScheme(scheme: JsonValue): string {
  if (!isJsonObject(scheme)) return '';
  const [kind, inside] = Object.entries(scheme).find(([, value]) => isJsonObject(value)) ?? [];
  const { type, scheme: way } = { ...scheme, ...(isJsonObject(inside) && inside) };
  const kinds = [type ?? kind?.replace('SecurityScheme', '').replace('Auth', ''), way];
  return kinds.filter((each) => typeof each === 'string').join(' ');
}
