import { resolve } from 'node:path';
import { formatForeignLine } from '#core';
import type { FolderTrust } from '#serving/catalog';
import { CommandError, createUsageError } from '../../command-error.ts';
import { JSON_OPTION, type Command, type CommandContext } from '../../command.ts';
import { openUserTrust } from '../../agents/folder-trust.ts';
import { formatTime } from '../../options/quantity.ts';
import { formatResult, formatTable } from '../../output/plain-text.ts';

export const trustFolder: Command = {
  usage: 'trust [folder] …',
  about:
    'Trusts agent folders, so that their rules may allow calls without asking you, or lists the trusted folders.',
  more: 'What a folder denies always counts. What it allows counts in "timestep chat" only once you trust the folder, and no longer when its rules, its settings of approval or its servers change. A folder that you name to serve, worker, run or acp is trusted by that. Your decisions are stored in trust.json of the configuration folder.',
  options: {
    revoke: { about: 'no longer trusts the folders' },
    json: JSON_OPTION,
  },
  examples: [
    'timestep trust clones/helper',
    'timestep trust',
    'timestep trust clones/helper --revoke',
    'timestep trust --json',
  ],
  async run({ operands, values }, context) {
    const isRevoking = values.isSet('revoke');
    if (operands.length === 0 && isRevoking) throw createUsageError('--revoke requires a folder');
    const store = await openUserTrust(context.env);
    if (operands.length === 0) {
      const folders = store.list();
      context.write(formatResult(values, { folders }, formatFolders(folders)));
      return;
    }
    const changed: Pick<FolderTrust, 'path' | 'is_trusted'>[] = [];
    for (const operand of operands) {
      if (!isRevoking) changed.push(...(await trustAndDescribeAgentsAt(operand, context)));
      else if (await store.revoke(operand))
        changed.push({ path: resolve(operand), is_trusted: false });
      else {
        const message = `you have not decided about ${operand}: see timestep trust`;
        throw new CommandError('no-agents', message);
      }
    }
    const lines = changed.map(({ path, is_trusted: isTrusted }) =>
      isTrusted
        ? `trusted ${formatForeignLine(path)}`
        : `no longer trusted ${formatForeignLine(path)}`,
    );
    const none = ['Nothing to trust: the folder allows nothing without asking you.'];
    const result = { folders: changed };
    context.write(formatResult(values, result, lines.length === 0 ? none : lines));
  },
};

/** Trusts every agent at a path, and prints what the agents may do without approval. */
async function trustAndDescribeAgentsAt(
  path: string,
  { env, now, writeError }: CommandContext,
): Promise<Pick<FolderTrust, 'path' | 'is_trusted'>[]> {
  const {
    collectGrants,
    describeGrants,
    describePathWithoutAgent,
    digestGrants,
    findAgents,
    readAgentFolder,
  } = await import('#agents/folder');
  const { paths } = findAgents(path);
  if (paths.length === 0)
    throw createUsageError(`${path} contains no agent${describePathWithoutAgent(path)}`);
  const store = await openUserTrust(env);
  const trusted: Pick<FolderTrust, 'path' | 'is_trusted'>[] = [];
  for (const agent of paths) {
    const allows = collectGrants(readAgentFolder(agent, { env }));
    if (!allows) continue;
    await store.decide(agent, digestGrants(allows), true, now);
    const lines = describeGrants(allows).map((line) => `  ${formatForeignLine(line)}\n`);
    writeError(`${formatForeignLine(agent)} may run without asking you:\n${lines.join('')}`);
    trusted.push({ path: agent, is_trusted: true });
  }
  return trusted;
}

function formatFolders(folders: readonly FolderTrust[]): string[] {
  if (folders.length === 0)
    return ['You have trusted no folder. Trust one with: timestep trust <folder>'];
  const rows = folders.map(({ path, is_trusted: isTrusted, at }) => [
    formatForeignLine(path),
    isTrusted ? 'trusted' : 'not trusted',
    formatTime(at),
  ]);
  return formatTable([['FOLDER', 'DECISION', 'SINCE'], ...rows]);
}
