import { openWithStores } from '../../../../engine/port/index.ts';
import { openCallableAgents } from '../../agents/callable-agents.ts';
import { chooseWorkerBackend } from '../../backends/choose-backend.ts';
import { EXIT, isOptionSet, JSON_OPTION, getOptionText, type Command } from '../../command.ts';
import { MODEL_OPTION, openFolder } from '../../agents/served-folder.ts';
import { addCommandLog, openLoggedBackend } from '../../log/command-log.ts';
import { openTracedBackend } from '../../backends/traced-backend.ts';

/**
 * Milliseconds that running model and tool calls get to finish when the command is stopped.
 * Afterwards other workers repeat them.
 */
const GRACE_MS = 10_000;

export const worker: Command = addCommandLog({
  words: ['worker'],
  operand: '<folder>',
  about: 'Runs tasks that servers have accepted, until it is stopped.',
  more: 'Accepts no requests. Start as many workers as needed, next to "timestep serve" with the same folder, database and options. To send traces, set the same OTEL_EXPORTER_OTLP_ENDPOINT.',
  options: {
    model: MODEL_OPTION,
    json: { ...JSON_OPTION, about: 'prints JSON when the worker has started' },
  },
  backend: 'work',
  examples: [
    'timestep worker agents/guide',
    "timestep worker agents/guide --database '${env:DATABASE_URL}'",
    'timestep worker agents/guide --log-level info --log-format json',
  ],
  async run({ operand, values }, context) {
    const { backend, location } = chooseWorkerBackend(values, context);
    const model = getOptionText(values, 'model');
    const callable = await openCallableAgents([operand], model, context);
    const folder = await openFolder(operand, model, context, callable.load);
    const { onError } = folder;
    try {
      const agents = callable.combineAgents([folder.agent.loop]);
      const opened = await openWithStores([folder.definition, ...callable.users], () =>
        openLoggedBackend(
          () =>
            openTracedBackend(
              () => backend.open({ agents, works: true, onError }, location),
              { onError },
              context,
            ),
          context,
        ),
      );
      const { agentId } = folder.definition;
      const said = isOptionSet(values, 'json')
        ? JSON.stringify({ agent: agentId, works: true })
        : `Worker for ${agentId} started. Press Ctrl-C to stop.`;
      context.write(`${said}\n`);
      const signal = context.getStopSignal();
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
