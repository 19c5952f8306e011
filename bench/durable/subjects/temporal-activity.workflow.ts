import { proxyActivities } from '@temporalio/workflow';

const { perform } = proxyActivities<{ perform(number: number): Promise<string> }>({
  startToCloseTimeout: '1 minute',
});

/** A workflow with one activity per effect, and nothing else. */
export async function worker(effects: number): Promise<number> {
  for (let number = 1; number <= effects; number += 1) {
    const text = await perform(number);
    if (!text.startsWith(`${number} `)) throw new Error(`effect ${number} came to ${text}`);
  }
  return effects;
}
