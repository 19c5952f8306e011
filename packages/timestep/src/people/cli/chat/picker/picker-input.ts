import { isKey, type KeyName } from '../terminal-library.ts';
import type { PickerKey } from './picker.ts';

const KEYS: readonly (readonly [key: KeyName, kind: Exclude<PickerKey['kind'], 'text'>])[] = [
  ['up', 'up'],
  ['ctrl+p', 'up'],
  ['down', 'down'],
  ['ctrl+n', 'down'],
  ['ctrl+r', 'down'],
  ['enter', 'enter'],
  ['escape', 'escape'],
  ['ctrl+c', 'escape'],
  ['ctrl+d', 'escape'],
  ['backspace', 'backspace'],
  ['ctrl+u', 'clear'],
];

const [PASTE_BEGIN, PASTE_END] = ['\u001b[200~', '\u001b[201~'];

/**
 * Parses a key or pasted text that a terminal sent to a selection list. Undefined for keys that the list does
 * not use.
 */
export function readPickerKey(sent: string): PickerKey | undefined {
  if (sent.startsWith(PASTE_BEGIN)) {
    const pasted = sent.slice(PASTE_BEGIN.length).replace(PASTE_END, '');
    return { kind: 'text', text: pasted.replaceAll(/\p{Cc}+/gu, ' ') };
  }
  const found = KEYS.find(([key]) => isKey(sent, key));
  if (found) return { kind: found[1] };
  return /^\P{Cc}+$/u.test(sent) ? { kind: 'text', text: sent } : undefined;
}
