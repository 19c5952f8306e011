import type { LoopFigures } from './loop-watch.ts';

/** What the measuring process asks of the server. */
export type Order =
  | { readonly type: 'watch' }
  | { readonly type: 'figures' }
  | { readonly type: 'release' }
  | { readonly type: 'memory' }
  | { readonly type: 'written' };

export interface Figures {
  readonly loop: LoopFigures;
  readonly cpuMs: number;
}

export interface Memory {
  readonly heapMb: number;
  readonly rssMb: number;
}

/** What the server tells. */
export type News =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'done' }
  | { readonly type: 'figures'; readonly figures: Figures }
  | { readonly type: 'memory'; readonly memory: Memory }
  | { readonly type: 'written'; readonly bytes: number };
