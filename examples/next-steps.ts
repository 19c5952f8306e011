/** Suggests commands to try on the running agents. */
export function formatNextSteps(personalUrl: string): string {
  const question = "What's the weather in Tokyo?";
  return `
Both agents keep running; stop them with Ctrl-C. Try:

  the agent card      curl ${personalUrl}/.well-known/agent-card.json
  OpenAI Responses    curl ${personalUrl}/v1/responses -H 'content-type: application/json' \\
                        -d '{"input": "${question.replace("'", String.raw`'\''`)}"}'
  ... as a stream     add "stream": true and -N
  MCP                 npx @modelcontextprotocol/inspector --cli ${personalUrl}/mcp --method tools/list
  A2A                 npm run client -w @timestep-ai/example-personal-assistant
`;
}
