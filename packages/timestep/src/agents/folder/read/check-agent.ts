import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { EnvironmentVariables } from '#agents/model';
import { FolderError, createProblemCollector, type FolderProblem } from '../problem.ts';
import { readAgentFilesSync, type AgentFiles } from '../storage/agent-files.ts';
import { isAgentFile, MANIFEST, SKILL } from '../storage/agent-paths.ts';
import { findAgents, findAgentsBelow } from '../storage/find-agents.ts';
import { describePathWithoutAgent } from '../storage/describe-path-without-agent.ts';
import { describeRules, type RuleMeaning } from './permissions/rule-meanings.ts';
import { parseFolder } from './parse-folder.ts';
import { listSecretReferences } from './servers/listed-servers.ts';
import { parseSkillFile } from './skill-file.ts';

/** The result of checking an agent or a skill. */
export interface CheckResult {
  /** Path of the checked file, or of the agent's folder. */
  readonly path: string;
  readonly kind: 'agent' | 'skill';
  readonly name?: string;
  readonly problems: readonly FolderProblem[];
  /** The agent's permission rules, each with its meaning in words. */
  readonly rules?: readonly RuleMeaning[];
}

/** Checks agents and skills at a path. Throws `FolderError` if there are none. */
export function checkAgents(path: string, env: EnvironmentVariables = process.env): CheckResult[] {
  const whole = resolve(path);
  const isOne = isAgentFile(whole) || basename(whole) === MANIFEST;
  // Checks the agents that a server of this folder would serve, and all agents in deeper folders.
  const found = isOne
    ? [whole]
    : [...new Set([...findAgents(whole).paths, ...findAgentsBelow(whole)])].toSorted();
  if (found.length === 0) {
    const message = `${whole} contains no agent or skill: use a folder with ${MANIFEST} or ${SKILL}, or a .yaml or .md file${describePathWithoutAgent(whole)}`;
    throw new FolderError(message);
  }
  return found.map((each) => (basename(each) === SKILL ? checkSkill(each) : checkAgent(each, env)));
}

function checkAgent(path: string, env: EnvironmentVariables): CheckResult {
  const { problems, report } = createProblemCollector();
  const files = tryReadFiles(path, problems);
  // The password store is not queried, because it may ask a user to unlock it.
  const stored = new Map(files && listSecretReferences(files).map((named) => [named, named]));
  const folder = files && parseFolder(files, { env, stored, ifMissing: 'warning' }, report);
  const rules = folder && describeRules(folder.permissions);
  const about = folder && { name: folder.name, ...(rules?.length && { rules }) };
  return { path, kind: 'agent', ...about, problems };
}

function tryReadFiles(path: string, problems: FolderProblem[]): AgentFiles | undefined {
  try {
    return readAgentFilesSync(path);
  } catch (thrown) {
    if (!(thrown instanceof FolderError)) throw thrown;
    problems.push({ severity: 'mistake', file: path, line: 1, message: thrown.message });
    return undefined;
  }
}

function checkSkill(path: string): CheckResult {
  const { problems, report } = createProblemCollector();
  const skill = parseSkillFile(readFileSync(path, 'utf8'), path, path, report);
  return { path, kind: 'skill', ...(skill && { name: skill.name }), problems };
}
