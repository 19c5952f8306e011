import { expect, it } from 'vitest';
import type { StepDetails, TimelineRow } from '@timestep-ai/timestep/view';
import { describeStepFork } from './describe-step-fork.ts';

function describe(kind: TimelineRow['kind'], step: StepDetails['kind'], isAsked = false): string {
  const { name, sentences } = describeStepFork({ kind }, { kind: step } as StepDetails, isAsked);
  return `${name}: ${sentences.join(' ')}`;
}

it('says of a step that tools before it are not run again', () => {
  for (const [kind, step] of [
    ['model', 'model'],
    ['tool', 'call'],
    ['crash', 'crash'],
    ['approval', 'person'],
  ] as const) {
    expect(describe(kind, step)).toMatch(/^Fork from this step: .*are not run again/);
  }
  expect(describe('tool', 'call')).toContain('when it decided on this call');
});

it('says of a whole task that its tools run again', () => {
  expect(describe('turn', 'turn')).toMatch(/^Run again: .*its tools again/);
  expect(describe('turn', 'turn')).not.toContain('not involved');
  expect(describe('turn', 'turn', true)).toContain('no agent waits');
});
