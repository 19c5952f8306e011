import { indexToolCalls, textOf, type Message } from '../../core/index.ts';
import type { Grade } from '../grader.ts';
import type { TrialRow } from '../trial.ts';
import { costText, countText, scoreText, secondsText } from './figures.ts';
import type { CallDetail, GradeDetail, TranscriptEntry, TrialDetail } from './page/page-model.ts';

/** The detail of a trial, which the page shows when the trial is opened. */
export function detailOf(row: TrialRow): TrialDetail {
  return {
    verdict: row.verdict,
    error: row.error,
    facts: [
      ['score', row.verdict === 'error' ? 'unknown' : scoreText(row.score)],
      ['ended by', row.terminated_reason.replaceAll('_', ' ')],
      ['steps', countText(row.steps)],
      ['tool calls', countText(row.tool_calls)],
      ['duration', secondsText(row.duration_s)],
      ['tokens in', countText(row.input_tokens)],
      ['tokens out', countText(row.output_tokens)],
      ['cost', costText(row.cost_usd)],
      ['judges cost', costText(row.judge_cost_usd)],
      ['seed', String(row.seed)],
      ['began', row.started_at],
    ],
    grades: row.grades.map(gradeDetail),
    entries: row.messages ? entriesOf(row.messages) : null,
  };
}

function gradeDetail(grade: Grade): GradeDetail {
  const { name, passed, score, details, skipped = false, error } = grade;
  const judged = passed ? 'passed' : 'failed';
  return {
    name,
    standing: error !== undefined ? 'error' : skipped ? 'skipped' : judged,
    score: scoreText(score),
    reason: error ?? JSON.stringify(details),
  };
}

/** A transcript with each result beside its call; a result without a call stands alone. */
export function entriesOf(messages: readonly Message[]): TranscriptEntry[] {
  const calls = indexToolCalls(messages);
  const open = new Map<string, number>();
  let next = 0;
  return messages.flatMap((message): TranscriptEntry[] => {
    const text = textOf(message);
    const { role } = message;
    if (role === 'tool') {
      const waiting = open.get(message.tool_call_id) ?? 0;
      open.set(message.tool_call_id, waiting - 1);
      return waiting > 0 ? [] : [{ role, text }];
    }
    if (role !== 'assistant' || !message.tool_calls?.length) return [{ role, text }];
    const made = message.tool_calls.map((call): CallDetail => {
      open.set(call.id, (open.get(call.id) ?? 0) + 1);
      const record = calls[next];
      next += 1;
      return {
        name: call.function.name,
        arguments: call.function.arguments,
        result: record?.result_raw ?? null,
        failed: record?.error != null,
      };
    });
    return [{ role, text, calls: made }];
  });
}
