import type { JsonObject } from '#core';

/** An event of a remote agent: a status, or a piece of an artifact. */
type PeerEvent =
  | { readonly state: string; readonly says?: string; readonly part?: JsonObject }
  | {
      readonly artifact: string;
      readonly name?: string;
      readonly text?: string;
      readonly part?: JsonObject;
      readonly append?: boolean;
      readonly last?: boolean;
    };

/** A remote agent as its source emits events, with the text that its callers read in the end. */
export interface Peer {
  readonly version: '0.3' | '1.0';
  readonly events: readonly PeerEvent[];
  readonly answer: string;
  /** Text of an artifact beside the answer, for clients that have no artifacts. */
  readonly beside?: string;
  /** Whether the agent is one of Timestep, which says so in its card. */
  readonly isOwn?: boolean;
}

const submitted: PeerEvent = { state: 'submitted' };
const working: PeerEvent = { state: 'working' };
const completed: PeerEvent = { state: 'completed' };
const says = (text: string): PeerEvent => ({ state: 'working', says: text });
const inner = (kind: string, data: JsonObject): PeerEvent => ({
  artifact: kind,
  part: { data, metadata: { adk_type: kind } },
  append: false,
  last: true,
});
const reply = (step: number, text: string, append = false, last = false): PeerEvent => {
  return { artifact: `answer-${step}`, name: 'answer', text, append, last };
};

export const PEERS: Readonly<Record<string, Peer>> = {
  // google/adk-python, a2a/executor/a2a_agent_executor.py
  'the executor of ADK': {
    version: '0.3',
    events: [
      submitted,
      working,
      { state: 'working', part: { data: { name: 'look_up', args: {} } } },
      says('Forty'),
      says('-two.'),
      says('Forty-two.'),
      { artifact: 'a', text: 'Forty-two.', last: true },
      completed,
    ],
    answer: 'Forty-two.',
  },
  // google/adk-python, a2a/converters/from_adk_event.py
  'the new executor of ADK': {
    version: '0.3',
    events: [
      submitted,
      working,
      inner('function_call', { name: 'look_up', args: {} }),
      inner('function_response', { name: 'look_up', response: { result: 42 } }),
      { artifact: 'a', text: 'Forty', append: false, last: false },
      { artifact: 'a', text: '-two.', append: true, last: false },
      { artifact: 'a', text: 'Forty-two.', append: false, last: true },
      completed,
    ],
    answer: 'Forty-two.',
  },
  // strands-agents 1.62.0, multiagent/a2a/executor.py
  Strands: {
    version: '0.3',
    events: [
      submitted,
      says('Forty'),
      says('-two.'),
      { artifact: 'a', name: 'agent_response', text: 'Forty-two.' },
      completed,
    ],
    answer: 'Forty-two.',
  },
  'Strands with enable_a2a_compliant_streaming': {
    version: '0.3',
    events: [
      submitted,
      { artifact: 'a', name: 'agent_response', text: 'Forty', append: false },
      { artifact: 'a', name: 'agent_response', text: '-two.', append: true },
      { artifact: 'a', name: 'agent_response', text: '', append: true, last: true },
      completed,
    ],
    answer: 'Forty-two.',
  },
  // i-am-bee/beeai-framework, adapters/a2a/serve/executors
  'the BeeAI framework': {
    version: '0.3',
    events: [
      submitted,
      working,
      { state: 'working', part: { data: { tool_name: 'look_up', args: '{}' } } },
      { state: 'completed', says: 'Forty-two.' },
    ],
    answer: 'Forty-two.',
  },
  // i-am-bee/agentstack, agentstack_sdk/server/agent.py: an agent yields texts
  'Agent Stack': {
    version: '0.3',
    events: [submitted, working, says('It is'), says(' forty'), says('-two.'), completed],
    answer: 'It is forty-two.',
  },
  'Agent Stack, which gives an artifact in chunks': {
    version: '0.3',
    events: [
      submitted,
      working,
      { artifact: 'a', text: 'It is', append: false, last: false },
      { artifact: 'a', text: ' forty-two.', append: true, last: true },
      completed,
    ],
    answer: 'It is forty-two.',
  },
  'Agent Stack, which asks': {
    version: '0.3',
    events: [submitted, working, says('Let me see.'), { state: 'input-required', says: 'Whose?' }],
    answer: 'Whose?',
  },
  // a2aproject/a2a-samples, samples/python/agents/langgraph/app/agent_executor.py
  'the LangGraph sample of A2A': {
    version: '1.0',
    events: [
      submitted,
      says('Looking up the exchange rates...'),
      says('Processing the exchange rates..'),
      { artifact: 'a', name: 'conversion_result', text: 'Forty-two.' },
      { state: 'completed', says: '' },
    ],
    answer: 'Forty-two.',
  },
  // langgraph-api 0.16.7, langgraph_api/api/a2a.py
  'the Agent Server of LangGraph': {
    version: '0.3',
    events: [
      submitted,
      working,
      says('Forty'),
      says('-two.'),
      { artifact: 'a', name: 'Assistant Response', text: 'Forty-two.', append: false, last: true },
      completed,
    ],
    answer: 'Forty-two.',
  },
  'the Agent Server of LangGraph, interrupted': {
    version: '0.3',
    events: [
      submitted,
      working,
      says('I need'),
      says(' a name.'),
      { artifact: 'i', name: 'Interrupt', part: { data: { id: 'i1', value: 'Whose?' } } },
      { state: 'input-required', says: 'I need a name.' },
    ],
    answer: 'I need a name.',
    beside: 'Interrupt\n{"id":"i1","value":"Whose?"}',
  },
  'Timestep, whose agent says what it does': {
    version: '1.0',
    isOwn: true,
    events: [
      submitted,
      working,
      reply(1, 'Let me'),
      reply(1, ' see.', true),
      reply(1, ''),
      says('Let me see.'),
      { artifact: 'plan', name: 'plan.md', text: 'First', append: false, last: false },
      { artifact: 'plan', name: 'plan.md', text: ' look.', append: true, last: true },
      reply(2, 'Forty'),
      reply(2, '-two.', true, true),
      completed,
    ],
    answer: 'Let me see.\nForty-two.',
    beside: 'plan.md\nFirst look.',
  },
  'Timestep, whose model is asked again': {
    version: '0.3',
    isOwn: true,
    events: [
      submitted,
      reply(1, 'Forty'),
      reply(1, 'Forty'),
      reply(1, '-two.', true, true),
      completed,
    ],
    answer: 'Forty-two.',
  },
  'an agent that replaces its artifact': {
    version: '1.0',
    events: [
      submitted,
      { artifact: 'a', text: 'Forty-one' },
      { artifact: 'a', text: 'Forty-two.' },
      completed,
    ],
    answer: 'Forty-two.',
  },
  'an agent that replaces what it has streamed': {
    version: '1.0',
    events: [
      submitted,
      { artifact: 'a', text: 'Forty' },
      { artifact: 'a', text: '-one', append: true },
      { artifact: 'a', text: 'Forty-two.' },
      completed,
    ],
    answer: 'Forty-one\nForty-two.',
  },
  'an agent that sends more and more of its artifact': {
    version: '0.3',
    events: [
      submitted,
      { artifact: 'a', text: 'Forty' },
      { artifact: 'a', text: 'Forty-two' },
      { artifact: 'a', text: 'Forty-two.' },
      completed,
    ],
    answer: 'Forty-two.',
  },
  'an agent that writes two artifacts by turns': {
    version: '1.0',
    events: [
      submitted,
      { artifact: 'a', text: 'A' },
      { artifact: 'b', text: 'B' },
      { artifact: 'a', text: 'C', append: true },
      { artifact: 'b', text: 'D', append: true },
      completed,
    ],
    answer: 'AC\nBD',
  },
  'an agent that writes a second artifact before the end of the first': {
    version: '1.0',
    events: [
      submitted,
      { artifact: 'a', text: 'A' },
      { artifact: 'a', text: 'B', append: true },
      { artifact: 'b', text: 'D' },
      { artifact: 'b', text: 'E', append: true },
      { artifact: 'a', text: 'C', append: true },
      completed,
    ],
    answer: 'ABC\nDE',
  },
  'an agent that repeats one of two artifacts': {
    version: '0.3',
    events: [
      submitted,
      { artifact: 'a', text: 'A draft.', last: true },
      { artifact: 'b', text: 'Forty-two.', last: true },
      { state: 'completed', says: 'Forty-two.' },
    ],
    answer: 'Forty-two.',
    beside: 'A draft.',
  },
  'an agent that repeats one of two artifacts that it has streamed': {
    version: '1.0',
    events: [
      submitted,
      { artifact: 'a', text: 'A ' },
      { artifact: 'a', text: 'draft.', append: true, last: true },
      { artifact: 'b', text: 'Forty' },
      { artifact: 'b', text: '-two.', append: true, last: true },
      { state: 'completed', says: 'Forty-two.' },
    ],
    answer: 'A draft.\nForty-two.',
  },
  'an agent that asks after a draft that it has streamed': {
    version: '0.3',
    events: [
      submitted,
      { artifact: 'a', text: 'Dear' },
      { artifact: 'a', text: ' Ada.', append: true, last: true },
      { state: 'input-required', says: 'Shall I send it?' },
    ],
    answer: 'Dear Ada.\nShall I send it?',
  },
  'an agent that asks about a draft without words': {
    version: '1.0',
    events: [submitted, { artifact: 'a', text: 'Dear Ada.' }, { state: 'input-required' }],
    answer: 'Dear Ada.',
  },
};

