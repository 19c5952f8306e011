import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { TimestepError } from '../../core/index.ts';
import {
  cloneAgent,
  createAgentFolder,
  importAgent,
  openWorkspace,
  problemText,
} from '../../folder/index.ts';
import type { AgentStorage } from '../../port/index.ts';
import type { AgentOrder, MadeAgent } from '../../view/index.ts';
import type { AgentPlaces } from './agent-places.ts';

/** An agent cannot be made as asked; the message says what to do. */
class MakingError extends TimestepError {
  declare readonly code: 'no-such-place' | 'no-such-agent' | 'not-an-agent-file';
}

/**
 * Makes the folder of an agent in one of the places, and overwrites nothing. Rejects with `MakingError` and
 * with `FolderError`.
 */
export async function makeAgent(places: AgentPlaces, order: AgentOrder): Promise<MadeAgent> {
  const root = places.folders.find((folder) => folder === order.place);
  if (root === undefined) {
    const known = places.folders.join(', ');
    throw new MakingError('no-such-place', `agents are made in ${known}: choose one of these`);
  }
  const workspace = openWorkspace(root);
  const target = workspace.storageOf(order.folder);
  const notes = await made(places, order, target);
  const path = join(workspace.root, order.folder);
  const agentId = (await places.found(path)) ?? (await places.found(join(root, order.folder)));
  return { path, notes, ...(agentId !== undefined && { agentId }) };
}

/** Resolves to what the person should know. */
async function made(
  places: AgentPlaces,
  order: AgentOrder,
  target: AgentStorage,
): Promise<readonly string[]> {
  const { name } = order;
  switch (order.kind) {
    case 'new': {
      const { description, model, prompt } = order;
      await createAgentFolder(target, {
        name,
        prompt,
        ...(description && { description }),
        ...(model && { model }),
      });
      return [];
    }
    case 'copy':
      return copied(places, order.agentId, target, name);
    case 'import':
      return imported(order, target);
  }
}

async function copied(
  { pathOf }: AgentPlaces,
  agentId: string,
  target: AgentStorage,
  name: string,
): Promise<readonly string[]> {
  const source = pathOf(agentId);
  if (source === undefined) {
    const message = `the files of ${agentId} are not on this server: choose another agent to copy`;
    throw new MakingError('no-such-agent', message);
  }
  if (target.directory.startsWith(`${source}/`)) {
    const message = `the folder is in that of ${agentId} itself: choose another one`;
    throw new MakingError('no-such-place', message);
  }
  if (/\.(?:ya?ml|mdt?)$/.test(source)) {
    return (await importAgent(source, target, { name })).warnings.map(problemText);
  }
  const { hasVariables } = await cloneAgent(source, target, { name });
  return hasVariables ? ['Its .env, which may hold secrets, was copied, too.'] : [];
}

/** What an agent of one file is called in the forms that are read. */
const AGENT_FILE = /^[\w][\w. -]{0,99}\.(?:ya?ml|mdt?)$/;

async function imported(
  { fileName, text, name }: Extract<AgentOrder, { readonly kind: 'import' }>,
  target: AgentStorage,
): Promise<readonly string[]> {
  if (!AGENT_FILE.test(fileName)) {
    const message = `${fileName} is not read here: choose a .md, .mdt, .yaml or .yml file of an agent`;
    throw new MakingError('not-an-agent-file', message);
  }
  // The forms of other programs are known by the names of files.
  const folder = mkdtempSync(join(tmpdir(), 'timestep-import-'));
  try {
    const file = join(folder, basename(fileName));
    writeFileSync(file, text, { mode: 0o600 });
    const { warnings } = await importAgent(file, target, name === '' ? {} : { name });
    return warnings.map(problemText);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
