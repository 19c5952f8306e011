import type { CatalogEntry } from '../../catalog/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { EXIT, isSet, JSON_OPTION, type Command } from '../command.ts';
import { agentNamed } from '../person-agents.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { tableOf } from '../table.ts';

export const agentsShow: Command = {
  words: ['agents', 'show'],
  operand: '<name|path|url>',
  about: 'Says what an agent says about itself: skills, versions, what its callers must bring.',
  more: 'Nothing is started and nothing is sent to it. An agent that cannot be used makes it exit with 1.',
  options: { json: JSON_OPTION },
  examples: ['timestep agents show sky', 'timestep agents show https://peer.example --json'],
  async run({ operand, values }, { env, write }) {
    const { openCatalog } = await import('../../catalog/index.ts');
    const given = await agentNamed(operand, env);
    const catalog = await openCatalog([given], { isFollowed: false, opensNamed: false });
    try {
      const entries = catalog.list();
      const isJson = isSet(values, 'json');
      if (isJson) write(`${JSON.stringify({ agents: entries }, undefined, 2)}\n`);
      else write(`${entries.map((entry) => textFor(entry).join('\n')).join('\n\n')}\n`);
      return entries.every(({ health }) => health.state === 'ok') ? EXIT.fine : EXIT.failed;
    } finally {
      await catalog.close();
    }
  },
};

function textFor(entry: CatalogEntry): string[] {
  const { agentId, name, description, version, source, mode, protocolVersion, health } = entry;
  const { card, skills } = entry;
  const rows = [
    ['name', name],
    ['id', agentId],
    ['description', description],
    ['source', source],
    ['version', version],
    ['mode', mode ?? ''],
    ['protocol', protocolVersion === undefined ? '' : `A2A ${protocolVersion}`],
    ['asks for', card ? authenticationIn(card).join(', ') || 'nothing' : ''],
    ['health', health.state],
  ];
  const shown = rows.filter(([, value = '']) => value !== '');
  return [
    ...tableOf(shown.map(([title = '', value = '']) => [title, plainLine(value)])),
    ...skills.map((skill) => `skill ${plainLine(skill.name)}: ${plainLine(skill.description)}`),
    ...(health.why === undefined ? [] : [plainText(health.why)]),
  ];
}

/** The schemes of a card of 1.0 or 0.3, as `apiKey (http Bearer)`. */
function authenticationIn({ securitySchemes }: JsonObject): string[] {
  if (!isJsonObject(securitySchemes)) return [];
  return Object.entries(securitySchemes).map(([name, scheme]) => {
    const kind = kindOf(scheme);
    return kind === '' ? name : `${name} (${kind})`;
  });
}

function kindOf(scheme: JsonValue): string {
  if (!isJsonObject(scheme)) return '';
  const [kind, inside] = Object.entries(scheme).find(([, value]) => isJsonObject(value)) ?? [];
  const { type, scheme: way } = { ...scheme, ...(isJsonObject(inside) && inside) };
  const kinds = [type ?? kind?.replace('SecurityScheme', '').replace('Auth', ''), way];
  return kinds.filter((each) => typeof each === 'string').join(' ');
}
