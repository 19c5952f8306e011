import { EXIT, isSet, JSON_OPTION, textOf, type Command } from '../command.ts';
import { MODEL_OPTION, openFolder } from '../served-folder.ts';
import { openTemporalAs, TEMPORAL_OPTIONS } from '../temporal.ts';
import { withEnvironment } from '../with-environment.ts';

/** How long effects may take to end once the command is to stop; others do them again. */
const GRACE_MS = 10_000;

export const worker: Command = {
  words: ['worker'],
  operand: '<folder>',
  about: 'Works on tasks that servers have put on Temporal until it is stopped.',
  more: 'It serves nobody. Start as many as there is work, beside "timestep serve --runner temporal" with the same folder, queue and database.',
  options: {
    database: {
      type: 'string',
      value: 'PATH',
      about:
        'where the servers keep tasks (default .timestep/temporal.db), or postgres://…; write ${env:NAME}',
    },
    ...TEMPORAL_OPTIONS,
    model: MODEL_OPTION,
    json: { ...JSON_OPTION, about: 'says that it works in JSON, for programs' },
  },
  examples: [
    'timestep worker agents/guide',
    "timestep worker agents/guide --temporal-address 10.0.0.7:7233 --database '${env:DATABASE_URL}' --build-id 2026.11.1",
  ],
  async run({ operand, values }, { env, stopped, write, complain }) {
    const database = withEnvironment(textOf(values, 'database') ?? '.timestep/temporal.db', env);
    const folder = openFolder(operand, textOf(values, 'model'), complain);
    try {
      const temporal = await openTemporalAs(values, env, {
        agents: [folder.agent.loop],
        database,
        works: true,
        onError: folder.onError,
      });
      const { agentId } = folder.definition;
      const said = isSet(values, 'json')
        ? JSON.stringify({ agent: agentId, works: true })
        : `${agentId} works. Ctrl-C stops it.`;
      write(`${said}\n`);
      const signal = stopped();
      const stop = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      try {
        await Promise.race([stop, temporal.done]);
      } finally {
        await temporal.close(GRACE_MS);
      }
      return EXIT.fine;
    } finally {
      await folder.close();
    }
  },
};
