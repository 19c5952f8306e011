import type { LoopFigures } from './loop-watch.ts';

/** Requests of the measuring process to the server. */
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

/** Messages of the server. */
export type News =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'done' }
  | { readonly type: 'figures'; readonly figures: Figures }
  | { readonly type: 'memory'; readonly memory: Memory }
  | { readonly type: 'written'; readonly bytes: number };
