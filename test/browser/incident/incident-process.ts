/** The server of the incident: `incident-process.ts <port> <database> <agents> <token>`. It prints its address. */
import { openSqlite, serve } from '@timestep-ai/timestep';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { createPageProtocol, loadShippedPage } from '@timestep-ai/timestep/page';
import { model, writeAgents } from './incident-agents.ts';

const [port = '0', path = '', folder = '', token = ''] = process.argv.slice(2);
const catalog = await openCatalog([writeAgents(folder)], { load: { model } });
const { url } = await serve({
  agents: catalog.servables,
  port: Number(port),
  backend: (needs) => openSqlite({ ...needs, path }),
  protocols: [
    'a2a',
    createPageProtocol({ access: { kind: 'token', token }, files: loadShippedPage }),
  ],
});
process.stdout.write(`${url}\n`);
