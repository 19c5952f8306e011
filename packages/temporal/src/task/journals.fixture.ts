import {
  CORE_VERSION,
  DEFAULT_LIMITS,
  type CallJudgment,
  type Consent,
  type Failure,
  type NumberedEvent,
  type ShownTool,
  type TaskEvent,
  type ToolCall,
} from '@timestep-ai/timestep/core';

/** Is in everything that people, models and tools say in these journals. */
export const SECRET = 'the words themselves';

function call(id: string, name: string): ToolCall {
  return { id, type: 'function', function: { name, arguments: `{"text":"${SECRET}"}` } };
}

function submitted(change: object = {}): TaskEvent {
  return {
    type: 'task.submitted',
    taskId: 't',
    contextId: 'c',
    agent: 'a',
    principal: 'p',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: true,
    history: [{ role: 'user', content: SECRET }],
    clientTools: [],
    settings: { text: { format: { type: 'json_schema', name: SECRET, schema: {} } } },
    metadata: { note: SECRET },
    ...change,
  };
}

function said(messageId: string, content: string = SECRET): TaskEvent {
  const message = { role: 'user', content } as const;
  return { type: 'message.received', messageId, message, metadata: { note: SECRET } };
}

function asking(step: number, ...calls: ToolCall[]): TaskEvent[] {
  return [
    { type: 'model.started', step, attempt: 1 },
    {
      type: 'model.replied',
      step,
      attempt: 1,
      message: {
        role: 'assistant',
        content: SECRET,
        ...(calls.length > 0 && { tool_calls: calls }),
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
        cost_usd: 0.5,
        provider: { reasoning: SECRET },
      },
    },
  ];
}

function shown(digest: string): ShownTool {
  const definition = { name: 'look', description: SECRET, launch: SECRET, input: {} };
  return { definition, digest, call: `call ${digest}` };
}

function consent(): Consent {
  const facts = { id: 'c', agent: 'a', by: 'p', at: 1, scope: 'session', covers: 'tool' } as const;
  return { ...shown('0'), ...facts };
}

function showing(
  events: readonly TaskEvent[],
  judgment: Omit<CallJudgment, 'callId'>,
): TaskEvent[] {
  return events.map((event) => {
    const [called] = event.type === 'model.replied' ? (event.message.tool_calls ?? []) : [];
    return event.type === 'model.replied' && called
      ? { ...event, judged: [{ callId: called.id, ...judgment }] }
      : event;
  });
}

const USED_UP = { code: 'max_tool_calls', message: 'no more' } as const;

function refusing(callId: string, events: readonly TaskEvent[]): TaskEvent[] {
  return events.map((event) =>
    event.type === 'model.replied' ? { ...event, refused: [{ callId, error: USED_UP }] } : event,
  );
}

function mismatched(step: number, error?: Failure): TaskEvent[] {
  const mismatch = { text: SECRET, issues: SECRET, ...(error && { error }) };
  const message = { role: 'assistant', content: '' } as const;
  return [
    { type: 'model.started', step, attempt: 1 },
    { type: 'model.replied', step, attempt: 1, message, mismatch },
  ];
}

const FINISHED: TaskEvent = {
  type: 'task.finished',
  state: 'completed',
  reason: 'final_answer',
};

function journal(name: string, ...events: readonly TaskEvent[]) {
  const numbered = events.map((event, index): NumberedEvent => ({
    ...event,
    generation: index + 1,
    at: 1000 * index,
  }));
  return { name, events: numbered };
}

