const TOLD = { state: 'completed', text: 'You said: hello' };

/**
 * The report of every A2A client about the agent, except artifacts and errors, which each client
 * formats in its own way.
 */
export const SEEN = {
  card: {
    name: 'Clerk',
    version: '2.1.0',
    skills: ['echo'],
    streaming: true,
    extensions: ['https://timestep.dev/a2a/tool-calls/v1'],
  },
  send: TOLD,
  get: 'completed',
  stream: TOLD,
  tools: {
    paused: 'input-required',
    calls: [{ name: 'look', arguments: { place: 'Oakland' } }],
    state: 'completed',
    text: 'The tool said: rain',
  },
  subscribe: { from: 'input-required', state: 'completed', text: 'The tool said: rain' },
  cancel: 'canceled',
};

/** The artifacts of the agent in the format of 0.3. */
export const ARTIFACTS_0_3 = [
  { id: 'answer-1', name: 'answer', parts: [{ kind: 'text', text: 'Here.' }] },
  {
    id: 'files',
    name: 'Files',
    parts: [
      {
        kind: 'file',
        file: { bytes: 'aGVsbG8=', mimeType: 'text/plain', name: 'hello.txt' },
      },
      { kind: 'data', data: { rows: 1 } },
    ],
  },
];
