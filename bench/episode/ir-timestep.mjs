// ../../tmp/wt/mine/bench/episode/subjects/timestep.ts
import { runEpisode } from "@timestep-ai/timestep";
import { createLanguageModelAgent } from "@timestep-ai/timestep/model";

// ../../tmp/wt/mine/bench/episode/weather.ts
var INSTRUCTIONS = "You are a weather assistant.";
var QUESTION = "What's the weather in Oakland?";
var TOOL = "get_weather";
var TOOL_DESCRIPTION = "Get weather";
var TOOL_PARAMETERS = {
  type: "object",
  properties: { location: { type: "string" } },
  required: ["location"]
};
var ANSWER = "Sunny, 72F in Oakland.";
function getWeather(location) {
  return `Sunny, 72F in ${String(location)}`;
}

// ../../tmp/wt/mine/bench/episode/mock-model.ts
var ARGUMENTS = '{"location":"Oakland"}';
var PIECES = ["Sunny, ", "72F ", "in ", "Oakland."];
var RESULT = getWeather("Oakland");
var LOST = "the tool result has not reached the model";
function createMockModel() {
  let calls = 0;
  return {
    specificationVersion: "v4",
    provider: "mock",
    modelId: "mock-model",
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const id = `call_${++calls}`;
      const result = findToolResult(prompt);
      const rest = {
        usage: createUsage(),
        warnings: [],
        response: { id: `reply_${calls}`, modelId: "mock-model", timestamp: /* @__PURE__ */ new Date(0) }
      };
      return result === void 0 ? {
        content: [{ type: "tool-call", toolCallId: id, toolName: TOOL, input: ARGUMENTS }],
        finishReason: { unified: "tool-calls", raw: "tool_calls" },
        ...rest
      } : {
        content: [{ type: "text", text: result === RESULT ? ANSWER : LOST }],
        finishReason: { unified: "stop", raw: "stop" },
        ...rest
      };
    },
    async doStream({ prompt }) {
      const result = findToolResult(prompt);
      const parts = result === void 0 ? callParts(`call_${++calls}`) : answerParts(result);
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          }
        })
      };
    }
  };
}
function callParts(id) {
  return [
    { type: "stream-start", warnings: [] },
    { type: "tool-input-start", id, toolName: TOOL },
    { type: "tool-input-delta", id, delta: ARGUMENTS },
    { type: "tool-input-end", id },
    { type: "tool-call", toolCallId: id, toolName: TOOL, input: ARGUMENTS },
    {
      type: "finish",
      finishReason: { unified: "tool-calls", raw: "tool_calls" },
      usage: createUsage()
    }
  ];
}
function answerParts(result) {
  const pieces = result === RESULT ? PIECES : [LOST];
  return [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "text" },
    ...pieces.map((delta) => ({ type: "text-delta", id: "text", delta })),
    { type: "text-end", id: "text" },
    { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage: createUsage() }
  ];
}
function findToolResult(prompt) {
  const last = prompt.at(-1);
  if (last?.role !== "tool") return void 0;
  const [part] = last.content;
  return part?.type === "tool-result" && part.output.type === "text" ? part.output.value : LOST;
}
function createUsage() {
  return {
    inputTokens: { total: 50, noCache: 50, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 12, text: 12, reasoning: 0 }
  };
}

// ../../tmp/wt/mine/bench/episode/subjects/timestep.ts
var messages = [
  { role: "system", content: INSTRUCTIONS },
  { role: "user", content: QUESTION }
];
var tools = {
  [TOOL]: {
    description: TOOL_DESCRIPTION,
    parameters: TOOL_PARAMETERS,
    execute: async ({ location }) => getWeather(location)
  }
};
var prepare = () => {
  const agent = createLanguageModelAgent(createMockModel(), { stream: false });
  return async () => {
    const episode = await runEpisode(messages, agent, { tools });
    const { error, steps, tool_calls } = episode.info;
    if (error !== null || steps !== 2 || tool_calls !== 1) {
      throw new Error(`the episode went wrong: ${JSON.stringify(episode.info)}`);
    }
    const last = episode.messages.at(-1);
    return last?.role === "assistant" ? last.content ?? "" : "";
  };
};

// ../../tmp/wt/mine/bench/episode/ir-entry.ts
var runOne = prepare();
var n = Number(process.argv[2]);
for (let i = 0; i < n; i++) {
  const a = await runOne();
  if (a !== ANSWER) throw new Error("x " + a);
}
