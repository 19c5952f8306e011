/** A scripted model that calls a tool if it is asked for a sum. */
export const COUNTER: string = JSON.stringify({
  name: 'counter',
  rules: [
    {
      when: { user: { contains: 'sum' } },
      reply: { call: { tool: 'calc', arguments: { expr: '6*7' } } },
    },
    { when: { tool_result: 'calc' }, reply: 'It is 42.' },
    { when: { user: { contains: '' } }, reply: 'Hello.' },
  ],
});
