import { expect, it } from 'vitest';
import { ACCEPTED_MODES_META, getAcceptedMediaTypes } from './accepted-modes.ts';

it.each([
  [{ [ACCEPTED_MODES_META]: ['text/csv', 'text/plain'] }, ['text/csv', 'text/plain']],
  [{ [ACCEPTED_MODES_META]: ['text/csv', 1] }, ['text/csv']],
  [{ [ACCEPTED_MODES_META]: 'text/csv' }, []],
  [{}, []],
  [undefined, []],
])('reads what a caller accepts from %j', (metadata, modes) => {
  expect(getAcceptedMediaTypes(metadata)).toEqual(modes);
});
