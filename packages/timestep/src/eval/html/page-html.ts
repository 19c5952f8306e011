import { createHash } from 'node:crypto';
import { escaped, jsonForScript } from './escaped.ts';
import type { PageModel } from './page/page-model.ts';
import { STYLE } from './style.ts';

export interface PageParts {
  readonly title: string;
  /** HTML above the table of tasks. */
  readonly overview: string;
  readonly model: PageModel;
  /** The behaviour of the page. */
  readonly script: string;
}

/**
 * The page up to the chunks; `PAGE_END` closes it. The page makes no requests, and its policy
 * allows only the script that it was written with.
 */
export function pageBegin({ title, overview, model, script }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyFor(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<div id="overview">
${overview}
<section class="trials" aria-label="Trials">
${FILTERS}
<div id="tasks" role="table" aria-label="Tasks and their trials. Arrow keys move between trials, Enter opens one."></div>
</section>
</div>
<article id="opened" hidden></article>
</main>
<noscript><p class="notice">The table of trials and the transcripts need JavaScript; the figures above do not.</p></noscript>
<script type="application/json" id="model">${jsonForScript(model)}</script>
<script>${script}</script>
`;
}

export const PAGE_END = '</body>\n</html>\n';

/** Nothing may be loaded, and the policy also stops the script from making markup of text. */
function policyFor(script: string): string {
  return [
    "default-src 'none'",
    `script-src '${digestOf(script)}'`,
    `style-src '${digestOf(STYLE)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

const FILTERS = `<form id="filters" role="search" aria-label="Filter trials">
<label>Task <input id="filter-text" type="search" placeholder="words of its id ( / )" autocomplete="off" spellcheck="false"></label>
<label>Outcome <select id="filter-outcome"><option value="">any</option></select></label>
<label>Failing <select id="filter-grader"><option value="">any grader</option></select></label>
<label>Tag <select id="filter-tag"><option value="">any</option></select></label>
<button type="reset">Clear</button>
<output id="filter-count" aria-live="polite"></output>
</form>`;
