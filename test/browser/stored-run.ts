import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '@timestep-ai/timestep';
import {
  createSeededRandom,
  type Grade,
  type RunMeta,
  type TrialRow,
} from '@timestep-ai/timestep/eval';

/** Description of an artificial run. */
export interface Story {
  readonly tasks: number;
  readonly trials: number;
  readonly seed: number;
  /** Approximate share of passed trials. */
  readonly skill: number;
  /** Turns of a transcript, each with a tool call. */
  readonly turns?: number;
  readonly rows?: readonly TrialRow[];
}

const SUBJECTS = [
  'refund',
  'rebook',
  'baggage',
  'upgrade',
  'cancel',
  'seat',
  'voucher',
  'insurance',
];
const CHANNELS = ['chat', 'mail', 'phone'];

/** Writes the folder of an artificial run: the same description always gives the same run. */
export function writeRun(outdir: string, story: Story): void {
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, 'run_meta.json'), JSON.stringify(metaOf(story)));
  const path = join(outdir, 'results.jsonl');
  writeFileSync(path, '');
  const random = createSeededRandom(story.seed);
  for (let task = 0; task < story.tasks; task += 1) {
    const lines = Array.from({ length: story.trials }, (_, trial) =>
      JSON.stringify(rowOf(story, task, trial, random)),
    );
    appendFileSync(path, `${lines.join('\n')}\n`);
  }
  for (const row of story.rows ?? []) appendFileSync(path, `${JSON.stringify(row)}\n`);
}

function metaOf({ tasks, trials, seed, rows = [] }: Story): RunMeta {
  return {
    version: 'timestep_eval_v1',
    tasks_path: 'suites/airline-desk.jsonl',
    tasks_sha256: '9f2c66d1a0',
    task_count: tasks + new Set(rows.map(({ task_id }) => task_id)).size,
    trials,
    seed,
    agent: seed === 1 ? 'a2a:http://127.0.0.1:10000' : 'model:openai/gpt-4o-mini',
    graders: ['ForbiddenTools', 'FinalContains', 'ToolCallMatch', 'LLMJudge'],
    tools_available: ['get_reservation', 'update_reservation'],
    agent_timeout_s: 120,
    concurrency: 4,
    started_at: '2026-11-20T09:12:03.000Z',
    ended_at: '2026-11-20T09:31:44.000Z',
  };
}

function rowOf(story: Story, task: number, trial: number, random: () => number): TrialRow {
  const subject = SUBJECTS[task % SUBJECTS.length] ?? '';
  const id = `${CHANNELS[task % CHANNELS.length]}/${subject}-${String(task).padStart(3, '0')}`;
  const isHard = (task * 7919) % 10 < 4;
  const luck = random();
  const isBroken = luck > 0.985;
  const passed = !isBroken && luck < (isHard ? story.skill - 0.45 : story.skill + 0.25);
  const turns = (story.turns ?? 3) + (task % 3);
  const grades = isBroken ? [] : gradesOf(passed, subject, luck);
  return trialRow({
    task_id: id,
    trial,
    verdict: isBroken ? 'error' : passed ? 'passed' : 'failed',
    score: isBroken ? 0 : grades.reduce((sum, { score }) => sum + score, 0) / 4,
    error: isBroken ? 'the model answered 529: overloaded, 3 attempts' : null,
    steps: turns + 1,
    tool_calls: turns,
    duration_s: 4 + luck * 40,
    cost_usd: task % 29 === 28 ? null : 0.002 * (1 + (task % 11)) * (0.7 + luck),
    judge_cost_usd: 0.0004,
    grades,
    messages: messagesOf(subject, turns, task),
  });
}

function gradesOf(passed: boolean, subject: string, luck: number): Grade[] {
  const isJudge = (luck * 100) % 1 < 0.4;
  return [
    { name: 'ForbiddenTools', passed: true, score: 1, details: { called: [] } },
    { name: 'FinalContains', passed: true, score: 1, details: {}, skipped: true },
    {
      name: 'ToolCallMatch',
      passed: passed || isJudge,
      score: passed || isJudge ? 1 : 0,
      details:
        passed || isJudge ? {} : { expected: `update_reservation(${subject})`, found: 'nothing' },
    },
    {
      name: 'LLMJudge',
      passed: passed || !isJudge,
      score: passed || !isJudge ? 0.9 : 0.3,
      details: {
        reason:
          passed || !isJudge
            ? 'The customer was helped.'
            : `The ${subject} was promised, but the policy does not allow it.`,
      },
      cost_usd: 0.0004,
    },
  ];
}

function messagesOf(subject: string, turns: number, task: number): readonly Message[] {
  const policy = `You work at the desk of an airline. Ask before you change anything. ${'Keep to the policy on changes, refunds and baggage. '.repeat(12)}`;
  const exchange = Array.from({ length: turns }, (_, turn) => [
    {
      role: 'assistant' as const,
      content: turn === 0 ? 'Let me look at your reservation.' : null,
      tool_calls: [
        {
          id: `call-${turn}`,
          type: 'function' as const,
          function: {
            name: turn < turns - 1 ? 'get_reservation' : 'update_reservation',
            arguments: `{"reservation_id":"Q${task}${turn}","fare":250.0}`,
          },
        },
      ],
    },
    {
      role: 'tool' as const,
      tool_call_id: `call-${turn}`,
      content:
        turn === 1
          ? '{"error":"no such reservation"}'
          : JSON.stringify({
              id: `Q${task}${turn}`,
              passengers: [{ name: 'Mei Tanaka', seat: '14C' }],
              flights: ['HAT136', 'HAT039'],
              status: 'confirmed',
              total: 412 + turn,
            }),
    },
  ]);
  return [
    { role: 'system', content: policy },
    { role: 'user', content: `Hello, I need help with a ${subject}. My reservation is Q${task}0.` },
    ...exchange.flat(),
    { role: 'assistant', content: `Your ${subject} is settled. Is there anything else?` },
  ];
}

/** Creates a row with the fields that matter in a test; the other fields have neutral values. */
export function trialRow(more: Partial<TrialRow>): TrialRow {
  const { verdict = 'passed' } = more;
  return {
    task_id: 'task',
    trial: 0,
    seed: 7,
    verdict,
    passed: verdict === 'passed',
    score: Number(verdict === 'passed'),
    terminated_reason: verdict === 'error' ? 'error' : 'final_answer',
    error: null,
    steps: 1,
    tool_calls: 0,
    duration_s: 1,
    input_tokens: 1800,
    output_tokens: 240,
    total_tokens: 2040,
    cost_usd: 0,
    judge_cost_usd: 0,
    started_at: '2026-11-20T09:12:03.000Z',
    grades: [],
    ...more,
  };
}
