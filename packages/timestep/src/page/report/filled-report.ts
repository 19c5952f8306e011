import type { ReportModel } from '../../view/index.ts';
import { escaped, jsonForScript } from './escaped.ts';

/** What is put into the page of a report. */
export interface ReportParts {
  readonly title: string;
  /** What is read where no script runs. */
  readonly summary: string;
  readonly model: ReportModel;
  /** The details of trials as elements, which come last in the file. */
  readonly chunks: Iterable<string>;
}

const PLACES = /<!--(title|summary|model|chunks)-->/;

/**
 * The page of a report, piece by piece: a template, which the build of the page writes, with the data of a
 * run at its places.
 */
export function* filledReport(
  template: string,
  { title, summary, model, chunks }: ReportParts,
): Generator<string> {
  const pieces = template.split(PLACES);
  const [head, , afterTitle, , afterSummary, , script, , end] = pieces;
  const places = pieces.filter((_, at) => at % 2 === 1).join(' ');
  if (places !== 'title summary model chunks') {
    throw new TypeError(`the template of reports has other places for data: ${places}`);
  }
  yield `${head}${escaped(title)}${afterTitle}${escaped(summary)}${afterSummary}`;
  yield `<script type="application/json" id="model">${jsonForScript(model)}</script>\n`;
  yield `${script}`;
  yield* chunks;
  yield `${end}`;
}
