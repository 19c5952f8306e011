/** What a newcomer wants to do, with the pages of the site that say how, in the order of reading. */
export interface Job {
  readonly job: string;
  /** Paths below `docs/`, without `.md`. */
  readonly pages: readonly string[];
}

/** Each job is done by following its pages alone, in an empty folder. */
export const JOBS: readonly Job[] = [
  { job: 'run a first agent without a key', pages: ['start/first-agent'] },
  { job: 'write an agent with tools', pages: ['build/agents', 'build/tools'] },
  { job: 'bring an agent of the AI SDK and a program', pages: ['build/bring-your-agent'] },
  {
    job: 'use output, conversations, approvals and other agents',
    pages: ['build/output', 'build/conversations', 'build/many-agents', 'build/approvals'],
  },
  {
    job: 'call an agent over every protocol, and from a front end',
    pages: [
      'connect/index',
      'connect/a2a',
      'connect/mcp',
      'connect/responses',
      'connect/chat-completions',
      'connect/ag-ui',
      'connect/front-end',
    ],
  },
  {
    job: 'measure an agent with graders, a judge, a comparison and a report for CI',
    pages: ['evaluate/first-suite', 'evaluate/graders', 'evaluate/ci', 'evaluate/compare'],
  },
  { job: 'kill an agent at points of a story', pages: ['evaluate/kills'] },
  {
    job: 'serve an agent with a key, stop it, back it up and look after it',
    pages: ['run/deploy', 'run/sqlite'],
  },
  { job: 'keep an agent in a folder with rules, skills and permissions', pages: ['build/folders'] },
];
