import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScript } from './load-script.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-script-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(text: string): Promise<string> {
  const path = join(folder, 'script.json');
  await writeFile(path, text);
  return path;
}

describe('loadScript', () => {
  it('reads a script', async () => {
    const script = { rules: [{ reply: 'hi' }] };
    expect(await loadScript(await fileWith(JSON.stringify(script)))).toEqual(script);
  });

  it('names the file and the line that is not JSON', async () => {
    const path = await fileWith('{\n  "rules": [\n    { "reply": }\n  ]\n}');
    await expect(loadScript(path)).rejects.toMatchObject({
      code: 'bad-script',
      message: `${path}: line 3 is not valid JSON`,
    });
  });

  it('names the file and the field that is wrong', async () => {
    const path = await fileWith('{"rules":[{"reply":7}]}');
    await expect(loadScript(path)).rejects.toThrow(
      `the script ${path} is invalid: rules[0].reply must be an object`,
    );
  });

  it('names a file that cannot be read', async () => {
    const path = join(folder, 'nowhere.json');
    await expect(loadScript(path)).rejects.toThrow(`cannot read the script ${path}`);
  });
});
