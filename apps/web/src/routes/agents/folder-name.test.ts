import { expect, it } from 'vitest';
import { nameToFolderName } from './folder-name.ts';

it.each([
  ['Guide', 'guide'],
  ['The Weather, today!', 'the-weather-today'],
  ['Éclair à la carte', 'eclair-a-la-carte'],
  ['../../etc', 'etc'],
  ['天気', ''],
  ['x'.repeat(99), 'x'.repeat(60)],
])('makes a folder of %s', (name, folder) => {
  expect(nameToFolderName(name)).toBe(folder);
});
