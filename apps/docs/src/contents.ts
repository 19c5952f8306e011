/** A page by its path below `docs/` without `.md`, with the title that the sidebar shows. */
type Entry = readonly [path: string, title: string];

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
      ['start/install', 'Install'],
      ['start/first-agent', 'First agent'],
      ['start/project', 'A new project'],
      ['tutorial', 'Tutorial'],
      ['coming-from', 'Coming from another framework'],
      ['concepts', 'Concepts'],
    ],
  },
  {
    title: 'Build',
    pages: [
      ['build/agents', 'Agents in code'],
      ['build/tools', 'Tools'],
      ['build/mcp-servers', 'MCP servers'],
      ['build/folders', 'An agent as a folder'],
      ['build/permissions', 'Permissions and guards'],
      ['build/approvals', 'Human in the loop'],
      ['build/output', 'Structured output'],
      ['build/conversations', 'Conversations and streaming'],
      ['build/many-agents', 'Many agents'],
      ['build/bring-your-agent', 'Bring your agent'],
      ['providers', 'Model providers'],
      ['model-failures', 'When a model fails'],
    ],
  },
  {
    title: 'Connect',
    pages: [
      ['connect/index', 'One agent, every protocol'],
      ['connect/a2a', 'A2A'],
      ['connect/mcp', 'MCP'],
      ['connect/responses', 'OpenAI Responses'],
      ['connect/chat-completions', 'Chat Completions'],
      ['connect/ag-ui', 'AG-UI'],
      ['connect/front-end', 'Front ends'],
      ['editors', 'Editors (ACP)'],
    ],
  },
  {
    title: 'Evaluate',
    pages: [
      ['evaluate/first-suite', 'First suite'],
      ['evaluate/graders', 'Graders and judges'],
      ['evaluate/compare', 'Comparing runs'],
      ['evaluate/ci', 'In CI'],
      ['evaluate/kills', 'Kill your agent'],
      ['tracing', 'Traces'],
    ],
  },
  {
    title: 'Run',
    pages: [
      ['run/checklist', 'Checklist for production'],
      ['run/sqlite', 'Tasks in SQLite'],
      ['run/deploy', 'Deploy'],
      ['run/kubernetes', 'Kubernetes'],
      ['run/temporal', 'Many machines: Temporal'],
      ['run/operate', 'Operate'],
      ['run/security', 'Security'],
      ['companies', 'Proxies, certificates, disks'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['reference/cli', 'Command line'],
      ['reference/folder', 'Folder format'],
      ['formats', 'Files that Timestep reads'],
      ['reference/http', 'HTTP routes'],
      ['reference/events', 'Events'],
      ['reference/environment', 'Environment variables'],
      ['reference/errors', 'Error codes'],
      ['troubleshooting', 'Error messages'],
      ['api/README', 'API'],
    ],
  },
  {
    title: 'About',
    pages: [
      ['about/compared', 'Compared with others'],
      ['about/benchmarks', 'Benchmarks'],
      ['about/scorecard', 'Scorecard'],
      ['about/faq', 'Questions and answers'],
    ],
  },
];
