import { styleText } from 'node:util';
import type { LogLine } from '../log.ts';
import type { Exit } from './supervisor.ts';
import type { Verdict } from './verdict.ts';

/** Formats one log line for people; undefined if the line is not shown. */
export function formatLogLine(line: LogLine): string | undefined {
  const { service, event, messageId = '' } = line;
  const agent = service === 'agent-a' ? 'A' : 'B';
  switch (event) {
    case 'service_started':
      return formatSpeaker(service, `listens on port ${line['port']}, process ${line['pid']}`);
    case 'task_started':
      return formatSpeaker('A', `starts ${line.taskId}: ${line['turns']} messages`);
    case 'inbound_received':
      return formatSpeaker(
        agent === 'A' ? 'B -> A' : 'A -> B',
        `${messageId} ${quote(line['content'])}`,
      );
    case 'inbound_persisted':
      return formatSpeaker(agent, styleText('dim', `${messageId} is on disk`));
    case 'inbound_duplicate':
      return formatSpeaker(
        agent,
        styleText('yellow', `${messageId} arrived again and was ignored`),
      );
    case 'process_message_start':
      return formatSpeaker('B', styleText('dim', `calls the model for ${messageId}`));
    case 'process_message_error':
      return formatSpeaker('B', styleText('red', `the model failed: ${line['reason']}`));
    case 'send_a2a_error':
      return formatSpeaker(agent, styleText('yellow', `${messageId}: ${line['reason']}`));
    case 'crash_triggered':
      return formatSpeaker('B', styleText(['bold', 'red'], '*** EXECUTING ORDER 66 ***'));
    case 'worker_restarted':
      return formatSpeaker(agent, `restarted with ${line['unfinished']} unfinished task`);
    case 'workflow_replayed':
      return formatSpeaker(
        agent,
        `read ${line['generation']} events of ${line.taskId}: ${line['state']}`,
      );
    case 'inbound_replay_continue':
      return formatSpeaker(agent, `continues with ${messageId} after the crash`);
    case 'conversation_complete':
      return formatSpeaker(agent, 'has answered all messages');
    case 'service_error':
      return formatSpeaker(agent, styleText('red', String(line['reason'])));
    case 'inbound_refused':
    case 'worker_crash':
    case 'process_message_complete':
    case 'send_a2a_start':
    case 'send_a2a_complete':
    case 'reply_sent':
    case 'message_processed':
      return undefined;
  }
}

export function formatExit(name: string, { pid, exitCode, signal }: Exit): string {
  const how = signal ?? `exit code ${exitCode}`;
  const text = `*** ${name} (process ${pid}) ended: ${how}. Restarting it. ***`;
  return formatSpeaker('supervisor', styleText(['bold', 'red'], text));
}

/** Formats the verdict as a table. */
export function formatVerdict({ ok, rows }: Verdict): string {
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const foundWidth = Math.max(...rows.map(({ found }) => found.length));
  const lines = rows.map(({ name, found, expected, holds }) => {
    const mark = holds ? styleText('green', 'ok') : styleText('red', `WRONG: expected ${expected}`);
    return `  ${name.padEnd(nameWidth)}  ${found.padEnd(foundWidth)}  ${mark}`;
  });
  const closing = ok
    ? styleText(['bold', 'green'], 'No message was lost, and no message was processed twice.')
    : styleText(['bold', 'red'], 'Some checks failed.');
  return [...lines, '', closing].join('\n');
}

function formatSpeaker(name: string, text: string): string {
  return `${name.padEnd(10)}  ${text}`;
}

function quote(text: unknown): string {
  return `"${String(text)}"`;
}
