import type { JsonObject, JsonValue } from '../../../core/index.ts';
import type { AgentStorage } from '../../../engine/port/index.ts';
import type { AgentTool } from '../../../engine/tools/index.ts';
import type { CardSkill } from '../agent-folder.ts';
import { FolderError } from '../problem.ts';
import type { Mode } from '../read/tool-offer.ts';
import { toAgentLocation, getDisplayPath, type AgentSource } from '../storage/agent-files.ts';
import { MANIFEST, NOTE_PLACES, PROMPT, SKILL, SKILL_PLACES } from '../storage/agent-paths.ts';
import { formatFrontMatterFile } from '../text/front-matter.ts';
import { applyEdit, createCheckedEdit, type AgentEdit, type FileChange } from './agent-edit.ts';
import { noteToFrontMatter, type NewNote, type NewSkill } from './edit-parts.ts';
import { omitUndefined } from '../text/omit-undefined.ts';

/** The content of a new agent. Undefined fields are not written. */
export interface NewAgent {
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  /** Default: `interactive`. */
  readonly mode?: Mode;
  readonly model?: string;
  /** Fields besides the model. */
  readonly settings?: JsonObject;
  readonly prompt?: string;
  readonly rules?: readonly NewNote[];
  readonly references?: readonly NewNote[];
  readonly skills?: readonly NewSkill[];
  /** An autonomous agent gets one by default. */
  readonly cardSkills?: readonly CardSkill[];
  readonly agentTools?: readonly AgentTool[];
  readonly mcpServers?: JsonObject;
  readonly providers?: JsonObject;
}

export type AgentTexts = Readonly<Record<string, string>>;

/** Writes a new agent completely or not at all. Rejects with `exists-already` if there is one. */
export async function createAgentFolder(target: AgentSource, agent: NewAgent): Promise<void> {
  await writeAgent(getFolderStorage(target), createAgentTexts(agent));
}

/** Rejects like `createAgentFolder`. */
export function createNewAgentEdit(storage: AgentStorage, agent: NewAgent): Promise<AgentEdit> {
  return createEditOfTexts(storage, createAgentTexts(agent));
}

function createAgentTexts(agent: NewAgent): AgentTexts {
  const { name, description, version, model, prompt, mcpServers, providers } = agent;
  const settings = { ...(model && { model }), ...agent.settings };
  const manifest = {
    metadata: {
      name,
      ...omitUndefined({ description: description || undefined, version: version || undefined }),
      ...createModeMetadata(agent),
    },
    settings,
    ...(providers && { providers }),
    mcpServers: mcpServers ?? {},
  };
  return {
    ...createPartTexts({ ...agent, prompt: prompt ?? '' }),
    [MANIFEST]: `${JSON.stringify(manifest, undefined, 2)}\n`,
  };
}

export function createPartTexts({
  prompt,
  rules = [],
  references = [],
  skills = [],
}: Pick<NewAgent, 'prompt' | 'rules' | 'references' | 'skills'>): AgentTexts {
  const createNoteTexts = (place: string, notes: readonly NewNote[]): [string, string][] =>
    notes.map((note) => [
      `${place}/${note.name}.mdt`,
      formatFrontMatterFile(noteToFrontMatter(note), note.text),
    ]);
  const ofSkills = skills.map(({ name, description, text }): [string, string] => [
    `${SKILL_PLACES[0]}/${name}/${SKILL}`,
    formatFrontMatterFile({ name, description }, text),
  ]);
  return Object.fromEntries([
    ...(prompt?.trim() ? [[PROMPT, `${prompt.trim()}\n`] as const] : []),
    ...createNoteTexts(NOTE_PLACES.reference[0], references),
    ...createNoteTexts(NOTE_PLACES.rule[0], rules),
    ...ofSkills,
  ]);
}

export async function writeAgent(storage: AgentStorage, texts: AgentTexts): Promise<void> {
  await applyEdit(storage, await createEditOfTexts(storage, texts));
}

async function createEditOfTexts(storage: AgentStorage, texts: AgentTexts): Promise<AgentEdit> {
  await requireNoAgent(storage);
  const changes = Object.entries(texts).map(([path, after]): FileChange => ({ path, after }));
  for (const { path } of changes) {
    if (await storage.read(path)) throw createExistsError(getDisplayPath(storage, path));
  }
  return createCheckedEdit(storage, changes);
}

/** Rejects with the code `exists-already` if the storage contains an agent. */
export async function requireNoAgent(storage: AgentStorage): Promise<void> {
  if (await storage.read(MANIFEST)) throw createExistsError(getDisplayPath(storage, MANIFEST));
}

/** Throws `FolderError` if the target is a file. */
export function getFolderStorage(target: AgentSource): AgentStorage {
  const { storage, entry } = toAgentLocation(target);
  if (entry === undefined) return storage;
  throw new FolderError(
    `${getDisplayPath(storage, entry)} is a file name: use the path of a new folder`,
  );
}

function createExistsError(file: string): FolderError {
  const message = `${file} already exists: choose another folder`;
  return new FolderError(message, { code: 'exists-already' });
}

/** An agent with `tools` is called by others, an agent with `skills` works autonomously. */
function createModeMetadata({
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
