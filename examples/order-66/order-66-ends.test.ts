import { afterAll, expect, it } from 'vitest';
import { FREE_PORTS, isRunning, killDemos, parsePids, startDemo } from './demo.fixture.ts';
import { parseMessageId, serveFakeModel } from './fake-model.ts';
import { pollUntil } from './stage.fixture.ts';

afterAll(killDemos);

it("holds as many turns as are asked for, with a model of one's own and a dead Langfuse", async () => {
  const model = await serveFakeModel();
  const env = {
    LM_STUDIO_BASE_URL: model.baseUrl,
    LM_STUDIO_MODEL: 'google/gemma-3-1b',
    LANGFUSE_PUBLIC_KEY: 'pk-lf-1',
    LANGFUSE_SECRET_KEY: 'sk-lf-2',
    LANGFUSE_HOST: 'http://127.0.0.1:9',
  };
  const demo = startDemo(['--turns', '5', ...FREE_PORTS], env);
  expect(await demo.exitCode).toBe(0);
  const told = demo.lines.join('\n');
  for (const text of [
    /A -> B +m5 "Message 5 of 5: .*\[\[TRIGGER:EXECUTE_ORDER_66\]\]"/,
    /\*\*\* EXECUTING ORDER 66 \*\*\*/,
    /\*\*\* agent-b \(process \d+\) ended: exit code 1\. Restarting it\. \*\*\*/,
    /B -> A +r-m5 /,
    /model calls +5: m1×1 m2×1 m3×1 m4×1 m5×1 +ok/,
    /No message was lost, and no message was processed twice\./,
  ]) {
    expect(told).toMatch(text);
  }
  expect(told).not.toContain('sk-lf-2');
  // A model of one's own is counted by agent B's log; this one has counted, too.
  expect(model.asked.map(parseMessageId)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  await model.close();
  const pids = parsePids(demo.lines);
  expect(pids).toHaveLength(4);
  expect(pids.filter(isRunning)).toEqual([]);
});

it('passes an interrupt on and leaves nothing running', async () => {
  const demo = startDemo(['--turns', '20', ...FREE_PORTS]);
  await pollUntil(() => demo.lines.some((line) => line.includes('A -> B')));
  demo.child.kill('SIGINT');
  expect(await demo.exitCode).toBe(130);
  const pids = parsePids(demo.lines);
  expect(pids.length).toBeGreaterThanOrEqual(3);
  expect(pids.filter(isRunning)).toEqual([]);
});

it('leaves nothing running even when it is killed itself', async () => {
  const demo = startDemo(['--keep', ...FREE_PORTS]);
  await pollUntil(() => demo.lines.some((line) => line.includes('All servers keep running')));
  demo.child.kill('SIGKILL');
  await demo.exitCode;
  const pids = parsePids(demo.lines);
  expect(pids).toHaveLength(4);
  await pollUntil(() => !pids.some(isRunning));
});
