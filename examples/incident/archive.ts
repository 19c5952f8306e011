/**
 * The server of the archive, which speaks A2A 0.3 only, as a program of another team may: `archive.ts <port>
 * <folder>`. It prints its address.
 */
import { join } from 'node:path';
import { openSqlite, serve } from '@timestep-ai/timestep';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { listen } from '@timestep-ai/timestep/http';
import { writeArchive } from './agents.ts';
import { model } from './model.ts';

const [port = '0', folder = '.'] = process.argv.slice(2);
const door = Promise.withResolvers<(request: Request) => Promise<Response>>();
const { url } = await listen(async (request) => (await door.promise)(request), {
  port: Number(port),
});
const catalog = await openCatalog([writeArchive(folder)], { load: { model } });
const serving = await serve({
  agents: catalog.servables,
  port: 0,
  publicUrl: url,
  backend: (needs) => openSqlite({ ...needs, path: join(folder, 'tasks.db') }),
  protocols: ['a2a'],
});
door.resolve(async (request) => {
  // A server of 0.3 does not know the header of later versions.
  const headers = new Headers(request.headers);
  headers.delete('a2a-version');
  const response = await serving.fetch(new Request(request, { headers }));
  return request.url.endsWith('/agent-card.json') ? toOldCard(response) : response;
});
process.stdout.write(`${url}\n`);

/** Returns the card of the agent without the fields of A2A 1.0. */
async function toOldCard(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const { supportedInterfaces: _new, ...card } = (await response.json()) as Record<string, unknown>;
  return Response.json(card);
}
