import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@timestep-ai/timestep';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { createPageProtocol } from '../../packages/timestep/src/people/page/page-protocol.ts';
import { measureHolds, type Hold } from './hold.ts';
import { createHostileTexts } from './hostile-texts.ts';

const TOKEN = 'a-token';

const FILES: Readonly<Record<string, string>> = {
  'tsagent.json': JSON.stringify({ metadata: { name: 'a' }, settings: { model: 'builtin:echo' } }),
  'mcp.json': '{"mcpServers":{}}',
  'prompt.md': 'Help people.\n',
  'rules/r.mdt': '---\nname: r\n---\nBe kind.\n',
};

/** Measures the plan of a change on the page: each hostile text as the new text of each file. */
export async function measureChangeHolds(length: number): Promise<readonly Hold[]> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-holds-'));
  const agent = join(folder, 'a');
  mkdirSync(join(agent, 'rules'), { recursive: true });
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(agent, path), text);
  const catalog = await openCatalog([agent]);
  const page = createPageProtocol({
    access: { kind: 'token', token: TOKEN },
    files: async () => new Map(),
  });
  const serving = await serve({
    agents: catalog.servables,
    port: 0,
    database: ':memory:',
    protocols: [page],
  });
  const plan = async (path: string, text: string): Promise<void> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
    const init = { method: 'POST', headers, body: JSON.stringify({ path, text }) };
    const url = `${serving.url}/ui/api/agents/a/files/plan`;
    const response = await serving.fetch(new Request(url, init));
    await response.text();
    if (response.status >= 500 || response.status === 404) throw new Error(`${response.status}`);
  };
  try {
    const texts = Object.entries(createHostileTexts(length));
    const works = Object.keys(FILES).flatMap((path) =>
      texts.map(([what, text]) => [`plan of ${path}: ${what}`, () => plan(path, text)] as const),
    );
    return await measureHolds(Object.fromEntries(works));
  } finally {
    await serving.close(0);
    await catalog.close();
    rmSync(folder, { recursive: true });
  }
}
