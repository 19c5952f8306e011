import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentContext } from '../agent-context.fixture.ts';
import { createAgent } from '../provider/create-agent.ts';
import { question, sendJson, startWireServer, type WireServer } from '../provider/wire.fixture.ts';
import { FAILURE_KINDS, type FailureCode } from './failure-kinds.ts';
import type { FailureRow } from './failure-row.fixture.ts';
import { FAILURE_TABLE } from './failure-table.fixture.ts';

let server: WireServer;
let current: FailureRow | undefined;

beforeAll(async () => {
  server = await startWireServer((_request, response) => {
    const { body = '', status, headers } = current ?? {};
    sendJson(response, body, status, headers);
  });
});

afterAll(() => server.close());

async function fail(row: FailureRow, stream: boolean): Promise<unknown> {
  current = row;
  const baseUrl = `${server.url}/v1`;
  const agent = createAgent({
    model: row.model,
    apiKey: 'key-1',
    baseUrl,
    env: { AWS_REGION: 'us-east-1' },
    retries: 0,
    stream,
  });
  try {
    return await agent(question, createAgentContext());
  } catch (thrown) {
    return thrown;
  }
}

describe.each(FAILURE_TABLE)('$provider: $failure', (row) => {
  it.each([true, false])('is judged alike on the wire (streamed: %s)', async (stream) => {
    const { code, status, retryAfterS } = row;
    const { canPass } = FAILURE_KINDS[code];
    const failure = await fail(row, stream);
    expect(failure).toMatchObject({
      code,
      status,
      ...(retryAfterS !== undefined && { retryAfterMs: retryAfterS * 1000 }),
      retryable: canPass === 'always' || (canPass === 'if-named' && retryAfterS !== undefined),
    });
  });
});

it('has a row for each kind of failure that has a status', () => {
  const withoutStatus: readonly FailureCode[] = ['unreachable'];
  const codes = new Set([...FAILURE_TABLE.map(({ code }) => code), ...withoutStatus]);
  expect([...codes].toSorted()).toEqual(Object.keys(FAILURE_KINDS).toSorted());
});
