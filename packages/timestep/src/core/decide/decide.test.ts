import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import type { TaskEvent } from '../events/event.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';

const oneStep = submitted({ limits: { max_steps: 1, time_limit_s: 100 } });

describe('decide', () => {
  it.each<[string, TaskEvent[], unknown]>([
    ['loads the prompt first', [submitted({ loadPrompt: true }), user('x')], { do: 'load-prompt' }],
    [
      'calls the model on a message',
      [submitted(), user('x')],
      { do: 'call-model', step: 1, attempt: 1 },
    ],
    [
      'waits for a running model',
      [submitted(), user('x'), { type: 'model.started', step: 1, attempt: 1 }],
      { do: 'wait', for: 'effects' },
    ],
    [
      'makes planned calls side by side, each with a key of its own',
      [
        submitted(),
        user('x'),
        ...modelStep(1, [
          ['a', 'f'],
          ['b', 'g'],
        ]),
      ],
      {
        do: 'call-tools',
        calls: [
          expect.objectContaining({ key: 't1:1:a', attempt: 1 }),
          expect.objectContaining({ key: 't1:1:b' }),
        ],
      },
    ],
    [
      'waits for a running call',
      [
        submitted(),
        user('x'),
        ...modelStep(1, [['a', 'f']]),
        { type: 'tool.started', callId: 'a', attempt: 1 },
      ],
      { do: 'wait', for: 'effects' },
    ],
    [
      'waits for the client where tools run there',
      [submitted({ toolSite: 'client' }), user('x'), ...modelStep(1, [['a', 'f']])],
      { do: 'wait', for: 'tool-results' },
    ],
    [
      'goes on with the next step after the results',
      [
        submitted(),
        user('x'),
        ...modelStep(1, [['a', 'f']]),
        { type: 'tool.returned', callId: 'a', content: '1' },
      ],
      { do: 'call-model', step: 2, attempt: 1 },
    ],
    [
      'finishes on an answer',
      [submitted(), user('x'), ...modelStep(1, 'hi')],
      { do: 'finish', state: 'completed', reason: 'final_answer' },
    ],
    [
      'takes an answer on the last allowed step',
      [oneStep, user('x'), ...modelStep(1, 'hi')],
      { do: 'finish', state: 'completed', reason: 'final_answer' },
    ],
    [
      'still makes the calls of the last step, so that no call stays open',
      [oneStep, user('x'), ...modelStep(1, [['a', 'f']])],
      expect.objectContaining({ do: 'call-tools' }),
    ],
    [
      'stops when the steps are used up',
      [
        oneStep,
        user('x'),
        ...modelStep(1, [['a', 'f']]),
        { type: 'tool.returned', callId: 'a', content: '1' },
      ],
      expect.objectContaining({ do: 'finish', state: 'failed', reason: 'max_steps' }),
    ],
    [
      'stops when what the calling agent gave is used up, however many messages there were',
      [
        submitted({ delegation: { path: ['desk'], budget: { steps: 1 } } }),
        user('x'),
        ...modelStep(1, [['a', 'f']]),
        { type: 'tool.returned', callId: 'a', content: '1' },
        user('y', 'm2'),
      ],
      {
        do: 'finish',
        state: 'failed',
        reason: 'budget',
        error: {
          code: 'budget',
          message:
            'stopped: the budget that the calling agent gave is used up and there is no final answer',
        },
      },
    ],
    [
      'counts steps afresh for a new message',
      [
        oneStep,
        user('x'),
        { type: 'model.started', step: 1, attempt: 1 },
        user('y', 'm2'),
        modelStep(1, 'hi')[1],
      ],
      { do: 'call-model', step: 2, attempt: 1 },
    ],
    [
      'stops when the time is used up between steps',
      [
        submitted({ limits: { max_steps: 9, time_limit_s: 1 } }),
        user('x'),
        ...modelStep(1, [['a', 'f']]),
        { type: 'tool.returned', callId: 'a', content: '1' },
      ],
      expect.objectContaining({ do: 'finish', reason: 'time_limit' }),
    ],
    [
      'stops when the clock said so in mid-step',
      [
        submitted(),
        user('x'),
        { type: 'model.started', step: 1, attempt: 1 },
        { type: 'limit.reached', limit: 'time_limit_s' },
      ],
      expect.objectContaining({ do: 'finish', state: 'failed', reason: 'time_limit' }),
    ],
    [
      'fails with the failure of the model',
      [
        submitted(),
        user('x'),
        { type: 'model.started', step: 1, attempt: 1 },
        { type: 'model.failed', step: 1, attempt: 1, error: { code: 'c', message: 'm' } },
      ],
      { do: 'finish', state: 'failed', reason: 'error', error: { code: 'c', message: 'm' } },
    ],
    [
      'fails when the prompt cannot be had',
      [
        submitted({ loadPrompt: true }),
        user('x'),
        { type: 'prompt.failed', error: { code: 'c', message: 'm' } },
      ],
      expect.objectContaining({ do: 'finish', state: 'failed', reason: 'error' }),
    ],
    [
      'puts cancellation before everything else',
      [
        submitted({ toolSite: 'client' }),
        user('x'),
        ...modelStep(1, [['a', 'f']]),
        { type: 'cancel.requested' },
      ],
      { do: 'finish', state: 'canceled', reason: 'canceled' },
    ],
    [
      'rests once ended',
      [submitted(), { type: 'task.finished', state: 'failed', reason: 'error' }],
      { do: 'rest' },
    ],
  ])('%s', (_name, events, decision) => {
    expect(decide(taskOf(...events))).toEqual(decision);
  });

  it('splits the calls of one reply between server and client', () => {
    const clientTools = [{ type: 'function', function: { name: 'mine', parameters: {} } }] as const;
    const start = submitted({ clientTools });
    const asked = [
      start,
      user('x'),
      ...modelStep(1, [
        ['a', 'mine'],
        ['b', 'theirs'],
      ]),
    ];
    expect(decide(taskOf(...asked))).toMatchObject({
      do: 'call-tools',
      calls: [{ call: { id: 'b' } }],
    });
    const ran: TaskEvent = { type: 'tool.returned', callId: 'b', content: '1' };
    expect(decide(taskOf(...asked, ran))).toEqual({ do: 'wait', for: 'tool-results' });
  });
});
