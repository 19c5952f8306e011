import { expect, it } from 'vitest';
import { readTree } from '../../source/source-tree.ts';
import { reportStyles } from './report-styles.ts';

it('refuses a component of the reports in whose folder their styles do not look for classes', () => {
  expect(reportStyles(readTree('scripts/fixtures/web/report-styles')).problems).toEqual([
    `apps/web/src/shell/rail.tsx is part of the reports: add "@source '../shell';" to apps/web/src/report/report.css`,
    'apps/web/src/report/report.css: no component of the reports is in ../icons',
  ]);
});

it('does not pass for want of styles', () => {
  expect(reportStyles([]).problems).toEqual(['apps/web/src/report/report.css was not found']);
});
