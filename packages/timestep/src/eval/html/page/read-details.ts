import type { Place, TrialDetail } from './page-model.ts';

/** Chunks kept unpacked: enough to go through neighbouring trials. */
const MOST_KEPT = 4;

export type ReadDetail = (place: Place) => Promise<TrialDetail>;

/** Reads details out of the chunks at the end of the page, which are unpacked when asked for. */
export function detailReader(): ReadDetail {
  const kept = new Map<number, Promise<TrialDetail[]>>();
  return async ([chunk, at]) => {
    const details = kept.get(chunk) ?? unpacked(chunk);
    kept.delete(chunk);
    kept.set(chunk, details);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    const detail = (await details)[at];
    if (!detail) throw new Error(`chunk ${chunk} has no trial ${at}`);
    return detail;
  };
}

async function unpacked(chunk: number): Promise<TrialDetail[]> {
  await wholePage();
  const text = document.getElementById(`chunk-${chunk}`)?.textContent;
  if (text == null) throw new Error(`the file ends before chunk ${chunk}: it was cut off`);
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text()) as TrialDetail[];
}

/** The chunks come last in the file, and the page is shown before they have arrived. */
function wholePage(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}
