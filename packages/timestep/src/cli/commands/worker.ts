import { openWithStores } from '../../port/index.ts';
import { openCallable } from '../callable-agents.ts';
import { backendToWorkFor } from '../choose-backend.ts';
import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { MODEL_OPTION, openFolder } from '../served-folder.ts';
import { logged, loggedBackend } from '../logged.ts';
import { tracedBackend } from '../traced-backend.ts';

/**
 * How long effects may take to end once the command must stop; afterwards other workers do them
 * again.
 */
const GRACE_MS = 10_000;

export const worker: Command = logged({
  words: ['worker'],
  operand: '<folder>',
  about: 'Works on tasks that servers have accepted, until it is stopped.',
  more: 'It takes no requests. Start as many as the work needs, beside "timestep serve" with the same folder, database and options, and with the same OTEL_EXPORTER_OTLP_ENDPOINT where traces are to be sent.',
  options: {
    model: MODEL_OPTION,
    json: { ...JSON_OPTION, about: 'says that it works in JSON, for programs' },
  },
  backend: 'work',
  examples: [
    'timestep worker agents/guide',
    "timestep worker agents/guide --database '${env:DATABASE_URL}'",
    'timestep worker agents/guide --log-level info --log-format json',
  ],
  async run({ operand, values }, around) {
    const { backend, site } = backendToWorkFor(values, around);
    const model = textOf(values, 'model');
    const callable = await openCallable([operand], model, around);
    const folder = await openFolder(operand, model, around, callable.load);
    const { onError } = folder;
    try {
      const agents = callable.withThem([folder.agent.loop]);
      const opened = await openWithStores([folder.definition, ...callable.users], () =>
        loggedBackend(
          () =>
            tracedBackend(
              () => backend.open({ agents, works: true, onError }, site),
              { onError },
              around,
            ),
          around,
        ),
      );
      const { agentId } = folder.definition;
      const said = isSet(values, 'json')
        ? JSON.stringify({ agent: agentId, works: true })
        : `${agentId} works. Ctrl-C stops it.`;
      around.write(`${said}\n`);
      const signal = around.stopped();
      const stop = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      try {
        await Promise.race([stop, opened.done]);
      } finally {
        await opened.close(GRACE_MS);
      }
      return EXIT.fine;
    } finally {
      await folder.close();
      await callable.close();
    }
  },
});
