import { expect, it } from 'vitest';
import {
  createPicker,
  listMatchingRows,
  applyPickerKey,
  type Picker,
  type PickerKey,
} from './picker.ts';

const ROWS = [
  { value: 'a1', text: 'Trip to Rome', about: '2 h ago' },
  { value: 'b2', text: 'Rome again', about: '3 days ago' },
  { value: 'c3', text: 'Taxes' },
];

function press(picker: Picker, ...keys: readonly (PickerKey['kind'] | `"${string}`)[]): Picker {
  let now = picker;
  for (const key of keys) {
    const step = applyPickerKey(
      now,
      key.startsWith('"')
        ? { kind: 'text', text: key.slice(1) }
        : { kind: key as Exclude<PickerKey['kind'], 'text'> },
    );
    if (step.kind !== 'open') throw new Error(`it was ${step.kind}`);
    now = step.picker;
  }
  return now;
}

const list = createPicker('Conversations', 'None.', ROWS);

it.each([
  ['words in any order and case', '"rome TRIP', ['a1']],
  ['what stands beside the text', '"days', ['b2']],
  ['the value', '"c3', ['c3']],
  ['nothing that matches', '"paris', []],
] as const)('finds %s', (_, typed, found) => {
  expect(listMatchingRows(press(list, typed)).map(({ value }) => value)).toEqual(found);
});

it('chooses the selected row of those that match', () => {
  const shown = press(list, '"rome', 'down', 'down');
  expect(applyPickerKey(shown, { kind: 'enter' })).toEqual({ kind: 'chosen', value: 'b2' });
  expect(press(shown, 'up').selected).toBe(0);
  expect(press(shown, 'backspace').query).toBe('rom');
  expect(press(shown, 'clear').query).toBe('');
});

it.each([
  ['the rows are read', createPicker('Conversations', 'None.')],
  ['nothing matches', press(list, '"paris')],
])('chooses nothing while %s', (_, shown) => {
  expect(applyPickerKey(shown, { kind: 'enter' })).toEqual({ kind: 'open', picker: shown });
});

it('closes', () => {
  expect(applyPickerKey(list, { kind: 'escape' })).toEqual({ kind: 'closed' });
});
