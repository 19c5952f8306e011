/** A run that may be killed: `suite-process.fixture.ts <outdir> <answers>`, after which it hangs. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { getText } from '#core';
import { runSuite } from './run-suite.ts';

const [outdir = '', answers = ''] = process.argv.slice(2);
let left = Number(answers);

await runSuite({
  tasks: Array.from({ length: 20 }, (_, at) => ({
    id: `t${at}`,
    messages: [{ role: 'user' as const, content: `${at}` }],
    expected: { final_contains: '1' },
  })),
  outdir,
  trials: 2,
  seed: 5,
  resume: true,
  agentName: 'echo',
  async agent(messages, { seed }) {
    left -= 1;
    if (left < 0) await new Promise<never>(() => undefined);
    const [first] = messages;
    return { role: 'assistant', content: `${first ? getText(first) : ''} ${seed}` };
  },
  onTrial: ({ row }) =>
    appendFileSync(join(outdir, 'told.txt'), `${row.task_id} ${row.trial} ${row.seed}\n`),
});
