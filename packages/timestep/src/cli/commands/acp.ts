import { Readable, Writable } from 'node:stream';
import type { AcpStreams } from '../../acp/index.ts';
import type { ClientServers } from '../acp/client-servers.ts';
import { openWithStores } from '../../port/index.ts';
import { EXIT, textOf, textsOf, type Command } from '../command.ts';
import { openCallable } from '../callable-agents.ts';
import { logged } from '../logged.ts';
import { usage } from '../command-error.ts';
import { plainText } from '../plain-text.ts';
import { MODEL_OPTION, openFolder, refuseSameNames, type ServedFolder } from '../served-folder.ts';
import { servedOn } from '../served-on.ts';
import { untilStopped } from '../until-stopped.ts';

/** Whose sessions they are: those of callers whom a server does not ask for a name. */
const PRINCIPAL = '';
/** How long running turns may take to end once the editor has gone. */
const GRACE_MS = 2000;

export const acp: Command = logged({
  words: ['acp'],
  operand: '<folder>',
  isRepeated: true,
  about: 'Serves agents to an editor over the Agent Client Protocol, on standard input and output.',
  more: 'The editor starts this command and chooses among the agents. Sessions are kept in the database: the next start lists them, and a turn that was cut off goes on. Messages for people go to standard error. It needs the package @agentclientprotocol/sdk beside timestep.',
  options: {
    model: MODEL_OPTION,
    'offer-model': {
      type: 'string',
      value: 'PROVIDER/NAME',
      about: 'a model that the editor may choose instead; as often as needed',
      isRepeated: true,
    },
  },
  backend: 'serve',
  examples: [
    'timestep acp agents/guide',
    'timestep acp agents/guide agents/reviewer --database ~/.timestep/sessions.db',
    'timestep acp agents/guide --offer-model openai/gpt-4o-mini',
  ],
  async run({ operands, values }, around) {
    const { backend: openBackend } = servedOn(values, around);
    const folders: ServedFolder[] = [];
    const model = textOf(values, 'model');
    const callable = await openCallable(operands, model, around);
    const servers = await openServers(around.complain);
    try {
      for (const operand of operands) {
        folders.push(await openFolder(operand, model, around, callable.load));
      }
      refuseSameNames(folders);
      const agents = callable.withThem(
        folders.map(({ agent, definition }) => servers.joinedTo(agent.loop, definition.folder)),
      );
      const onError = (thrown: unknown): void => folders[0]?.onError(thrown);
      const users = [...folders.map(({ definition }) => definition), ...callable.users];
      const backend = await openWithStores(users, () => openBackend({ agents, onError }));
      try {
        const { newUuid, systemClock } = await import('../../runner/index.ts');
        const { acpAgent } = await import('../acp/acp-agent.ts');
        const options = {
          model,
          offered: textsOf(values, 'offer-model'),
          env: around.env,
          backend,
          clock: systemClock,
          newId: newUuid,
        };
        const [first, ...others] = await Promise.all(
          folders.map((folder, at) => acpAgent(folder, operands[at] ?? '', options)),
        );
        if (!first) throw usage('<folder> is missing');
        const { serveAcp } = await import('../../acp/index.ts');
        const { runner, sessions, tasks } = backend;
        const site = {
          version: around.version,
          principal: PRINCIPAL,
          agents: [first, ...others] as const,
          conversations: { runner, sessions, clock: systemClock, newId: newUuid, onError },
          tasks,
          directory: process.cwd(),
          useServers: (...given: Parameters<ClientServers['use']>) => servers.use(...given),
          onError,
        };
        const serving = await serveAcp(site, standardStreams());
        await Promise.race([serving.closed, untilStopped(around.stopped()), backend.done]);
        await serving.close();
        return EXIT.fine;
      } finally {
        await backend.close(GRACE_MS);
      }
    } finally {
      await servers.close();
      for (const folder of folders) await folder.close();
      await callable.close();
    }
  },
});

async function openServers(complain: (text: string) => void): Promise<ClientServers> {
  const { clientServers } = await import('../acp/client-servers.ts');
  const { leftOutText, openFolderEnvironment } = await import('../../folder/index.ts');
  return clientServers({
    open: (folder) =>
      openFolderEnvironment(folder, {
        onLeftOut: (one) => complain(`timestep: left out: ${plainText(leftOutText(one))}\n`),
        onServerLine: (server, { text }) => complain(`timestep: ${server}: ${plainText(text)}\n`),
      }),
  });
}

/** What the editor writes, and where its answers go. */
function standardStreams(): AcpStreams {
  const input: ReadableStream<Uint8Array> = Readable.toWeb(process.stdin);
  return { input, output: Writable.toWeb(process.stdout) };
}
