/**
 * The server of the three agents of the desk: `desk.ts <port> <folder> <address of the archive> <token>`. It prints
 * its address.
 */
import { join } from 'node:path';
import { openSqlite, serve } from '@timestep-ai/timestep';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { createPageProtocol, loadShippedPage } from '@timestep-ai/timestep/page';
import { writeDesk } from './agents.ts';
import { model } from './model.ts';

const [port = '0', folder = '.', archive = '', token = ''] = process.argv.slice(2);
const catalog = await openCatalog([writeDesk(folder, archive)], { load: { model } });
const { url } = await serve({
  agents: catalog.servables,
  port: Number(port),
  backend: (needs) => openSqlite({ ...needs, path: join(folder, 'tasks.db') }),
  protocols: [
    'a2a',
    createPageProtocol({ access: { kind: 'token', token }, files: loadShippedPage }),
  ],
});
process.stdout.write(`${url}\n`);
