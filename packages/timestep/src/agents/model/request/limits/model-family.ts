/**
 * Patterns of regions (Bedrock), dates, versions and aliases, in which names of the same model
 * differ.
 */
const DETAILS = [
  /^(us|eu|apac|jp|au|global|us-gov)\.(?=[a-z0-9-]+\.)/,
  /^.*[/.](?=(claude|gpt|gemini|mistral|llama|nova|qwen|kimi|deepseek|grok|glm)[-.\d])/,
  /(:\d+|@\d+|@latest)$/,
  /-v\d+$/,
  /-(latest|preview(-\d{2}-\d{4}|-\d{2}-\d{2})?|exp(-\d{2}-\d{2})?)$/,
  /-(\d{8}|\d{4}-\d{2}-\d{2})$/,
];

/** Returns a model name without date, alias and region: `claude-sonnet-4-5`. */
export function stripModelDateAndRegion(modelId: string): string {
  return DETAILS.reduce((name, detail) => name.replace(detail, ''), modelId.toLowerCase());
}
