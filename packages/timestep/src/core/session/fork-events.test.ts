import { describe, expect, it } from 'vitest';
import { buildForkEvents } from './fork-events.ts';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import { sessionJournal, sessionOf } from './session.fixture.ts';
import { foldSession } from './session.ts';
import { buildTurnStart, createSummaryMessage } from './turn-start.ts';

const finished = { type: 'task.finished', state: 'completed', reason: 'final_answer' } as const;
const turn = taskOf(submitted(), user('x'), ...modelStep(1, 'y'), finished);
const compacted = { type: 'session.compacted', summary: 'they met', taskId: 't1' } as const;

function forked(
  ...[session, after]: [
    Parameters<typeof buildForkEvents>[0],
    Parameters<typeof buildForkEvents>[2]?,
  ]
) {
  const fork = foldSession(sessionJournal(...buildForkEvents(session, 'c2', after)));
  if (!fork) throw new Error('no events');
  return fork;
}

describe('forkOf', () => {
  it('begins a session with what was changed by hand in another one', () => {
    const session = sessionOf(
      { type: 'session.named', name: 'trip' },
      { type: 'session.set', settings: { model: 'a/b', max_steps: 3 } },
      { type: 'session.included', item: { kind: 'rule', name: 'units' } },
      { type: 'session.excluded', item: { kind: 'skill', name: 'maps' } },
      { type: 'session.permitted', tool: 'search' },
      { type: 'session.closed' },
    );
    const { name, settings, include, exclude, permitted } = session;
    expect(forked(session, turn)).toMatchObject({
      id: 'c2',
      agent: 'weather',
      principal: 'ada',
      forkedFrom: { sessionId: 'c1', taskId: 't1' },
      isClosed: false,
      name,
      settings,
      include,
      exclude,
      permitted,
    });
  });

  it('has nothing that the other has not', () => {
    expect(buildForkEvents(sessionOf(), 'c2')).toEqual([
      {
        type: 'session.opened',
        sessionId: 'c2',
        agent: 'weather',
        principal: 'ada',
        forkedFrom: { sessionId: 'c1' },
      },
    ]);
  });

  it('begins with the summary where it goes on after the turn that was compacted', () => {
    const fork = forked(sessionOf(compacted), turn);
    expect(buildTurnStart(fork, undefined, turn).history).toEqual([
      createSummaryMessage('they met'),
    ]);
  });

  it('begins with the whole transcript where it goes on after another turn', () => {
    const fork = forked(sessionOf({ ...compacted, taskId: 't9' }), turn);
    expect(buildTurnStart(fork, undefined, turn).history).toHaveLength(2);
  });
});
