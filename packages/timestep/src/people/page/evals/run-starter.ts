import { join } from 'node:path';
import { omitUndefined, TimestepError, describeUnknownName } from '#core';
import type { LoginStore } from '#engine/port';
import type { EvalChoices, StartEvalRequest } from '#people/view';
import { listFolderEntries } from './run-folders.ts';

/** An agent that operators can evaluate. */
export interface EvalAgent {
  readonly id: string;
  /** Agent spec in the format of `timestep run --agent`, such as `folder:agents/guide`. */
  readonly spec: string;
  /** Model that replaces the model of the agent's folder, such as `openai/gpt-4o-mini`. */
  readonly model?: string;
}

/** The suites and agents that operators can start runs of. */
export interface EvalSources {
  /** Folder of suites, one `.jsonl` file of tasks per suite. */
  readonly suites: string;
  readonly agents: () => readonly EvalAgent[];
  /** Logins for MCP servers that require a login. */
  readonly logins?: LoginStore;
}

interface PreparedRun
  extends Pick<StartEvalRequest, 'trials' | 'concurrency'>, Pick<EvalSources, 'logins'> {
  readonly tasks: string;
  readonly outdir: string;
  readonly agent: EvalAgent;
  readonly signal: AbortSignal;
}

/** Runs a suite. Rejects with a `TimestepError` before any asynchronous work if it cannot start. */
export type SuiteRunner = (run: PreparedRun) => Promise<unknown>;

export interface RunStarter {
  choices(): Promise<EvalChoices>;
  /** Starts a run. Resolves when the run has started. Rejects with a `TimestepError`. */
  start(asked: StartEvalRequest): Promise<void>;
  has(name: string): boolean;
  /** Stops a run and its active trials. Returns false if the run is not active in this process. */
  stop(name: string): boolean;
  close(): Promise<void>;
}

class RunStartError extends TimestepError {}

/** Maximum number of active runs; each run has its own limit of concurrent trials. */
const MAX_ACTIVE_RUNS = 4;

/** Creates a starter of runs in subfolders of `folder`. The first run loads the eval code. */
export function createRunStarter(
  folder: string,
  { suites, agents, logins }: EvalSources,
  load: () => Promise<SuiteRunner>,
  onError: (thrown: unknown) => void,
): RunStarter {
  const activeRuns = new Map<string, { readonly stop: () => void; readonly done: Promise<void> }>();

  return {
    async choices() {
      return {
        folder: suites,
        suites: await listSuites(suites),
        agents: agents().map(({ id, spec }) => ({ id, spec })),
      };
    },
    async start({ name, suite, agent: id, trials, concurrency }) {
      // The suite must be in the folder listing, so that its name cannot be a path out of the folder.
      const known = await listSuites(suites);
      if (!known.includes(suite)) {
        throw new RunStartError('suite-not-found', describeUnknownName('suite', suite, known));
      }
      const agent = agents().find((one) => one.id === id);
      if (!agent)
        throw new RunStartError(
          'agent-not-found',
          describeUnknownName(
            'agent',
            id,
            agents().map((one) => one.id),
          ),
        );
      const run = await load();
      if (activeRuns.has(name))
        throw new RunStartError('run-exists', `run ${name} is already active: choose another name`);
      if (activeRuns.size >= MAX_ACTIVE_RUNS) {
        const message = `${MAX_ACTIVE_RUNS} runs are already active: wait until one ends, or stop one`;
        throw new RunStartError('too-many-runs', message);
      }
      const stopping = new AbortController();
      const { signal } = stopping;
      const [tasks, outdir] = [join(suites, suite), join(folder, name)];
      const prepared = { tasks, outdir, agent, trials, concurrency, signal, logins };
      const running = run(omitUndefined(prepared));
      let hasBegun = false;
      const done = running.then(
        () => void activeRuns.delete(name),
        (thrown: unknown) => {
          activeRuns.delete(name);
          if (hasBegun) onError(thrown);
        },
      );
      activeRuns.set(name, { stop: () => stopping.abort(), done });
      // Waits for one turn of the event loop: by then, `running` has rejected if the run cannot start.
      await Promise.race([running, new Promise((soon) => void setImmediate(soon))]);
      hasBegun = true;
    },
    has: (name) => activeRuns.has(name),
    stop(name) {
      const found = activeRuns.get(name);
      found?.stop();
      return found !== undefined;
    },
    async close() {
      const all = [...activeRuns.values()];
      for (const { stop } of all) stop();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

async function listSuites(folder: string): Promise<readonly string[]> {
  const names = await listFolderEntries(folder, (entry) => entry.isFile());
  return names.filter((name) => name.endsWith('.jsonl')).toSorted();
}
