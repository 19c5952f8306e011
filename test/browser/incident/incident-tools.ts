/** The tools of the incident, as an MCP server over standard input and output. */
import { setTimeout as pause } from 'node:timers/promises';
import { Environment, tool } from '@timestep-ai/timestep';
import * as z from 'zod';

const READING_MS = 120;
const ROLLBACK_MS = 1500;

const read_log = tool({
  description: 'Reads the newest lines of the log of a service.',
  input: z.object({ service: z.string(), lines: z.number() }),
  replay: 'safe',
  async execute({ service, lines }) {
    await pause(READING_MS);
    return {
      lines,
      entries: [
        { at: '09:11:58', service, level: 'info', text: 'deploy 4.18.0' },
        { at: '09:12:03', service, level: 'error', text: 'payment timed out after 3 s' },
        { at: '09:12:04', service, level: 'error', text: 'payment timed out after 3 s' },
      ],
    };
  },
});

const rollback = tool({
  description: 'Puts a service back to an earlier version.',
  input: z.object({ service: z.string(), version: z.string() }),
  replay: 'key',
  async execute({ service, version }) {
    await pause(ROLLBACK_MS);
    return { service, version, state: 'healthy' };
  },
});

const environment = new Environment({ environmentId: 'ops', enableHandoff: false });
await environment.tool('read_log', read_log).tool('rollback', rollback).run('stdio');
