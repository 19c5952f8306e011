import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseJson } from '#core';

/**
 * An entry in the file in which the processes of a story record what they did. The file survives their kills.
 */
export type LedgerEntry =
  | { readonly kind: 'accepted'; readonly messageId: string; readonly taskId: string }
  | { readonly kind: 'began'; readonly key: string; readonly taskId: string };

export interface Ledger {
  note(entry: LedgerEntry): void;
  read(): readonly LedgerEntry[];
}

/** Each entry is one write, so a kill leaves whole lines only. */
export function openLedger(path: string): Ledger {
  return {
    note: (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`),
    read() {
      if (!existsSync(path)) return [];
      const lines = readFileSync(path, 'utf8').split('\n');
      return lines.filter((line) => line !== '').map((line) => parseJson(line) as LedgerEntry);
    },
  };
}
