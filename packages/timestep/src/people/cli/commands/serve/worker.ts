import { openBackendWithStores } from '#engine/port';
import { openCallableAgents } from '../../agents/callable-agents.ts';
import { MODEL_OPTION, openFolder } from '../../agents/served-folder.ts';
import { chooseWorkerBackend } from '../../backends/choose-backend.ts';
import { openObservedBackend } from '../../backends/observed-backend.ts';
import { JSON_OPTION, type Command } from '../../command.ts';
import { addLogging } from '../../log/command-log.ts';
import { createGraceOption, readGrace } from '../../options/grace-option.ts';
import { waitForAbort } from './wait-for-abort.ts';

/** Seconds that running calls get to finish. Afterwards other workers repeat the calls. */
const GRACE_S = 10;

export const worker: Command = addLogging({
  usage: 'worker <folder>',
  about: 'Runs tasks that servers have accepted, until it is stopped.',
  more: 'Accepts no requests. Start as many workers as needed, next to "timestep serve" with the same folder, database and options. To send traces, set the same OTEL_EXPORTER_OTLP_ENDPOINT.',
  options: {
    model: MODEL_OPTION,
    grace: createGraceOption(GRACE_S),
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
    const model = values.text('model');
    const graceMs = readGrace(values, GRACE_S);
    const callable = await openCallableAgents([operand], model, context);
    const folder = await openFolder(operand, model, context, callable.load);
    const { definition, onError } = folder;
    try {
      const agents = callable.combineAgents([folder.agent.loop]);
      const open = () => backend.open({ agents, works: true, onError }, location);
      const opened = await openBackendWithStores([definition, ...callable.users], () =>
        openObservedBackend(open, { onError }, context),
      );
      const said = values.isSet('json')
        ? JSON.stringify({ agent: definition.agentId, works: true })
        : `Worker for ${definition.agentId} started. Press Ctrl-C to stop.`;
      context.write(`${said}\n`);
      try {
        await Promise.race([waitForAbort(context.getStopSignal()), opened.done]);
      } finally {
        await opened.close(graceMs);
      }
    } finally {
      await folder.close();
      await callable.close();
    }
  },
});