/** Tasks that meet every kind of event. */
export const journals: readonly {
  readonly name: string;
  readonly events: readonly NumberedEvent[];
}[] = [
  journal(
    'tools at the server',
    submitted(),
    said('m1'),
    { type: 'prompt.loaded', content: SECRET },
    ...asking(1, call('x', 'look'), call('y', 'look')),
    { type: 'tool.started', callId: 'x', attempt: 1, replay: 'safe' },
    { type: 'tool.started', callId: 'y', attempt: 1 },
    { type: 'tool.returned', callId: 'y', content: SECRET },
    said('m2'),
    { type: 'tool.interrupted', callId: 'x' },
    { type: 'tool.started', callId: 'x', attempt: 2, replay: 'safe' },
    { type: 'tool.failed', callId: 'x', error: { code: SECRET, message: SECRET } },
    { type: 'model.started', step: 2, attempt: 1 },
    { type: 'task.resumed' },
    { type: 'model.lost', step: 2, attempt: 1 },
    { type: 'model.started', step: 2, attempt: 2 },
    {
      type: 'model.refused',
      step: 2,
      attempt: 2,
      error: { code: 'context-length', message: 'too long' },
      without: [{ kind: 'earlier', index: 1, summary: SECRET }],
    },
    ...asking(2),
    FINISHED,
  ),
  journal(
    'consents, and a tool that changes',
    submitted({ turn: { include: [], exclude: [], permitted: [], consents: [consent()] } }),
    said('m1'),
    { type: 'prompt.loaded', content: null },
    ...showing(asking(1, call('x', 'look')), { tool: shown('1') }),
    { type: 'approval.requested', callId: 'x' },
    {
      type: 'approval.decided',
      messageId: 'm2',
      callId: 'x',
      approved: true,
      reason: SECRET,
      scope: 'session',
    },
    { type: 'tool.started', callId: 'x', attempt: 1 },
    { type: 'tool.returned', callId: 'x', content: SECRET },
    ...showing(asking(2, call('y', 'look')), { tool: shown('1'), consent: 't:1:x' }),
    { type: 'tool.started', callId: 'y', attempt: 1 },
    { type: 'approval.requested', callId: 'y', reason: 'changed', tool: shown('2') },
    {
      type: 'approval.decided',
      messageId: 'm3',
      callId: 'y',
      approved: true,
      reason: SECRET,
      by: { principal: 'p', entry: 'page' },
    },
    { type: 'tool.started', callId: 'y', attempt: 1 },
    { type: 'tool.returned', callId: 'y', content: SECRET },
    ...asking(3),
    FINISHED,
  ),
  journal(
    'tools at the client',
    submitted({
      toolSite: 'server',
      clientTools: [
        { type: 'function', function: { name: 'ask', description: SECRET, parameters: {} } },
      ],
    }),
    said('m1'),
    { type: 'prompt.loaded', content: null },
    ...asking(1, call('x', 'ask')),
    {
      type: 'results.received',
      messageId: 'm2',
      results: [{ callId: 'x', output: SECRET, isError: true }],
    },
    ...asking(2, call('z', 'ask')),
    { type: 'calls.declined', messageId: 'm3' },
    said('m3'),
    { type: 'cancel.requested' },
    { type: 'task.finished', state: 'canceled', reason: 'canceled' },
  ),
  journal(
    'calls that are refused',
    submitted({ toolSite: 'client', settings: { max_tool_calls: 1 } }),
    said('m1'),
    { type: 'prompt.loaded', content: null },
    ...refusing('y', asking(1, call('x', 'look'), call('y', 'pay'))),
    { type: 'tool.failed', callId: 'y', error: USED_UP },
    { type: 'results.received', messageId: 'm2', results: [{ callId: 'x', output: SECRET }] },
    ...asking(2),
    FINISHED,
  ),
  journal(
    'questions and artifacts',
    submitted(),
    said('m1'),
    { type: 'prompt.loaded', content: SECRET, selects: true },
    {
      type: 'context.selected',
      items: [{ kind: 'rule', name: SECRET, reason: 'agent', text: SECRET }],
    },
    ...asking(1, call('x', 'book')),
    { type: 'tool.started', callId: 'x', attempt: 1, replay: 'key' },
    {
      type: 'question.asked',
      callId: 'x',
      question: { text: SECRET, options: [SECRET], state: { kept: SECRET } },
    },
    {
      type: 'question.answered',
      messageId: 'm2',
      callId: 'x',
      message: { role: 'user', content: [{ type: 'text', text: SECRET }] },
      metadata: { note: SECRET },
    },
    { type: 'tool.started', callId: 'x', attempt: 1, replay: 'key' },
    { type: 'task.resumed', afterCrash: true },
    { type: 'tool.interrupted', callId: 'x' },
    { type: 'tool.started', callId: 'x', attempt: 2, replay: 'key' },
    {
      type: 'tool.returned',
      callId: 'x',
      content: SECRET,
      artifacts: [{ artifact_id: SECRET, parts: [{ type: 'text', text: SECRET }] }],
      app: { server: SECRET, tool: SECRET, uri: SECRET, data: SECRET },
    },
    { type: 'model.started', step: 2, attempt: 1 },
    {
      type: 'model.replied',
      step: 2,
      attempt: 1,
      message: {
        role: 'assistant',
        content: SECRET,
        expects_reply: true,
        artifacts: [{ artifact_id: SECRET, parts: [{ type: 'data', data: SECRET }] }],
      },
    },
    said('m3'),
    { type: 'context.selected', items: [], note: SECRET },
    ...asking(3),
    FINISHED,
  ),
  journal(
    'answers that do not match an output schema',
    submitted(),
    said('m1'),
    { type: 'prompt.loaded', content: SECRET },
    ...mismatched(1),
    ...mismatched(2),
    said('m2'),
    ...mismatched(3),
    ...mismatched(4, { code: 'output-mismatch', message: 'it does not match' }),
    { type: 'task.finished', state: 'failed', reason: 'error' },
  ),
  journal(
    'an output',
    submitted(),
    said('m1'),
    { type: 'prompt.loaded', content: null },
    ...mismatched(1),
    { type: 'model.started', step: 2, attempt: 1 },
    {
      type: 'model.replied',
      step: 2,
      attempt: 1,
      message: { role: 'assistant', content: `"${SECRET}"`, output: SECRET },
    },
    FINISHED,
  ),
  journal(
    'awaited tasks',
    submitted(),
    said('m1'),
    { type: 'prompt.loaded', content: SECRET },
    ...asking(1, call('x', 'call_agent'), call('y', 'call_agent')),
    { type: 'tool.started', callId: 'x', attempt: 1, replay: 'key' },
    { type: 'tool.started', callId: 'y', attempt: 1, replay: 'key' },
    { type: 'call.suspended', callId: 'x', awaits: { task_id: 't2', state: { kept: SECRET } } },
    { type: 'call.suspended', callId: 'y', awaits: { task_id: 't3', until: 9 } },
    {
      type: 'call.resumed',
      callId: 'x',
      outcome: {
        task_id: 't2',
        state: 'input-required',
        question: { text: SECRET },
        approvals: [{ call_id: 'z', name: 'pay', arguments: SECRET }],
      },
    },
    { type: 'tool.started', callId: 'x', attempt: 1, replay: 'key' },
    { type: 'tool.returned', callId: 'x', content: SECRET },
    said('m2'),
    {
      type: 'call.resumed',
      callId: 'y',
      outcome: { task_id: 't3', state: 'working', timed_out: true },
    },
    { type: 'tool.started', callId: 'y', attempt: 1, replay: 'key' },
    { type: 'call.suspended', callId: 'y', awaits: { task_id: 't3' } },
    { type: 'cancel.requested' },
    { type: 'task.finished', state: 'canceled', reason: 'canceled' },
  ),
  journal('no prompt', submitted(), said('m1'), {
    type: 'prompt.failed',
    error: { code: 'environment_failed', message: 'no such place' },
  }),
  journal(
    'approvals',
    submitted(),
    said('m1'),
    { type: 'prompt.loaded', content: null },
    ...asking(1, call('x', 'pay')),
    { type: 'approval.requested', callId: 'x' },
    { type: 'approval.decided', messageId: 'm2', callId: 'x', approved: false, reason: SECRET },
    { type: 'model.started', step: 2, attempt: 1 },
    { type: 'limit.reached', limit: 'time_limit_s' },
    {
      type: 'model.failed',
      step: 2,
      attempt: 1,
      error: { code: 'time_limit', message: 'stopped' },
    },
    {
      type: 'task.finished',
      state: 'failed',
      reason: 'time_limit',
      error: { code: 'time_limit', message: 'stopped' },
    },
  ),
];
