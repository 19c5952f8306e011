import { listen } from '@timestep-ai/timestep/http';

/** A chat-completions server that always answers the same. */
export async function serveModel(): Promise<{
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}> {
  const server = await listen(
    () => {
      const delta = { role: 'assistant', content: 'as you wish' };
      const choices = [{ index: 0, delta, finish_reason: 'stop' }];
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices };
      const body = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    },
    { port: 0 },
  );
  return {
    env: {
      OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: 'none',
    },
    close: () => server.close(0),
  };
}
