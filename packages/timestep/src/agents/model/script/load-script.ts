import { readFile } from 'node:fs/promises';
import { parseJson, type JsonValue } from '#core';
import { checkScript } from './check-script.ts';
import { ScriptError, type Script } from './script.ts';

/** Loads a script. Throws `ScriptError` with the file and the invalid line or field. */
export async function loadScript(path: string): Promise<Script> {
  return checkScript(await parseScriptJson(await readScriptFile(path), path), path);
}

async function readScriptFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new ScriptError('bad-script', `cannot read the script ${path}: ${why}`);
  }
}

async function parseScriptJson(text: string, path: string): Promise<JsonValue> {
  const script = parseJson(text);
  if (script !== undefined) return script;
  const { findJsonErrorLine } = await import('./json-syntax-line.ts');
  const message = `${path}: line ${findJsonErrorLine(text)} is not valid JSON`;
  throw new ScriptError('bad-script', message);
}
