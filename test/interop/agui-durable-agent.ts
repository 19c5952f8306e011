/**
 * An agent over AG-UI whose process may be killed: `agui-durable-agent.ts <database> <port>`. It
 * prints its address and every model call to standard output; the second reply ends once there is a
 * line on standard input.
 */
import { once } from 'node:events';
import { Agent, Environment, serve } from '@timestep-ai/timestep';

const [database = '', port = '0'] = process.argv.slice(2);

const environment = new Environment({ environmentId: 'patient' }).tool(
  'read_clock',
  { description: 'The time.' },
  () => '12:00',
);
const agent = new Agent({
  agentId: 'patient',
  name: 'patient',
  environment,
  toolSite: 'server',
  async model(messages, { attempt, emit }) {
    if (messages.at(-1)?.role !== 'tool') {
      const called = { name: 'read_clock', arguments: '{}' };
      const call = { id: 'call_1', type: 'function', function: called } as const;
      return { role: 'assistant', content: null, tool_calls: [call] };
    }
    emit({ type: 'text', text: 'It is ' });
    tell(`model attempt ${attempt}`);
    await once(process.stdin, 'data');
    return { role: 'assistant', content: 'It is noon.' };
  },
});
const { url } = await serve({ agents: [agent], database, port: Number(port) });
tell(`serving ${url}`);

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
