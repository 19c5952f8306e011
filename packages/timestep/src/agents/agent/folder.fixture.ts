import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Creates a folder with the given files, deleted when the test ends. Objects are written as JSON.
 */
export function createTestFolder(files: Readonly<Record<string, string | object>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, contents] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const text = typeof contents === 'string' ? contents : JSON.stringify(contents, undefined, 2);
    writeFileSync(path, text);
  }
  return folder;
}
