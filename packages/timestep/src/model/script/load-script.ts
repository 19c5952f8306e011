import { readFile } from 'node:fs/promises';
import { checkScript } from './check-script.ts';
import { jsonSyntaxLine } from './json-syntax-line.ts';
import type { Script } from './script.ts';
import { ScriptError } from './script-error.ts';

/** Reads a script file. Throws `ScriptError` naming the file and the line or field that is wrong. */
export async function loadScript(path: string): Promise<Script> {
  return checkScript(parse(await read(path), path), path);
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new ScriptError('bad-script', `cannot read the script ${path}: ${why}`);
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ScriptError('bad-script', `${path}: line ${jsonSyntaxLine(text)} is not valid JSON`);
  }
}
