/**
 * Agents that call each other, in a process that may be killed: `calling-agents.ts <database>
 * <port> <folder>`. It prints its address and every model call of `sky` to standard output; these
 * calls end once there is a line on standard input.
 */
import { once } from 'node:events';
import { serve } from '@timestep-ai/timestep';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { getText } from '@timestep-ai/timestep/core';

const [database = '', port = '0', folder = ''] = process.argv.slice(2);

const catalog = await openCatalog([folder], {
  load: {
    async model(messages, { task, attempt }) {
      const last = messages.at(-1);
      const said = last ? getText(last) : '';
      if (task.agent === 'sky') {
        process.stdout.write(`sky attempt ${attempt}\n`);
        await once(process.stdin, 'data');
        return { role: 'assistant', content: `sun in ${said}` };
      }
      if (last?.role === 'tool') return { role: 'assistant', content: said };
      const args = JSON.stringify({ agent: 'sky', message: 'Oslo' });
      const call = { name: 'agents_call_agent', arguments: args };
      return {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: call }],
      };
    },
  },
});
const { url } = await serve({ agents: catalog.servables, database, port: Number(port) });
process.stdout.write(`serving ${url}\n`);
