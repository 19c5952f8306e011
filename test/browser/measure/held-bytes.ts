import type { CDPSession } from 'playwright-core';

/** Bytes that a page holds after a garbage collection. */
export interface HeldBytes {
  /** Compiled code. */
  readonly code: number;
  /** Data of the browser itself, such as elements, network records and performance records. */
  readonly browser: number;
  /** Objects and texts of scripts. */
  readonly scripts: number;
}

/** The parts of a heap snapshot that are read. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
    };
  };
  /** All fields of the first node, then all fields of the second, and so on. */
  readonly nodes: readonly number[];
}

/**
 * Requests a heap snapshot from the browser, which collects garbage first, and adds up its nodes.
 */
export async function heldBytes(session: CDPSession): Promise<HeldBytes> {
  const parts: string[] = [];
  const take = ({ chunk }: { readonly chunk: string }): void => void parts.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  return bytesIn(JSON.parse(parts.join('')) as Snapshot);
}

function bytesIn({ snapshot, nodes }: Snapshot): HeldBytes {
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [code, native] = [types[0].indexOf('code'), types[0].indexOf('native')];
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const held = { code: 0, browser: 0, scripts: 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = nodes[at + type];
    const owner = kind === code ? 'code' : kind === native ? 'browser' : 'scripts';
    held[owner] += nodes[at + size] ?? 0;
  }
  return held;
}
