import { expect, it } from 'vitest';
import { createTransport } from './transport.ts';

it('sends the headers of a server to that server alone', async () => {
  const seen: (readonly [string, string | null])[] = [];
  const transport = createTransport(
    {
      handler: ({ url, headers }) => {
        seen.push([new URL(url).host, headers.get('x-key')]);
        return new Response(null, { status: 401 });
      },
    },
    {
      headers: { 'x-key': 'key-of-the-server' },
      authProvider: {
        token: async () => 'old',
        // As the SDK asks an issuer, with what it is given for that.
        onUnauthorized: async ({ fetchFn }) => void (await fetchFn('https://issuer.example/token')),
      },
    },
  );
  await transport.start();
  const sending = transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
  await expect(sending).rejects.toThrow('401');
  expect(seen).toEqual([
    ['localhost', 'key-of-the-server'],
    ['issuer.example', null],
    ['localhost', 'key-of-the-server'],
  ]);
  await transport.close();
});
