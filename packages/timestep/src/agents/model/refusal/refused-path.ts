/** A path into a request body: field names and indexes. */
export type BodyPath = readonly (string | number)[];

/** Matches `messages.3.content.1`, `messages.[3].role`, `tools[4].parameters`, `contents[2].parts[0]`. */
const PATH = /\b(?:messages|input|contents|tools|toolConfig|tool_config)(?:\.?\[\d+\]|\.\w+)+/g;

/** Matches the list form of pydantic servers: `["body","messages",3,"content"]`. */
const LIST = /["'](messages|input|contents|tools)["'],\s*(\d+)/g;

/** Parses the paths into the request body that a provider's error message names. */
export function parseRefusedPaths(text: string): readonly BodyPath[] {
  const written = [...text.matchAll(PATH)].map(([path]) => parsePath(path));
  const listed = [...text.matchAll(LIST)].map(([, root = '', at = '']): BodyPath => [
    root,
    Number(at),
  ]);
  return [...written, ...listed].filter((path) => path.some((step) => typeof step === 'number'));
}

function parsePath(path: string): BodyPath {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** Parses the name of a tool whose schema was refused from a provider's error message. */
export function findRefusedToolName(text: string): string | undefined {
  return /\b(?:function|tool) ["'`]([\w.-]+)["'`]/.exec(text)?.[1];
}

const SETTINGS =
  /^(temperature|top_[pk]|max_\w+|reasoning\w*|stop\w*|tool_choice|function_call|parallel_tool_calls|response_format|text|stream\w*|model|seed|logit_bias|logprobs|\w+_penalty|thinking|verbosity|store|previous_response_id|conversation)\b/;

/** Whether a provider's error message is about a setting, not about a message or tool. */
export function isSettingRefused(text: string): boolean {
  const [, named] = /"param"\s*:\s*"([^"]+)"/.exec(text) ?? [];
  return named !== undefined && SETTINGS.test(named);
}
