import type { EvalTrial, ReportRun } from '@timestep-ai/timestep/view';

/** Reads a trial by its position in the report file. Rejects if the file is truncated. */
export type ReadDetail = (number: number) => Promise<EvalTrial>;

/** Creates a reader that unpacks the chunks at the end of the report file on demand. */
export function createTrialDetailReader(trialsPerChunk: number): ReadDetail {
  return async (number) => {
    const chunk = Math.floor(number / trialsPerChunk);
    const trial = (await unpackTrialChunk(chunk))[number % trialsPerChunk];
    if (!trial)
      throw new Error(
        `the report file is damaged (part ${chunk} lacks the trial): create or download it again`,
      );
    return trial;
  };
}

async function unpackTrialChunk(chunk: number): Promise<readonly EvalTrial[]> {
  await waitUntilDocumentIsLoaded();
  const text = document.getElementById(`chunk-${chunk}`)?.textContent;
  if (text == null)
    throw new Error(
      `the report file is incomplete (part ${chunk} is missing): create or download it again`,
    );
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text()) as readonly EvalTrial[];
}

/** Waits until the HTML file has loaded, because the page is displayed before its last data chunks arrive. */
function waitUntilDocumentIsLoaded(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}

/** Finds the position of a trial in the report; undefined if the run has no such trial. */
export function findTrialPosition(
  { view, details }: ReportRun,
  taskId: string,
  trial: number,
): number | undefined {
  const at = view.tasks.findIndex(({ id }) => id.toWellFormed() === taskId);
  const index = view.tasks[at]?.trials.findIndex((line) => line.trial === trial) ?? -1;
  return details[at]?.[index];
}
