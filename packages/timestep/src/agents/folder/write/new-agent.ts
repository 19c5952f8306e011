import type { JsonObject } from '#core';
import type { AgentTool } from '#engine/tools';
import type { CardSkill } from '../agent-folder.ts';
import type { Mode } from '../read/servers/tool-offer.ts';
import { MANIFEST, PROMPT } from '../storage/agent-paths.ts';
import { type NewNote, formatNoteFile } from './edit-notes.ts';
import { type NewSkill, formatSkillFile } from './edit-skills.ts';

/** The content of a new agent. Undefined fields are not written. */
export interface NewAgent {
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  /** Mode of the agent. Default: `interactive`. */
  readonly mode?: Mode;
  readonly model?: string;
  /** Settings of the agent besides the model. */
  readonly settings?: JsonObject;
  readonly prompt?: string;
  readonly rules?: readonly NewNote[];
  readonly references?: readonly NewNote[];
  readonly skills?: readonly NewSkill[];
  /** Skills in the agent's A2A card. An autonomous agent gets one by default. */
  readonly cardSkills?: readonly CardSkill[];
  readonly agentTools?: readonly AgentTool[];
  readonly mcpServers?: JsonObject;
  readonly providers?: JsonObject;
}

export type AgentTexts = Readonly<Record<string, string>>;

export function createAgentTexts(agent: NewAgent): AgentTexts {
  const { name, description, version, model, mcpServers = {}, providers } = agent;
  const manifest = {
    metadata: {
      name,
      ...(description && { description }),
      ...(version && { version }),
      ...createModeMetadata(agent),
    },
    settings: { ...(model && { model }), ...agent.settings },
    ...(providers && { providers }),
    mcpServers,
  };
  return {
    ...createPartTexts(agent),
    [MANIFEST]: `${JSON.stringify(manifest, undefined, 2)}\n`,
  };
}

export function createPartTexts({
  prompt = '',
  rules = [],
  references = [],
  skills = [],
}: Pick<NewAgent, 'prompt' | 'rules' | 'references' | 'skills'>): AgentTexts {
  return Object.fromEntries([
    ...(prompt.trim() ? [[PROMPT, `${prompt.trim()}\n`] as const] : []),
    ...references.map((note) => formatNoteFile('reference', note)),
    ...rules.map((note) => formatNoteFile('rule', note)),
    ...skills.map(formatSkillFile),
  ]);
}

/** Creates the metadata of a new agent, which depends on its mode. */
function createModeMetadata({
  mode = 'interactive',
  name,
  description,
  cardSkills = [],
  agentTools = [],
}: NewAgent): JsonObject {
  const skills = cardSkills.map((skill): JsonObject => ({ ...skill }));
  const tools = agentTools.map((tool): JsonObject => ({ ...tool }));
  if (mode === 'tools') return { tools, ...(skills.length > 0 && { skills }) };
  if (mode === 'interactive') return {};
  const whole = { id: 'chat', name, description: description ?? name, tags: [] };
  return { skills: skills.length > 0 ? skills : [whole] };
}
