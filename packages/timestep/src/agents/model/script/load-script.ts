import { readFile } from 'node:fs/promises';
import { checkScript } from './check-script.ts';
import { findJsonErrorLine } from './json-syntax-line.ts';
import type { Script } from './script.ts';
import { ScriptError } from './script-error.ts';

/** Loads a script. Throws `ScriptError` with the file and the invalid line or field. */
export async function loadScript(path: string): Promise<Script> {
  return checkScript(parseScriptText(await readScriptFile(path), path), path);
}

async function readScriptFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new ScriptError('bad-script', `cannot read the script ${path}: ${why}`);
  }
}

function parseScriptText(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ScriptError(
      'bad-script',
      `${path}: line ${findJsonErrorLine(text)} is not valid JSON`,
    );
  }
}
