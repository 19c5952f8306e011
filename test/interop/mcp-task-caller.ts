/**
 * An agent whose process may be killed: `mcp-task-caller.ts <database> <port> <server>`. It makes one call of the
 * tool `blast` of the MCP server and says its answer on standard output, and before it what its task waits with.
 */
import { allMessagesOf, answerOf, textOf } from 'timestep/core';
import { Agent } from 'timestep';

const [database = '', port = '0', server = ''] = process.argv.slice(2);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const agent = new Agent({
  agentId: 'caller',
  name: 'Caller',
  contextIdToEnvironmentUri: { default: server },
  toolSite: 'server',
  model(messages) {
    const last = messages.at(-1);
    if (last?.role === 'tool') return { role: 'assistant', content: textOf(last) };
    const blast = { name: 'blast', arguments: '{}' };
    const call = { id: 'c1', type: 'function', function: blast } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  },
});
const { runner, url } = await agent.start({ port: Number(port), database });
say(`serving ${url}`);
const message = { role: 'user', content: 'Blast it' } as const;
const { id } = await runner.submit({ agent: 'caller', principal: '', messageId: 'm1', message });
const { signal } = new AbortController();
for await (const update of runner.updates(id, 0, signal)) {
  if (update.kind !== 'event') continue;
  if (update.event.type === 'call.resumed') say('kept the handle');
  if (update.event.type === 'question.asked') say(`asks ${update.event.question.text}`);
}
const task = await runner.get(id);
say(`answer ${task ? (answerOf(task) ?? JSON.stringify(allMessagesOf(task))) : 'none'}`);