const ids = { taskId: 't1', contextId: 'c1' };

/** Returns the results of the stream of an agent, as its version of A2A writes them. */
export function listPeerResults({ version, events }: Peer): JsonObject[] {
  return events.map((event, index) => {
    const is03 = version === '0.3';
    if ('artifact' in event) {
      const { artifact: artifactId, name, append, last, ...content } = event;
      const parts = listParts(content, is03);
      const artifact = { artifactId, ...(name !== undefined && { name }), parts };
      const place = {
        ...(append !== undefined && { append }),
        ...(last !== undefined && { lastChunk: last }),
      };
      const update = { ...ids, artifact, ...place };
      return is03 ? { kind: 'artifact-update', ...update } : { artifactUpdate: update };
    }
    const name = `TASK_STATE_${event.state.toUpperCase().replace('-', '_')}`;
    const parts = listParts({ ...event, text: event.says }, is03);
    const role = is03 ? 'agent' : 'ROLE_AGENT';
    const message = { ...(is03 && { kind: 'message' }), messageId: `m${index}`, role, parts };
    const status = { state: is03 ? event.state : name, ...(parts.length > 0 && { message }) };
    if (index === 0) {
      const task = { id: 't1', contextId: 'c1', status };
      return is03 ? { kind: 'task', ...task } : { task };
    }
    const final = event.state === 'completed' || event.state === 'input-required';
    return is03
      ? { kind: 'status-update', ...ids, status, final }
      : { statusUpdate: { ...ids, status } };
  });
}

function listParts(
  { text, part }: { readonly text?: string | undefined; readonly part?: JsonObject },
  is03: boolean,
): JsonObject[] {
  const kind = (name: string) => is03 && { kind: name };
  return [
    ...(text === undefined ? [] : [{ ...kind('text'), text }]),
    ...(part ? [{ ...kind('data'), ...part }] : []),
  ];
}
