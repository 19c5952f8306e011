import { LLMock } from '@copilotkit/aimock';
import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { followPage, freePort } from './page-session.ts';

const page = readFileSync(new URL('../../docs/start/project.md', import.meta.url), 'utf8');
const PORT = '9999';

/** A block of commands, as on a page. */
function type(text: string) {
  return { language: 'sh', text, line: 0 };
}

it('creates a project whose next steps, as they are printed, all work', async () => {
  const provider = new LLMock({ port: 0, host: '127.0.0.1' });
  await provider.start();
  const look = [{ name: 'tools_get_time', arguments: '{"time_zone":"Europe/Oslo"}' }];
  provider.on({ userMessage: /Who are you/ }, { content: 'I am guide.' });
  provider.on({ userMessage: /time is it/, hasToolResult: false }, { toolCalls: look });
  provider.on({ userMessage: /time is it/, hasToolResult: true }, { content: 'It is noon.' });
  const variables = { OPENAI_API_KEY: 'sk-new-project', OPENAI_BASE_URL: `${provider.url}/v1` };
  const used = await freePort();
  try {
    const done = await followPage(
      [
        type('npx @timestep-ai/timestep new guide | tee created.txt'),
        type(
          "grep -A9 '^Next:' created.txt | sed -n 's/^  //; s/     .*//; 1d; p' > steps.txt; cat steps.txt",
        ),
        type('eval "$(sed -n 1,2p steps.txt)"; pwd | xargs basename'),
        type("sed -i.bak 's/timestep serve \\./timestep serve . --port 9999/' package.json"),
        type('echo "Who are you?" | eval "$(sed -n 3p ../steps.txt)"'),
        type('eval "$(sed -n 4p ../steps.txt)"'),
        type(
          'eval "$(sed -n 5p ../steps.txt)" > served.txt &\ncurl -s --retry 30 --retry-delay 1 --retry-connrefused http://127.0.0.1:9999/health',
        ),
        type('npx @timestep-ai/timestep check .'),
      ],
      { written: PORT, used },
      variables,
    );
    const [created, steps, entered, , chat, test, served, checked] = done.map(
      ({ printed }) => printed,
    );
    expect(created).toContain('Its model is openai/gpt-5-mini: OPENAI_API_KEY is set');
    expect(page).toContain(created);
    expect(steps).toBe('cd guide\nnpm install\nnpm run chat\nnpm test\nnpm start\n');
    expect(entered).toBe('guide\n');
    expect(chat).toContain('I am guide.');
    expect(test).toContain('6 trials run: 6 passed, 0 failed, 0 errored');
    expect(served).toBe('{"status":"ok"}');
    expect(checked).toContain('1 agent: 0 mistakes, 0 warnings');
  } finally {
    await provider.stop();
  }
});
