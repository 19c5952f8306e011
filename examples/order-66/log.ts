export type Service = 'agent-a' | 'agent-b' | 'driver';

export type LogEvent =
  | 'service_started'
  | 'service_error'
  | 'task_started'
  | 'inbound_received'
  | 'inbound_persisted'
  | 'inbound_duplicate'
  | 'inbound_refused'
  | 'inbound_replay_continue'
  | 'crash_triggered'
  | 'worker_crash'
  | 'worker_restarted'
  | 'workflow_replayed'
  | 'process_message_start'
  | 'process_message_complete'
  | 'process_message_error'
  | 'send_a2a_start'
  | 'send_a2a_complete'
  | 'send_a2a_error'
  | 'reply_sent'
  | 'message_processed'
  | 'conversation_complete';

export interface LogLine {
  readonly timestamp: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly service: Service;
  readonly event: LogEvent;
  readonly taskId?: string;
  readonly messageId?: string;
  readonly [detail: string]: string | number | boolean | undefined;
}

export type LogDetails = Omit<LogLine, 'timestamp' | 'service' | 'event' | 'level'> & {
  readonly level?: LogLine['level'];
};

export type Log = (event: LogEvent, details?: LogDetails) => void;

export function createLog(
  service: Service,
  write: (line: string) => void = (line) => void process.stdout.write(line),
  now: () => Date = () => new Date(),
): Log {
  return (event, { level = 'info', ...details } = {}) => {
    const line = { timestamp: now().toISOString(), level, service, event, ...details };
    write(`${JSON.stringify(line)}\n`);
  };
}

export function readLogLine(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return undefined;
  }
}
