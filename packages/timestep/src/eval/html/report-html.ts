import type { StoredRun } from '../report/read-run.ts';
import { passHtml, scatterHtml } from './charts-html.ts';
import { detailChunks } from './detail-chunks.ts';
import { escaped } from './escaped.ts';
import { PAGE_END, pageBegin } from './page-html.ts';
import { pageScript } from './page-script.ts';
import { passPoints } from './pass-points.ts';
import { reportModel, scatterOf } from './report-model.ts';
import { countedRows, surveyOf } from './survey.ts';
import { readTaskTags, type TaskTags } from './task-tags.ts';
import { settingOf, suiteOf, totalsHtml } from './totals-html.ts';

/**
 * A run as one HTML file that needs no other file: its totals, every trial, and transcripts with
 * their grades. Reads the run twice, so that only a few transcripts are held at a time.
 */
export function* reportHtml(
  run: StoredRun,
  tags: TaskTags = readTaskTags(run.meta),
): Generator<string> {
  const survey = surveyOf(run);
  const { report } = survey;
  const { agent } = report.meta;
  const suite = suiteOf(report.meta);
  yield pageBegin({
    title: `${suite}: ${agent}`,
    overview: `<header>
<h1>${escaped(suite)} <span class="agent">${escaped(agent)}</span></h1>
<p class="quiet">${escaped(settingOf(report))}</p>
${totalsHtml(survey)}
</header>
<div class="charts">
${passHtml(passPoints(report))}
${scatterHtml(scatterOf(survey))}
</div>`,
    model: reportModel(survey, agent, tags),
    script: pageScript(),
  });
  yield* detailChunks(countedRows(run, survey), 0);
  yield PAGE_END;
}
