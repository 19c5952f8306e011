import { posix } from 'node:path';
import { createMask, type Mask, isJsonObject, type JsonValue } from '../../../core/index.ts';
import type {
  AgentChange,
  AgentFileLine,
  AgentFilePart,
  AgentFileText,
  AgentStorage,
  OperatorFiles,
  StoredFile,
} from '../../../engine/port/index.ts';
import { fillPrompt } from '../../../engine/tools/index.ts';
import {
  createTextChange,
  createCheckedEdit,
  readTextFile,
  getEditVersion,
  type AgentEdit,
  getDisplayPath,
  type AgentLocation,
  type AgentFolder,
  AGENTS_MD,
  isAgentPath,
  MANIFEST,
  NOTE_PLACES,
  PLACES,
  PROMPT,
  SERVER_FILES,
  VARIABLES,
  createSetAgentToolEdit,
  getOrchestration,
  setOrchestration,
  createMissingError,
  FolderError,
  createChangedError,
} from '../../folder/index.ts';
import { createFolderMask, listServerSecrets } from '../servers/server-mask.ts';
import { requireEditableLocation } from './operator-deps.ts';
import { type EditHistory, createEditPreview } from './operator-edits.ts';

export interface OperatorFilesDeps {
  readonly location: AgentLocation;
  readonly folder: () => Pick<
    AgentFolder,
    'servers' | 'internalServers' | 'env' | 'mode' | 'agentTools'
  >;
  readonly refresh: () => Promise<unknown>;
  readonly history: EditHistory;
}

export function createOperatorFiles(deps: OperatorFilesDeps): OperatorFiles {
  const { location, folder, refresh, history } = deps;
  const { storage } = location;
  const mask: Mask = (text) => createFileMask(folder())(text);

  async function createEdit(change: AgentChange): Promise<AgentEdit> {
    if ('orchestration' in change) {
      return setOrchestration(requireEditableLocation(deps).storage, change.orchestration === 'on');
    }
    if ('agentTool' in change)
      return createSetAgentToolEdit(requireEditableLocation(deps).storage, change.agentTool);
    const { path, text } = change;
    const opened = await openFile(deps, path);
    if (opened?.why !== undefined) throw new FolderError(`${path}: ${opened.why}`);
    const found = await readTextFile(storage, path);
    if (found) return createCheckedEdit(location, createTextChange(found, text));
    if (text === undefined) throw createUnknownFileError(storage, path);
    return createCheckedEdit(location, [{ path, after: text }]);
  }

  return {
    list: () => listFileLines(location),
    async read(path) {
      const opened = await openFile(deps, path);
      if (opened) return opened;
      throw createUnknownFileError(storage, path);
    },
    getOrchestration: async () =>
      location.entry === undefined ? getOrchestration(folder().internalServers) : undefined,
    listTools: () => (folder().mode === 'tools' ? folder().agentTools : undefined),
    buildPrompt: fillPrompt,
    previewChange: async (change) => createEditPreview(await createEdit(change), mask),
    async write(change, version) {
      await history.make(storage, requirePlannedEdit(storage, await createEdit(change), version));
      await refresh();
    },
    async previewUndo() {
      const undoing = await history.planUndo(location);
      return undoing && createEditPreview(undoing, mask);
    },
    async undo(version) {
      const undoing = await history.planUndo(location);
      if (!undoing) {
        throw createMissingError('no edit is left that was made here since the server started');
      }
      await history.undo(storage, requirePlannedEdit(storage, undoing, version));
      await refresh();
    },
  };
}

/** Throws `FolderError` unless the operator has reviewed this edit. */
function requirePlannedEdit(
  storage: AgentStorage,
  edit: AgentEdit,
  version: string | undefined,
): AgentEdit {
  const [first] = edit.changes;
  if (!first || getEditVersion(edit) === version) return edit;
  throw createChangedError(getDisplayPath(storage, first.path), first.version);
}

async function listFileLines({ storage, entry }: AgentLocation): Promise<readonly AgentFileLine[]> {
  if (entry !== undefined) return [{ path: entry, part: 'agent' }];
  const top = [MANIFEST, PROMPT, AGENTS_MD, ...SERVER_FILES];
  const found = await Promise.all(
    top.map(async (path) => ((await storage.read(path)) ? path : [])),
  );
  const below = await Promise.all(PLACES.map((place) => storage.list(place)));
  return [...found.flat(), ...below.flat()].map((path) => ({ path, part: getFilePart(path) }));
}

/** Resolves to undefined if the file does not exist. Rejects if it is not of the agent. */
async function openFile(
  { location: { storage, entry }, folder }: OperatorFilesDeps,
  path: string,
): Promise<AgentFileText | undefined> {
  const isItsOwn = entry === undefined ? isAgentPath(path) && path !== VARIABLES : path === entry;
  if (!isItsOwn) throw new FolderError(`${path} is not a file of the agent that is changed here`);
  const file = await storage.read(path);
  if (!file) return undefined;
  const line = { path, part: entry === undefined ? getFilePart(path) : 'agent' } as const;
  const text = decodeUtf8(file);
  if (text === undefined) return { ...line, text: '', why: 'it is not text of less than 1 MB' };
  const masked = createFileMask(folder())(text);
  if (masked === text) return { ...line, text, version: file.version };
  const why =
    'it contains a secret in plain text: write ${env:NAME} in its place, with an editor of the machine';
  return { ...line, text: masked, why };
}

/** Masks the agent's secrets and the plain-text secrets in a file's own text. */
function createFileMask(folder: Pick<AgentFolder, 'servers' | 'env'>): Mask {
  const ofFolder = createFolderMask(folder);
  const ofServers = folder.servers.flatMap(listServerSecrets);
  return (text) => createMask([...ofServers, ...listPlainSecrets(text)])(ofFolder(text));
}

const MAX_BYTES = 1_000_000;

function decodeUtf8({ contents }: StoredFile): string | undefined {
  if (contents.byteLength > MAX_BYTES) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(contents);
  } catch {
    return undefined;
  }
}

function getFilePart(path: string): AgentFilePart {
  if (path === MANIFEST) return 'settings';
  if (path === PROMPT) return 'prompt';
  if (path === AGENTS_MD) return 'instructions';
  if (SERVER_FILES.some((file) => file === path)) return 'servers';
  const [top = ''] = path.split(posix.sep);
  if (NOTE_PLACES.rule.some((place) => place === top)) return 'rule';
  return NOTE_PLACES.reference.some((place) => place === top) ? 'reference' : 'skill';
}

function createUnknownFileError(storage: AgentStorage, path: string): FolderError {
  const file = getDisplayPath(storage, path);
  return createMissingError(`there is no file ${file}: it may have been removed`);
}

/** Lists plain-text values in fields for secrets, also of disabled servers. */
export function listPlainSecrets(text: string): readonly string[] {
  const described = parseJson(text);
  const servers = isJsonObject(described) ? described['mcpServers'] : undefined;
  const secrets = Object.values(isJsonObject(servers) ? servers : {}).flatMap((server) => {
    if (!isJsonObject(server)) return [];
    const { env, headers, oauth, url } = server;
    const credentials = { clientId: '', issuer: '', ...pickTexts(oauth) };
    const written = { secrets: [], headers: pickTexts(headers), oauth: credentials };
    return [
      ...listServerSecrets({ ...written, target: { command: '', env: pickTexts(env) } }),
      ...(typeof url === 'string' ? listServerSecrets({ ...written, target: { url } }) : []),
    ];
  });
  return secrets.filter((value) => !value.includes('${'));
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function pickTexts(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const texts = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(
    texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
