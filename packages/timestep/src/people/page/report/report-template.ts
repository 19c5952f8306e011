import type { ReportModel } from '#people/view';

export interface ReportParts {
  readonly title: string;
  readonly summary: string;
  readonly model: ReportModel;
  /** Trial details as HTML elements, written at the end of the file. */
  readonly chunks: Iterable<string>;
}

const PLACEHOLDERS = /<!--(title|summary|model|chunks)-->/;

export function* fillReportTemplate(
  template: string,
  { title, summary, model, chunks }: ReportParts,
): Generator<string> {
  const pieces = template.split(PLACEHOLDERS);
  const [head, , afterTitle, , afterSummary, , script, , end] = pieces;
  const places = pieces.filter((_, at) => at % 2 === 1).join(' ');
  if (places !== 'title summary model chunks') {
    throw new TypeError(
      `the report template must have the placeholders title, summary, model and chunks in this order, not: ${places}`,
    );
  }
  yield `${head}${escapeHtml(title)}${afterTitle}${escapeHtml(summary)}${afterSummary}`;
  yield `<script type="application/json" id="model">${serializeJsonForScript(model)}</script>\n`;
  yield `${script}`;
  yield* chunks;
  yield `${end}`;
}

/** Escapes text for HTML elements and quoted attributes. Lone surrogates are replaced. */
function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Serializes JSON so that no text ends the `script` element. Lone surrogates are preserved. */
function serializeJsonForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
