/**
 * Lets four agents on two servers look into an incident, kills a server on the way, and checks what
 * `timestep tasks show` says about it. With `--keep`, the page stays open until Ctrl-C.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readStory, STORY } from './read-story.ts';
import { readRunLines, showRun } from './show-run.ts';
import { openIncident } from './stage.ts';

const incident = await openIncident();
try {
  const printed = await showRun(incident);
  console.log(printed.slice(printed.indexOf('Run: '), printed.indexOf('\nTranscript')));
  assert.deepEqual(readStory(readRunLines(printed)), STORY);
  assert.equal(incident.readRollbacks().length, 1, 'the rollback was made once');
  if (process.argv.includes('--keep')) {
    console.log(`The page: ${incident.getAddress()}`);
    await once(process, 'SIGINT');
  }
} finally {
  await incident.close();
}
