import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent } from '@timestep-ai/timestep';
import { openWeb, type Web } from './web.ts';

const REPLY = `Do this:

\`\`\`ts
const rain: string = 'no'; // <b>today</b>
\`\`\`

\`\`\`
plain <i>text</i>
\`\`\`

- [x] pack
- [ ] go

<span class="code-keyword">foreign</span>`;

let web: Web;

beforeAll(async () => {
  const agent = new Agent({ agentId: 'coder', model: () => REPLY });
  web = await openWeb([agent]);
});

afterAll(() => web.close());

it('shows code in colors, and copies it', async () => {
  await web.say('coder', '0000-code', 'Write code');
  const { page, complaints, outside, axe, close } = await web.open('/chat/0000-code?agent=coder');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const turn = page.getByRole('article', { name: 'Write code' });
  await turn.locator('.code-keyword', { hasText: 'const' }).waitFor();
  const code = turn.locator('.code-block').first();
  expect(await code.innerText()).toContain("const rain: string = 'no'; // <b>today</b>");
  expect(await code.locator('.code-comment').innerText()).toBe('// <b>today</b>');
  expect(await turn.locator('.code-block').nth(1).innerText()).toContain('plain <i>text</i>');
  expect(await turn.innerText()).toMatch(/☑ pack\s+☐ go/);
  expect(await turn.innerText()).toContain('<span class="code-keyword">foreign</span>');
  expect(await axe()).toEqual([]);
  await code.getByRole('button', { name: 'Copy' }).click();
  await code.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toBe("const rain: string = 'no'; // <b>today</b>\n");
  expect([...complaints, ...outside]).toEqual([]);
  await close();
});
