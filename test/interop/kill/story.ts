import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askUntilTold, questionOf, tasksAt } from './asking.ts';
import { EXAMPLES, programOf, type Program } from './program.ts';
import { breachesIn, type Asked, type Told } from './verdict.ts';

export interface KillStory {
  readonly kills: number;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  /** Number of concurrent questions. */
  readonly clients?: number;
  readonly onKill?: (done: number) => void;
}

export interface KillOutcome {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly questions: number;
  readonly handoffs: number;
  readonly seconds: number;
  readonly breaches: readonly string[];
}

type Victim = 'weather' | 'personal' | 'both';
const VICTIMS: readonly Victim[] = ['weather', 'personal', 'both'];

/**
 * How long an agent lives and stays down: it is down for far less than the guaranteed half minute.
 * A machine with a slow start of programs also takes longer to answer.
 */
const LONGEST_LIFE_MS = 1500;
const STARTS_PER_LIFE = 3;
const LONGEST_DEATH_MS = 1500;
/** Time limit for the answer of every question after the last kill. */
const LAST_ANSWER_MS = 120_000;

/** Kills the two assistants at random while questions are asked, and checks the results. */
export async function killStory(story: KillStory): Promise<KillOutcome> {
  const { kills, random, clients = 4, onKill } = story;
  const begunAt = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'timestep-kill-'));
  const { weather, personal, startMs, close } = await assistantsIn(folder);
  const longestLife = Math.max(LONGEST_LIFE_MS, STARTS_PER_LIFE * startMs);
  const killed: Record<Victim, number> = { weather: 0, personal: 0, both: 0 };
  const asked: Asked[] = [];
  const told: Told[] = [];
  const over = new AbortController();
  const last = new AbortController();

  async function askOn(): Promise<void> {
    while (!last.signal.aborted) {
      const question = questionOf(asked.length);
      asked.push(question);
      const answer = await askUntilTold(personal.url, question, over.signal);
      if (answer) told.push(answer);
    }
  }

  async function killOnce(): Promise<void> {
    await pause(random() * longestLife);
    const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'both';
    const dying = { weather: [weather], personal: [personal], both: [weather, personal] }[victim];
    await Promise.all(dying.map((program) => program.kill()));
    killed[victim] += 1;
    await pause(random() * LONGEST_DEATH_MS);
    await Promise.all(dying.map((program) => program.start()));
  }

  try {
    const asking = Array.from({ length: clients }, () => askOn());
    for (let done = 1; done <= kills; done += 1) {
      await killOnce();
      onKill?.(done);
    }
    last.abort();
    const late = setTimeout(() => over.abort(), LAST_ANSWER_MS);
    await Promise.all(asking);
    clearTimeout(late);
    const kept = { personal: await tasksAt(personal.url), weather: await tasksAt(weather.url) };
    return {
      kills: killed,
      questions: asked.length,
      handoffs: kept.weather.length,
      seconds: Math.round((Date.now() - begunAt) / 1000),
      breaches: breachesIn({ asked, told, ...kept }),
    };
  } finally {
    over.abort();
    await close();
    rmSync(folder, { recursive: true });
  }
}

interface Assistants {
  readonly weather: Program;
  readonly personal: Program;
  /** Measures the start time of one of them. */
  readonly startMs: number;
  readonly close: () => Promise<void>;
}

async function assistantsIn(folder: string): Promise<Assistants> {
  const place = (name: string): string => {
    const own = join(folder, name);
    mkdirSync(own);
    return own;
  };
  const weather = programOf({
    name: 'weather-assistant',
    folder: place('weather'),
    run: (port) => assistantRun('weather-assistant', { WEATHER_AGENT_PORT: port }),
  });
  await weather.start();
  // Starts it twice, because the first start of a program compiles it.
  await weather.kill();
  const began = Date.now();
  await weather.start();
  const startMs = Date.now() - began;
  const personal = programOf({
    name: 'personal-assistant',
    folder: place('personal'),
    run: (port) =>
      assistantRun('personal-assistant', {
        PERSONAL_AGENT_PORT: port,
        WEATHER_AGENT_URI: weather.url,
      }),
  });
  await personal.start();
  return {
    weather,
    personal,
    startMs,
    async close() {
      await Promise.all([weather.kill(), personal.kill()]);
    },
  };
}

function assistantRun(name: string, env: Readonly<Record<string, string>>) {
  return { args: [`${EXAMPLES}${name}/serve.ts`], env: { TOOL_SITE: 'server', ...env } };
}
