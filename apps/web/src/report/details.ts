import type { EvalTrial } from '@timestep-ai/timestep/view';

/** Chunks kept unpacked: enough to go through neighbouring trials. */
const MOST_KEPT = 4;

/** Reads the detail of a trial by its number. Rejects where the file was cut off. */
export type ReadDetail = (number: number) => Promise<EvalTrial>;

/** Reads details out of the chunks at the end of the file, which are unpacked when they are asked for. */
export function detailReader(trialsOfChunk: number): ReadDetail {
  const kept = new Map<number, Promise<readonly EvalTrial[]>>();
  return async (number) => {
    const chunk = Math.floor(number / trialsOfChunk);
    const trials = kept.get(chunk) ?? unpacked(chunk);
    kept.delete(chunk);
    kept.set(chunk, trials);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
    const trial = (await trials)[number % trialsOfChunk];
    if (!trial) throw new Error(`part ${chunk} of the file lacks the trial: it was changed`);
    return trial;
  };
}

async function unpacked(chunk: number): Promise<readonly EvalTrial[]> {
  await wholeFile();
  const text = document.getElementById(`chunk-${chunk}`)?.textContent;
  if (text == null) throw new Error(`the file ends before part ${chunk}: it was cut off`);
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text()) as readonly EvalTrial[];
}

/** The chunks come last in the file, and the page is shown before they have arrived. */
function wholeFile(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}
