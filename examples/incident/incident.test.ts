import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStory, STORY } from './read-story.ts';
import { readRunLines, showRun } from './show-run.ts';
import { openIncident, type Incident } from './stage.ts';

let incident: Incident;

beforeAll(async () => {
  incident = await openIncident({ thinkingMs: 500, killedAfterMs: 500 });
});

afterAll(() => incident.close());

it('tells in a terminal who asked whom what, what it cost in all, where a person waited, and what came again', async () => {
  const printed = await showRun(incident);
  expect(readStory(readRunLines(printed))).toEqual(STORY);
  expect(printed).toMatch(
    /^Run: 4 agents, 6 tasks, .* \(.* waiting for a person\), [\d,]+ tokens, \$0\.06$/m,
  );
  expect(printed).toMatch(/^ +Process \d+ crashed, \d+ took over {2}ops_rollback repeated /m);
  expect(printed).toMatch(/^ +Prepares {2}in another process: the agent/m);
  // The agent on the other server, which speaks A2A 0.3 only, and its cost.
  expect(printed).toMatch(/→ archive {2}“What is the difference .*\$0\.0043$/m);
  expect(printed.match(/→ archive/g)).toHaveLength(1);
  expect(printed).not.toContain('Not counted');
});

it('makes the rollback once, though the server was killed during it', () => {
  expect(incident.readRollbacks()).toHaveLength(1);
});
