/** A place in the body of a request: field names and positions. */
export type BodyPath = readonly (string | number)[];

/** Matches `messages.3.content.1`, `messages.[3].role`, `tools[4].parameters`, `contents[2].parts[0]`. */
const PATH = /\b(?:messages|input|contents|tools|toolConfig|tool_config)(?:\.?\[\d+\]|\.\w+)+/g;

/** Matches the list form of pydantic servers: `["body","messages",3,"content"]`. */
const LIST = /["'](messages|input|contents|tools)["'],\s*(\d+)/g;

/** Finds the places in a request body that the error of a provider names. */
export function findRefusedPaths(text: string): readonly BodyPath[] {
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

/** Finds the name of a tool whose schema the error of a provider names. */
export function findRefusedToolName(text: string): string | undefined {
  return /\b(?:function|tool) ["'`]([\w.-]+)["'`]/.exec(text)?.[1];
}

const SETTINGS =
  /^(temperature|top_[pk]|max_\w+|reasoning\w*|stop\w*|tool_choice|function_call|parallel_tool_calls|response_format|text|stream\w*|model|seed|logit_bias|logprobs|\w+_penalty|thinking|verbosity|store|previous_response_id|conversation)\b/;

/** Whether the error of a provider names a setting, so that no message or tool was refused. */
export function isSettingRefused(text: string): boolean {
  const [, named] = /"param"\s*:\s*"([^"]+)"/.exec(text) ?? [];
  return named !== undefined && SETTINGS.test(named);
}
