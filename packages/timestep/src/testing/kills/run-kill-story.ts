import { formatKillReport } from './format-kill-report.ts';
import { killAtEveryPoint, ORDER, type KillOptions } from './kill-at-every-point.ts';
import type { KillStory } from './kill-story.ts';
import { continueKillStory, type StoryOrder } from './continue-kill-story.ts';

/**
 * Kills the agents of a story at every point, prints the result, and sets the exit code to 1 if
 * anything was lost, doubled or unanswered. The processes that are killed run the same script, so it
 * must do nothing else.
 */
export async function runKillStory(story: KillStory, options: KillOptions = {}): Promise<void> {
  const order = process.env[ORDER];
  if (order === undefined) {
    const report = await killAtEveryPoint(process.argv[1] ?? '', options);
    process.stdout.write(`${formatKillReport(report)}\n`);
    if (report.faults.length > 0) process.exitCode = 1;
    return;
  }
  const told = await continueKillStory(story, JSON.parse(order) as StoryOrder, () =>
    process.kill(process.pid, 'SIGKILL'),
  );
  // Exits explicitly, because open connections of the agents could keep the process running.
  process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0));
}
