/**
 * The process that is killed: `subject.ts <database> <world> <kill at> <signal> <lease ms>`. It prints
 * what became of its story.
 */
import { createSqliteOutbox, createSqliteRunner } from 'timestep/runner';
import { createKillPoints, type KillSignal } from './kill-points.ts';
import { tellStory } from './tell-story.ts';

const [path = '', world = '', killAt = '0', signal = 'SIGKILL', leaseMs = '10000'] =
  process.argv.slice(2);
const points = createKillPoints(Number(killAt), signal as KillSignal);

const told = await tellStory(world, points, (agents) => ({
  runner: createSqliteRunner({
    path,
    agents,
    leaseMs: Number(leaseMs),
    observeCommit: (phase) => points.pass(`${phase} commit`),
  }),
  outbox: createSqliteOutbox({ path }),
}));
process.stdout.write(JSON.stringify(told));
