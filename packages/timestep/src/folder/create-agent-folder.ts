import type { JsonObject, JsonValue } from '../core/index.ts';
import type { AgentTool } from '../environment/index.ts';
import type { AgentStorage } from '../port/index.ts';
import { applyEdit, checkedEdit, type AgentEdit, type FileChange } from './agent-edit.ts';
import { placeOf, shownPath, type AgentSource } from './agent-files.ts';
import type { CardSkill } from './agent-folder.ts';
import { MANIFEST, NOTE_PLACES, PROMPT, SKILL, SKILL_PLACES } from './agent-paths.ts';
import { noteMatter, type NewNote } from './edit-notes.ts';
import type { NewSkill } from './edit-skills.ts';
import { FolderError } from './folder-error.ts';
import { frontMatterFile } from './front-matter-edit.ts';
import type { Mode } from './tool-offer.ts';

/** What a new agent is; the rest is as if it were not written. */
export interface NewAgent {
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  /** Default `interactive`. */
  readonly mode?: Mode;
  /** As `provider/model`. */
  readonly model?: string;
  /** What `tsagent.json` is to say in `settings` beside the model. */
  readonly settings?: JsonObject;
  readonly prompt?: string;
  readonly rules?: readonly NewNote[];
  readonly references?: readonly NewNote[];
  readonly skills?: readonly NewSkill[];
  /** What the agent's card offers; an autonomous agent offers at least one thing. */
  readonly cardSkills?: readonly CardSkill[];
  /** What the agent is for others, where its mode is `tools`. */
  readonly agentTools?: readonly AgentTool[];
  readonly mcpServers?: JsonObject;
  readonly providers?: JsonObject;
}

/** The texts of an agent by their paths. */
export type AgentTexts = Readonly<Record<string, string>>;

/**
 * Writes a new agent into a folder or a storage, all of it or nothing. Rejects with the code
 * `exists-already` where there is an agent, and overwrites nothing else either.
 */
export async function createAgentFolder(target: AgentSource, agent: NewAgent): Promise<void> {
  await writeAgent(storageFor(target), textsOf(agent));
}

/** The edit that makes a new agent. Rejects as `createAgentFolder` does. */
export function newAgentEdit(storage: AgentStorage, agent: NewAgent): Promise<AgentEdit> {
  return editOfTexts(storage, textsOf(agent));
}

/** The texts of an agent as its folder has them. */
function textsOf(agent: NewAgent): AgentTexts {
  const { name, description, version, model, prompt, mcpServers, providers } = agent;
  const settings = { ...(model && { model }), ...agent.settings };
  const manifest = {
    metadata: {
      name,
      ...(description && { description }),
      ...(version && { version }),
      ...ofMode(agent),
    },
    settings,
    ...(providers && { providers }),
    mcpServers: mcpServers ?? {},
  };
  return {
    ...partTexts({ ...agent, prompt: prompt ?? '' }),
    [MANIFEST]: `${JSON.stringify(manifest, undefined, 2)}\n`,
  };
}

/** The texts of an agent without its `tsagent.json`. */
export function partTexts({
  prompt,
  rules = [],
  references = [],
  skills = [],
}: Pick<NewAgent, 'prompt' | 'rules' | 'references' | 'skills'>): AgentTexts {
  const ofNotes = (place: string, notes: readonly NewNote[]): [string, string][] =>
    notes.map((note) => [
      `${place}/${note.name}.mdt`,
      frontMatterFile(noteMatter(note), note.text),
    ]);
  const ofSkills = skills.map(({ name, description, text }): [string, string] => [
    `${SKILL_PLACES[0]}/${name}/${SKILL}`,
    frontMatterFile({ name, description }, text),
  ]);
  return Object.fromEntries([
    ...(prompt?.trim() ? [[PROMPT, `${prompt.trim()}\n`] as const] : []),
    ...ofNotes(NOTE_PLACES.reference[0], references),
    ...ofNotes(NOTE_PLACES.rule[0], rules),
    ...ofSkills,
  ]);
}

/** Writes files that must not be there yet. Rejects with `FolderError`. */
export async function writeAgent(storage: AgentStorage, texts: AgentTexts): Promise<void> {
  await applyEdit(storage, await editOfTexts(storage, texts));
}

async function editOfTexts(storage: AgentStorage, texts: AgentTexts): Promise<AgentEdit> {
  await refuseExisting(storage);
  const changes = Object.entries(texts).map(([path, after]): FileChange => ({ path, after }));
  for (const { path } of changes) {
    if (await storage.read(path)) throw existsAlready(shownPath(storage, path));
  }
  return checkedEdit(storage, changes);
}

/** Rejects with the code `exists-already` where there is an agent. */
export async function refuseExisting(storage: AgentStorage): Promise<void> {
  if (await storage.read(MANIFEST)) throw existsAlready(shownPath(storage, MANIFEST));
}

/** The storage of an agent that is to be a folder. */
export function storageFor(target: AgentSource): AgentStorage {
  const { storage, entry } = placeOf(target);
  if (entry === undefined) return storage;
  throw new FolderError(
    `${shownPath(storage, entry)} names a file: name a folder that is to be made`,
  );
}

function existsAlready(file: string): FolderError {
  const message = `${file} exists already: choose another folder`;
  return new FolderError(message, { code: 'exists-already' });
}

/** An agent with `tools` is called by others, and one with `skills` works alone. */
function ofMode({
  mode = 'interactive',
  name,
  description,
  cardSkills = [],
  agentTools = [],
}: NewAgent): {
  readonly [name: string]: JsonValue;
} {
  const skills = cardSkills.map((skill): JsonObject => ({ ...skill }));
  const tools = agentTools.map((tool): JsonObject => ({ ...tool }));
  if (mode === 'tools') return { tools, ...(skills.length > 0 && { skills }) };
  if (mode === 'interactive') return {};
  const whole = { id: 'chat', name, description: description ?? name, tags: [] };
  return { skills: skills.length > 0 ? skills : [whole] };
}
