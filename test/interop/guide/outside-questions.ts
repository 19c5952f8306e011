/** A question that users of other projects asked in public, put to Timestep. */
export interface OutsideQuestion {
  readonly question: string;
  /** The public thread that the question comes from. */
  readonly source: string;
  /** Headings of the documentation that answer it, each as `<page>: <heading>`. */
  readonly answers: readonly string[];
}

/**
 * Chosen with their headings before the guide was asked. Never change a question because the guide misses
 * it: change the page.
 */
export const OUTSIDE_QUESTIONS: readonly OutsideQuestion[] = [
  {
    question: 'Do conversations survive a restart of the server?',
    source: 'https://github.com/OpenHands/software-agent-sdk/issues/4192',
    answers: [
      'about-faq: What happens if the process dies?',
      'build-conversations: Memory',
      'build-conversations: Continue a conversation',
      'run-sqlite: What is promised',
    ],
  },
  {
    question: 'Can I stop an agent once it has used a certain number of tokens?',
    source: 'https://github.com/microsoft/agent-framework/issues/6397',
    answers: ['about-faq: How do I limit costs?', 'run-operate: Limits'],
  },
  {
    question: 'How do I put a spending cap on an agent?',
    source: 'https://github.com/tembo/agent-studio/issues/526',
    answers: ['about-faq: How do I limit costs?', 'run-operate: Limits'],
  },
  {
    question: 'How can I call a local model, such as one served by LM Studio?',
    source: 'https://github.com/microsoft/agent-framework/issues/3437',
    answers: [
      'about-faq: Which models can I use?',
      'about-faq: Can I use it without an API key?',
      'providers: Model providers',
      'start-project: Which model it takes',
      'start-first-agent: Without a key',
    ],
  },
  {
    question: 'How do I show tool calls in my React chat with useChat?',
    source: 'https://github.com/mastra-ai/mastra/issues/8147',
    answers: ['connect-front-end: useChat of the AI SDK'],
  },
  {
    question: 'How do I let the client run a tool instead of the server?',
    source: 'https://github.com/mastra-ai/mastra/issues/2728',
    answers: [
      'connect-a2a: Where tools run',
      'build-agents: Serve an agent',
      'connect-front-end: useChat of the AI SDK',
    ],
  },
  {
    question: 'How do I pass a bearer token to an MCP server?',
    source: 'https://github.com/openai/openai-agents-js/issues/682',
    answers: [
      'build-mcp-servers: Add an MCP server to an agent in code',
      'build-mcp-servers: Add an MCP server to an agent folder',
      'build-mcp-servers: What to know',
    ],
  },
  {
    question: 'How can a human approve a tool call before it is executed?',
    source: 'https://langchain-ai.github.io/langgraphjs/agents/human-in-the-loop',
    answers: [
      'build-approvals: Require approval of a call',
      'build-permissions: Allow, ask, forbid: rules of a folder',
    ],
  },
  {
    question: 'Can a person edit the arguments of a call while approving it?',
    source: 'https://langchain-ai.github.io/langgraphjs/agents/human-in-the-loop',
    answers: [
      'build-approvals: How each protocol asks',
      'build-approvals: Require approval of a call',
    ],
  },
  {
    question: 'My agent keeps calling the same tool. How do I set a maximum number of steps?',
    source: 'https://github.com/get-convex/agent/issues/167',
    answers: [
      'about-faq: How do I limit costs?',
      'run-operate: Limits',
      'build-agents: Give an agent instructions, a model and tools',
    ],
  },
  {
    question: 'Which endpoint do I use for liveness and readiness probes?',
    source: 'https://github.com/WebOfTrust/keria/issues/99',
    answers: ['run-operate: See', 'run-kubernetes: What it makes'],
  },
  {
    question: 'How do I test an agent without calling a real LLM?',
    source: 'https://github.com/langroid/langroid/issues/494',
    answers: [
      'start-first-agent: Without a key',
      'about-faq: Can I use it without an API key?',
      'evaluate-first-suite: Test an agent',
    ],
  },
  {
    question: 'How can I get structured JSON output from an agent that also has tools?',
    source: 'https://github.com/huggingface/smolagents/issues/870',
    answers: ['build-output: Structured output'],
  },
  {
    question: 'How do I send traces to Langfuse?',
    source: 'https://github.com/openai/openai-agents-python/issues/46',
    answers: ['tracing: Export the traces of all tasks', 'tracing: Try it on your machine'],
  },
  {
    question: 'How do I call a remote A2A agent from my own agent?',
    source: 'https://github.com/kagent-dev/kagent/issues/820',
    answers: [
      'build-many-agents: Call another agent in code',
      'build-many-agents: Call another agent from a folder',
    ],
  },
  {
    question: 'How do I set a fallback model for rate limits (429)?',
    source: 'https://github.com/QwenLM/qwen-code/issues/422',
    answers: [
      'build-folders: Choose the model',
      'reference-folder: `settings`',
      'providers: Model providers',
      'about-faq: Which models can I use?',
      'model-failures: When a model fails',
    ],
  },
  {
    question: 'Can users upload PDFs and images to an agent?',
    source: 'https://github.com/langgenius/dify/issues/11813',
    answers: [
      'connect-responses: OpenAI Responses',
      'connect-a2a: Send a message',
      'build-conversations: Continue a conversation',
      'build-agents: Ask an agent, stream its answer',
    ],
  },
  {
    question: 'How do I run an agent on a schedule, every morning?',
    source: 'https://github.com/simonstaton/AgentManager/issues/53',
    answers: ['about-compared: What is missing here'],
  },
  {
    question: 'Is a tool with side effects executed twice after a crash?',
    source: 'https://github.com/langchain-ai/langgraph/issues/8464',
    answers: ['build-tools: What happens to a call after a crash'],
  },
  {
    question: 'How do I use an idempotency key in a tool?',
    source: 'https://github.com/langchain-ai/langgraph/issues/8702',
    answers: ['build-tools: What happens to a call after a crash', 'build-tools: Options'],
  },
  {
    question: 'How does a tool know which user is asking?',
    source: 'https://github.com/huggingface/smolagents/issues/1161',
    answers: [
      'build-tools: Know which user is asking',
      'build-tools: Options',
      'build-tools: Write a tool',
      'build-tools: Arguments, results and errors',
    ],
  },
  {
    question: 'Streaming does not work behind nginx. What do I configure?',
    source: 'https://github.com/vmware-archive/atc/issues/139',
    answers: ['run-deploy: nginx'],
  },
  {
    question: 'My browser reports a CORS error. How do I allow my web page?',
    source: 'https://github.com/google/adk-python/issues/420',
    answers: ['connect-front-end: Allow a web page (CORS)'],
  },
  {
    question: 'How do I fail the CI build when the evaluation score drops?',
    source: 'https://github.com/mattpocock/evalite/issues/93',
    answers: [
      'evaluate-ci: Evaluations in CI',
      'evaluate-ci: GitHub Actions',
      'evaluate-ci: GitLab and others',
      'evaluate-compare: Comparing runs',
    ],
  },
  {
    question: 'How do I use an LLM as a judge in my evaluation?',
    source: 'https://github.com/Siddhant-K-code/agent-trace/pull/78',
    answers: ['evaluate-graders: A model as judge'],
  },
  {
    question: 'How do I find out whether a new prompt is better than the old one?',
    source: 'https://github.com/yeoeb/reliable-ai-support-platform/issues/100',
    answers: ['evaluate-compare: Comparing runs'],
  },
  {
    question: 'How do I remove secrets from the output of a tool before the model sees it?',
    source: 'https://github.com/huggingface/smolagents/issues/2114',
    answers: ['build-permissions: Guards'],
  },
  {
    question: 'What happens when a conversation exceeds the context window?',
    source: 'https://github.com/strands-agents/harness-sdk/issues/111',
    answers: ['build-conversations: Long conversations'],
  },
  {
    question: 'How do I cancel a running task from the client?',
    source: 'https://github.com/mastra-ai/mastra/issues/20447',
    answers: ['connect-a2a: Stream, read, cancel', 'run-operate: Act on tasks'],
  },
  {
    question: 'How does a chat with useChat ask the user for an approval?',
    source: 'https://github.com/mastra-ai/mastra/issues/7725',
    answers: [
      'connect-front-end: useChat of the AI SDK',
      'build-approvals: How each protocol asks',
    ],
  },
];
