/** A page by its path below `docs/` without `.md`, with the title that the sidebar shows. */
export type Entry = readonly [path: string, title: string];

export interface Section {
  readonly title: string;
  readonly pages: readonly Entry[];
}

/** The table of contents of the site. Every page of `docs/` stands here once, except those of the API. */
export const CONTENTS: readonly Section[] = [
  {
    title: 'Get started',
    pages: [
      ['index', 'What Timestep is'],
      ['tutorial', 'Tutorial'],
      ['coming-from', 'Coming from another framework'],
    ],
  },
  {
    title: 'Build',
    pages: [
      ['providers', 'Model providers'],
      ['model-failures', 'When a model fails'],
    ],
  },
  { title: 'Connect', pages: [['editors', 'Editors (ACP)']] },
  { title: 'Evaluate', pages: [['tracing', 'Traces']] },
  { title: 'Run', pages: [['companies', 'Proxies, certificates, disks']] },
  {
    title: 'Reference',
    pages: [
      ['formats', 'Files that Timestep reads'],
      ['api/README', 'API'],
    ],
  },
  { title: 'About', pages: [['troubleshooting', 'Error messages']] },
];
