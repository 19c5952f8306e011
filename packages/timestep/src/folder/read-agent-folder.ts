import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { EnvironmentVariables } from '../model/index.ts';
import type { AgentFolder } from './agent-folder.ts';
import { expandedTexts } from './expand.ts';
import { fieldsIn, type Fields } from './fields.ts';
import { FolderError } from './folder-error.ts';
import { defaultPrompt } from './instructions.ts';
import type { Note } from './note.ts';
import { readNote } from './read-note.ts';
import { modeOf, settingsIn, skillsIn } from './settings.ts';
import { toolServersIn } from './tool-server.ts';

export interface ReadFolderOptions {
  /** What `${env:NAME}` is looked up in, after the folder's `.env`. Default `process.env`. */
  readonly env?: EnvironmentVariables;
}

const MANIFEST = 'tsagent.json';
const NOTE_ENDINGS = ['.mdt', '.md'];

/**
 * Reads an agent's folder, named by itself or by its `tsagent.json`. Nothing is started. Throws
 * `FolderError` naming file, line and field.
 */
export function readAgentFolder(path: string, options: ReadFolderOptions = {}): AgentFolder {
  const folder = resolve(basename(path) === MANIFEST ? dirname(path) : path);
  const file = join(folder, MANIFEST);
  const text = textOf(file);
  if (text === undefined) {
    throw new FolderError(`${folder} is not an agent folder: it holds no ${MANIFEST}`);
  }
  const fields = fieldsIn(text, file);
  const own = parseEnv(textOf(join(folder, '.env')) ?? '');
  const around = { ...(options.env ?? process.env), ...own };
  const metadata = fields.inside('metadata');
  const mode = modeOf(metadata);
  const description = metadata.text('description');
  return {
    path: folder,
    name: metadata.needed('name', metadata.text('name')?.trim()),
    ...(description && { description }),
    version: metadata.text('version') || '1.0.0',
    mode,
    skills: skillsIn(metadata),
    settings: settingsIn(fields.inside('settings')),
    prompt: textOf(join(folder, 'prompt.md'))?.trim() || defaultPrompt(mode),
    references: [...notesIn(folder, 'references'), ...notesIn(folder, 'refs')],
    rules: notesIn(folder, 'rules'),
    servers: toolServersIn(fields.inside('mcpServers'), around, (cwd) => resolve(folder, cwd)),
    env: { ...own, ...keysIn(fields.inside('providers'), around) },
    written: fields.value,
  };
}

/** The variables that the folder sets for providers: `{ "openai": { "OPENAI_API_KEY": … } }`. */
function keysIn(providers: Fields, env: EnvironmentVariables): EnvironmentVariables {
  const names = Object.keys(providers.value);
  const each = names.map((name) =>
    expandedTexts(providers.inside(name), (variable) => env[variable]),
  );
  return Object.fromEntries(each.flatMap((keys) => Object.entries(keys)));
}

function notesIn(folder: string, kind: string): Note[] {
  const place = join(folder, kind);
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [];
  const files = readdirSync(place).filter((name) => NOTE_ENDINGS.includes(extname(name)));
  return files.toSorted().map((name) => {
    const file = join(place, name);
    return readNote(textOf(file) ?? '', file, basename(name, extname(name)));
  });
}

/** `undefined` where there is no such file. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new FolderError(`${file} cannot be read: ${why}`);
  }
}
