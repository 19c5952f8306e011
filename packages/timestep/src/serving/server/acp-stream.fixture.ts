import { onTestFinished } from 'vitest';
import { createUuid, openMemory, systemClock } from '#engine/runner';
import { serveAcp } from '#people/acp';
import type { Serving } from './index.ts';

/** The id of the request whose response ends the stream. */
const PROMPT_ID = 3;

/** What is read of a message to the editor. */
interface AcpMessage {
  readonly id?: number;
  readonly result?: { readonly sessionId?: string };
}

/** Sends a prompt to the agent `front` as an editor does, and yields the messages to the editor. */
export async function* streamOverAcp({ runner }: Pick<Serving, 'runner'>): AsyncGenerator<string> {
  const backend = openMemory({ agents: [] });
  const { sessions, tasks } = backend;
  const [toAgent, toEditor] = [
    new TransformStream<Uint8Array, Uint8Array>(),
    new TransformStream<Uint8Array, Uint8Array>(),
  ];
  const getLicense = (): string => '';
  const deps = {
    version: '1',
    principal: '',
    agents: [
      {
        name: 'front',
        title: 'Front',
        models: [],
        commands: () => (getView) => ({ getView, getLicense }),
      },
    ],
    conversations: { runner, sessions, clock: systemClock, newId: createUuid },
    tasks,
    directory: '/here',
    useServers: async () => undefined,
    onError: (thrown: unknown) => {
      throw thrown;
    },
  } satisfies Parameters<typeof serveAcp>[0];
  const serving = await serveAcp(deps, { input: toAgent.readable, output: toEditor.writable });
  onTestFinished(async () => {
    await serving.close();
    await backend.close(0);
  });

  const writer = toAgent.writable.getWriter();
  async function send(id: number, method: string, params: object): Promise<void> {
    const line = `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    await writer.write(new TextEncoder().encode(line));
  }

  await send(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of toEditor.readable) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id, result }: AcpMessage = JSON.parse(line);
      if (id === 1) await send(2, 'session/new', { cwd: '/project', mcpServers: [] });
      if (id === 2) {
        const prompt = [{ type: 'text', text: 'Go' }];
        await send(PROMPT_ID, 'session/prompt', { sessionId: result?.sessionId, prompt });
      }
      yield line;
      if (id === PROMPT_ID) return;
    }
  }
}
