/**
 * `old-agents.ts <folder>…`: serves agents over A2A 0.3 only, like servers written before 1.0. PORT
 * sets the port, TIMESTEP_DATABASE the database.
 */
import { Agent, loadAgentFolder, serve } from '@timestep-ai/timestep';
import { listen } from '@timestep-ai/timestep/http';

const folders = process.argv.slice(2);
const database = process.env['TIMESTEP_DATABASE'];
const door = Promise.withResolvers<(request: Request) => Promise<Response>>();

const listening = await listen(async (request) => (await door.promise)(request), {
  port: Number(process.env['PORT'] ?? 0),
});
const definitions = folders.map((folder) => loadAgentFolder(folder));
const serving = await serve({
  agents: definitions.map((definition) => new Agent(definition)),
  port: 0,
  publicUrl: listening.url,
  protocols: ['a2a'],
  ...(database !== undefined && { database }),
});
door.resolve(async (request) => {
  // A 0.3 server does not know protocol versions: it reads every request as 0.3.
  const headers = new Headers(request.headers);
  headers.delete('a2a-version');
  const answer = await serving.fetch(new Request(request, { headers }));
  return /\/\.well-known\/agent(-card)?\.json$/.test(request.url) ? toOldCard(answer) : answer;
});

for (const { agentId } of definitions) console.log(`${listening.url}/agents/${agentId}`);

async function stop(): Promise<void> {
  await listening.close();
  await serving.close();
  for (const definition of definitions) await definition.close();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

/** Returns the agent card without the fields that A2A 1.0 added. */
async function toOldCard(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const { supportedInterfaces: _new, ...card } = (await answer.json()) as Record<string, unknown>;
  return Response.json(card);
}
