/** `runner-process.fixture.ts <database>`: has a task under way, prints its id and stays. */
import { createSqliteRunner } from './sqlite-runner.ts';
import { NEVER, saying, served, stuck } from './store.fixture.ts';

const runner = createSqliteRunner({ path: process.argv[2] ?? '', agents: [served(stuck)] });
const { id } = await runner.submit(saying('hi'));
for await (const update of runner.updates(id, 0, NEVER)) {
  if (update.kind === 'event' && update.event.type === 'model.started') process.stdout.write(id);
}
