import { posix } from 'node:path';
import type { ReportFolderProblem } from '../problem.ts';
import type { AgentFiles } from '../storage/agent-files.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { MANIFEST, PROMPT, isYaml } from '../storage/agent-paths.ts';
import type { Fields } from '../text/fields.ts';
import { parseJsonFields } from '../text/json-fields.ts';
import { parseYamlFields } from '../text/yaml-fields.ts';
import { parseMarkdownAgent } from './markdown-agent.ts';

interface Manifest {
  readonly fields: Fields;
  readonly prompt: string;
  readonly rules: readonly Fields[];
  readonly references: readonly Fields[];
}

export function parseManifest(
  files: AgentFiles,
  report: ReportFolderProblem,
): Manifest | undefined {
  const { entry = MANIFEST, location, texts } = files;
  const file = getDisplayPath(files, entry);
  const text = texts.get(entry);
  if (text === undefined) {
    const message =
      files.entry === undefined
        ? `is missing: ${location} is not an agent folder`
        : 'does not exist: use a folder with tsagent.json, or a .yaml or .md file';
    report({ severity: 'mistake', file, line: 1, message });
    return undefined;
  }
  if (files.entry === undefined) {
    const fields = parseJsonFields(text, file, report);
    const prompt = texts.get(PROMPT) ?? '';
    return fields && { fields, prompt, rules: [], references: [] };
  }
  if (!isYaml(entry)) {
    const agent = parseMarkdownAgent(text, file, posix.basename(entry), report);
    return agent && { ...agent, rules: [], references: [] };
  }
  const fields = parseYamlFields(text, file, report);
  return (
    fields && {
      fields,
      prompt: fields.getText('systemPrompt') ?? '',
      rules: fields.getObjects('rules') ?? [],
      references: fields.getObjects('references') ?? [],
    }
  );
}
