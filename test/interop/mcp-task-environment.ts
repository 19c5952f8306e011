/**
 * An environment whose process may be killed: `mcp-task-environment.ts <database> <port>
 * [alone|stdio]`. It prints its address and every tool call to standard output; calls end once
 * there is a line on standard input. Over stdio it prints nothing.
 */
import { once } from 'node:events';
import { Agent, Environment } from '@timestep-ai/timestep';

const [database = '', port = '0', how] = process.argv.slice(2);

const say = (line: string): void => {
  if (how !== 'stdio') process.stdout.write(`${line}\n`);
};

const environment = new Environment({ environmentId: 'slow', enableHandoff: false });
for (const [name, replay] of [
  ['dig', 'key'],
  ['blast', 'never'],
] as const) {
  environment.tool(name, { task: 'optional', replay }, async (_args, { key, attempt }) => {
    say(`${name} attempt ${attempt}`);
    say(`key ${attempt} ${key}`);
    await once(process.stdin, 'data');
    return `${name} done`;
  });
}
environment.tool('ask', { task: 'required' }, (_args, { answers: [answer], ask }) =>
  answer ? `Hello, ${answer.text}` : ask('Who are you?'),
);

const options = { port: Number(port), database };
if (how === 'stdio') {
  await environment.run('stdio', { database });
} else {
  const agent = { agentId: 'slow', name: 'Slow', environment };
  const serving =
    how === 'alone'
      ? await environment.start(options)
      : await new Agent({ ...agent, model: () => ({ role: 'assistant', content: '' }) }).start(
          options,
        );
  say(`serving ${serving.url}`);
}
