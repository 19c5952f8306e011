import { omitUndefined } from '#core';
import type { AgentMetadata, CardSkill, CardFacts } from '../agent-folder.ts';
import type { Fields } from '../text/fields.ts';
import { parseAgentTools } from './agent-tool-fields.ts';
import { parseCalledAgents } from './called-agents.ts';
import { KNOWN_FIELDS } from './known-fields.ts';
import { reportUnknownFields } from '../text/unknown-fields.ts';
import { reportUnknownRegistryFields } from './registry-targets.ts';
import type { Mode } from './servers/tool-offer.ts';

export function parseMetadata(fields: Fields, directory: string): AgentMetadata {
  const metadata = fields.getObject('metadata');
  reportUnknownFields(metadata, KNOWN_FIELDS.metadata);
  reportUnknownRegistryFields(metadata.getObject('registry'));
  const agents = parseCalledAgents(fields, directory);
  const description = metadata.getText('description');
  const agentTools = parseAgentTools(metadata);
  const card = parseCardFacts(metadata);
  return {
    name: metadata.requireText('name', metadata.getText('name')?.trim()),
    ...(description && { description }),
    version: metadata.getText('version') || '1.0.0',
    mode: agentTools ? 'tools' : deriveMode(metadata),
    cardSkills: parseCardSkills(metadata),
    ...(Object.keys(card).length > 0 && { card }),
    agentTools: agentTools ?? [],
    ...(agents.length > 0 && { agents }),
  };
}

function deriveMode(metadata: Fields): Exclude<Mode, 'tools'> {
  const isAlone = metadata.getObjects('skills') ?? metadata.getFlag('autonomous');
  return isAlone ? 'autonomous' : 'interactive';
}

function parseCardSkills(metadata: Fields): CardSkill[] {
  return (metadata.getObjects('skills') ?? []).map((skill) => {
    reportUnknownFields(skill, KNOWN_FIELDS.cardSkill);
    return omitUndefined({
      id: skill.requireText('id'),
      name: skill.requireText('name'),
      description: skill.requireText('description'),
      tags: skill.getTexts('tags'),
      examples: skill.getTexts('examples'),
    });
  });
}

function parseCardFacts(metadata: Fields): CardFacts {
  const provider = metadata.getObject('provider');
  reportUnknownFields(provider, KNOWN_FIELDS.provider);
  const isProvided = Object.keys(provider.value).length > 0;
  return omitUndefined({
    provider: isProvided
      ? { organization: provider.requireText('organization'), url: provider.requireText('url') }
      : undefined,
    documentationUrl: metadata.getText('documentationUrl') || undefined,
    iconUrl: metadata.getText('iconUrl') || undefined,
  });
}
