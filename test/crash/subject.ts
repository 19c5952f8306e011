/** The process that is killed: `subject.ts <order>`. It prints what became of its story. */
import { openSqlite } from '@timestep-ai/timestep/runner';
import { createKillPoints } from './kill-points.ts';
import type { Order } from './story.ts';
import { tellStory } from './tell-story.ts';

const order = JSON.parse(process.argv[2] ?? '') as Order;
const { path, leaseMs, killAt, signal } = order;
const points = createKillPoints(killAt, signal);
Object.assign(globalThis, { timestepCrashPoint: points.pass });

/** Longer than any story takes, so that only tasks from long before it are erased. */
const RETENTION = { endedForMs: 24 * 3600 * 1000 };

const told = await tellStory(order, points, (agents) =>
  openSqlite({
    path,
    agents,
    leaseMs,
    retention: RETENTION,
    // Here processes are killed from outside, which says nothing about the tasks.
    crashLimit: Number.POSITIVE_INFINITY,
    observeCommit: (phase) => points.pass(`${phase} commit`),
  }),
);
process.stdout.write(JSON.stringify(told));
