/** `runner-process.fixture.ts <database>`: has a task under way, prints its id, and its state once it ends. */
import { createSqliteRunner } from '#engine/runner';
import { NEVER, saying, served, stuck } from './store.fixture.ts';

const runner = createSqliteRunner({ path: process.argv[2] ?? '', agents: [served(stuck)] });
const { id } = await runner.submit(saying('hi'));
for await (const update of runner.subscribe(id, 0, NEVER)) {
  if (update.kind === 'event' && update.event.type === 'model.started') break;
}
process.stdout.write(id);
process.stdout.write((await runner.waitUntilSettled(id, NEVER)).state);
