const TOLD = { state: 'completed', text: 'You said: hello' };

/** What every client of A2A sees of the agent, but for artifacts and errors, which each has in its own form. */
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

/** The artifacts of the agent as 0.3 has them. */
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
