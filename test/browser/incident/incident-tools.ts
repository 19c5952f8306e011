/** The tools of the incident, as an MCP server over standard input and output. */
import { setTimeout as pause } from 'node:timers/promises';
import { Environment } from '@timestep-ai/timestep';

const READING_MS = 120;
const ROLLBACK_MS = 1500;

const environment = new Environment({ environmentId: 'ops', enableHandoff: false });
environment.tool(
  'read_log',
  { description: 'Reads the newest lines of the log of a service.', replay: 'safe' },
  async ({ service, lines }) => {
    await pause(READING_MS);
    const late = { service, level: 'error', text: 'payment timed out after 3 s' };
    return {
      lines,
      entries: [
        { at: '09:11:58', service, level: 'info', text: 'deploy 4.18.0' },
        { at: '09:12:03', ...late },
        { at: '09:12:04', ...late },
      ],
    };
  },
);
environment.tool(
  'rollback',
  { description: 'Puts a service back to an earlier version.', replay: 'key' },
  async ({ service, version }) => {
    await pause(ROLLBACK_MS);
    return { service, version, state: 'healthy' };
  },
);
await environment.run('stdio');
