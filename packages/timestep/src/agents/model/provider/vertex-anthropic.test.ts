import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runEpisode } from '#engine/runner';
import { createAgent } from './create-agent.ts';
import { question, sendJson, startWireServer, weatherTools } from './wire.fixture.ts';

/** Writes credentials of Google whose tokens come from a server of the test. */
function writeCredentials(tokenUrl: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-vertex-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const subject = join(folder, 'subject');
  writeFileSync(subject, 'subject');
  const file = join(folder, 'credentials.json');
  const credentials = {
    type: 'external_account',
    audience:
      '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/p',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: tokenUrl,
    credential_source: { file: subject },
  };
  writeFileSync(file, JSON.stringify(credentials));
  return file;
}

it.each([undefined, '1h'] as const)(
  'calls Claude on Vertex (prompts kept for %s)',
  async (kept) => {
    const server = await startWireServer((request, response) => {
      if (request.path === '/token') {
        return sendJson(response, {
          access_token: 'google-token',
          issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          token_type: 'Bearer',
          expires_in: 3600,
        });
      }
      const usage = { input_tokens: 3, output_tokens: 2 };
      const whole = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', usage };
      const content = [{ type: 'text', text: 'Sunny.' }];
      sendJson(response, { ...whole, content, stop_reason: 'end_turn' });
    });
    onTestFinished(() => server.close());
    const agent = createAgent({
      model: 'vertex-anthropic/claude-sonnet-4-5@20250929',
      baseUrl: `${server.url}/models`,
      stream: false,
      ...(kept && { promptCaching: kept }),
      env: {
        GOOGLE_VERTEX_PROJECT: 'mine',
        GOOGLE_APPLICATION_CREDENTIALS: writeCredentials(`${server.url}/token`),
      },
    });
    const { messages, info } = await runEpisode(question, agent, { tools: weatherTools });
    expect([messages.at(-1)?.content, info.error]).toEqual(['Sunny.', null]);
    const asked = server.requests.at(-1);
    expect(asked?.path).toBe('/models/claude-sonnet-4-5@20250929:rawPredict');
    expect(asked?.headers.authorization).toBe('Bearer google-token');
    expect(asked?.body).toMatchObject({ anthropic_version: 'vertex-2023-10-16' });
    const point = { type: 'ephemeral', ...(kept && { ttl: kept }) };
    expect(asked?.body['system']).toMatchObject([{ cache_control: point }]);
  },
);

it('names what is missing', () => {
  const create = () => createAgent({ model: 'vertex-claude/claude-x', env: {} });
  expect(create).toThrow(
    'vertex-anthropic needs a project: set GOOGLE_VERTEX_PROJECT and GOOGLE_APPLICATION_CREDENTIALS',
  );
});
