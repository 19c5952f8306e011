import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TimestepError } from '../../core/index.ts';
import type { LoginStore } from '../../port/index.ts';
import type { EvalChoices, EvalStart } from '../../view/index.ts';

/** An agent that operators may run suites against. */
export interface EvalAgent {
  readonly id: string;
  /** As `timestep run --agent` names it, such as `folder:agents/guide`. It is recorded, and shown. */
  readonly spec: string;
  /** Answers instead of the model of a folder, as `openai/gpt-4o-mini`. */
  readonly model?: string;
}

/** What operators may start runs of. */
export interface EvalSources {
  /** A folder of suites, a file of tasks (`.jsonl`) each. */
  readonly suites: string;
  readonly agents: () => readonly EvalAgent[];
  /** The logins of the person who serves the page, for MCP servers that want one. */
  readonly logins?: LoginStore;
}

/** A run of a suite with everything that was looked up for it. */
interface PreparedRun {
  readonly tasks: string;
  readonly outdir: string;
  readonly agent: EvalAgent;
  readonly trials: number;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly logins?: LoginStore;
}

/** Runs a suite; rejects with `TimestepError` where it cannot begin, before anything is waited for. */
export type RunPrepared = (run: PreparedRun) => Promise<unknown>;

/** The runs that this process was asked for. */
export interface RunStarts {
  choices(): Promise<EvalChoices>;
  /** Resolves once the run has begun. Throws `TimestepError` where it cannot. */
  start(asked: EvalStart): Promise<void>;
  /** True where the run goes on in this process. */
  has(name: string): boolean;
  /** Stops a run once its trials under way have been left; false where it does not go on here. */
  stop(name: string): boolean;
  /** Stops all runs, and waits for them. */
  close(): Promise<void>;
}

/** A run cannot be started as asked; `message` says what to change. */
class RunStartError extends TimestepError {}

/** Runs at a time; each has as many trials under way as it was asked for. */
const MOST_RUNS = 4;

/** Starts runs into a folder. What runs them is loaded with the first of them. */
export function createRunStarts(
  folder: string,
  { suites, agents, logins }: EvalSources,
  load: () => Promise<RunPrepared>,
  onError: (thrown: unknown) => void,
): RunStarts {
  const going = new Map<string, { readonly stop: () => void; readonly done: Promise<void> }>();

  return {
    async choices() {
      return {
        folder: suites,
        suites: await suitesIn(suites),
        agents: agents().map(({ id, spec }) => ({ id, spec })),
      };
    },
    async start({ name, suite, agent: id, trials, concurrency }) {
      // Names are compared with what there is, so that none leads out of the folder.
      if (!(await suitesIn(suites)).includes(suite)) {
        throw new RunStartError('suite-not-found', `there is no suite ${suite} in ${suites}`);
      }
      const agent = agents().find((one) => one.id === id);
      if (!agent) throw new RunStartError('agent-not-found', `there is no agent ${id} here`);
      const run = await load();
      if (going.has(name)) throw new RunStartError('run-exists', `the run ${name} goes on already`);
      if (going.size >= MOST_RUNS) {
        const message = `${MOST_RUNS} runs go on already: wait for one to end, or stop it`;
        throw new RunStartError('too-many-runs', message);
      }
      const stopping = new AbortController();
      const { signal } = stopping;
      const tasks = join(suites, suite);
      const running = run({
        tasks,
        outdir: join(folder, name),
        agent,
        trials,
        concurrency,
        signal,
        ...(logins && { logins }),
      });
      let hasBegun = false;
      const done = running.then(
        () => void going.delete(name),
        (thrown: unknown) => {
          going.delete(name);
          if (hasBegun) onError(thrown);
        },
      );
      going.set(name, { stop: () => stopping.abort(), done });
      // Whatever keeps a run from beginning is known before anything is waited for.
      await Promise.race([running, new Promise((soon) => void setImmediate(soon))]);
      hasBegun = true;
    },
    has: (name) => going.has(name),
    stop(name) {
      const found = going.get(name);
      found?.stop();
      return found !== undefined;
    },
    async close() {
      const all = [...going.values()];
      for (const { stop } of all) stop();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

/** None where the folder is not there. */
async function suitesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map(({ name }) => name)
      .toSorted();
  } catch {
    return [];
  }
}
