/** The tools of operations, as an MCP server. ROLLBACKS: the file with a line for each rollback. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Environment, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

const READING_MS = 120;
const ROLLBACK_MS = 1500;
const file = process.env['ROLLBACKS'] ?? 'rollbacks.jsonl';

const readLog = tool({
  description: 'Reads the newest lines of the log of a service.',
  input: z.object({ service: z.string(), lines: z.number() }),
  replay: 'safe',
  async execute({ service, lines }) {
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
});

const rollback = tool({
  description: 'Puts a service back to an earlier version.',
  input: z.object({ service: z.string(), version: z.string() }),
  // A call that a crash has cut off comes again with the same key, and is not made twice.
  replay: 'key',
  async execute({ service, version }, { key }) {
    const done = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (!done.includes(key)) {
      appendFileSync(file, `${JSON.stringify({ key, service, version })}\n`);
    }
    await pause(ROLLBACK_MS);
    return { service, version, state: 'healthy' };
  },
});

await new Environment({ environmentId: 'ops', enableHandoff: false })
  .tool('read_log', readLog)
  .tool('rollback', rollback)
  .run('stdio');
