// Answers tasks of the suite: a command that reads a transcript and writes a reply. A file called `slip`
// makes it wrong about two tasks, one called `hang` keeps it from ever answering the fifth.
import { existsSync, writeFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';

const { messages } = await json(process.stdin);
const [, left, right] = /(\d+) plus (\d+)/.exec(messages.at(-1).content) ?? [];
if (left === '5' && existsSync('hang')) {
  writeFileSync('hanging', String(process.pid));
  await new Promise((resolve) => setInterval(resolve, 2 ** 30));
}
const slip = existsSync('slip') && ['3', '7'].includes(left) ? 1 : 0;
process.stdout.write(`It is ${Number(left) + Number(right) + slip}.`);
