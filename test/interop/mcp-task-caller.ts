/**
 * An agent whose process may be killed: `mcp-task-caller.ts <database> <port> <server> <tool>
 * [answer]`. It makes one call of a tool of the MCP server, answers the tool's questions if it has
 * an answer, and prints the events and the end of its own task to standard output.
 */
import { Agent } from '@timestep-ai/timestep';
import { getFinalAnswer, getText } from '@timestep-ai/timestep/core';

const [database = '', port = '0', server = '', name = '', content] = process.argv.slice(2);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const agent = new Agent({
  agentId: 'caller',
  name: 'Caller',
  contextIdToEnvironmentUri: { default: server },
  toolSite: 'server',
  model(messages) {
    const last = messages.at(-1);
    if (last?.role === 'tool') return { role: 'assistant', content: getText(last) };
    const call = { id: 'c1', type: 'function', function: { name, arguments: '{}' } } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  },
});
const { runner, url } = await agent.start({ port: Number(port), database });
say(`serving ${url}`);
const to = { agent: 'caller', principal: '' };
const message = { role: 'user', content: 'Go' } as const;
const { id: taskId } = await runner.submit({ ...to, messageId: 'm1', message });
const { signal } = new AbortController();
for await (const update of runner.subscribe(taskId, 0, signal)) {
  if (update.kind !== 'event') continue;
  const { event } = update;
  if (event.type === 'call.resumed') say('kept the handle');
  if (event.type !== 'question.asked') continue;
  say(`asks ${event.question.text}`);
  const said = { role: 'user', content: content ?? '' } as const;
  if (content !== undefined) {
    await runner.submit({ ...to, taskId, messageId: 'm2', message: said });
  }
}
const task = await runner.get(taskId);
say(`answer ${task ? getFinalAnswer(task) : ''}`);
