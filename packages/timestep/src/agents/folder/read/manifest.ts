import { posix } from 'node:path';
import type { ReportFolderProblem } from '../problem.ts';
import type { AgentFiles } from '../storage/agent-files.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { MANIFEST, PROMPT, isProjectDocument, isYaml } from '../storage/agent-paths.ts';
import type { Fields } from '../text/fields.ts';
import { parseJsonFields } from '../text/json-fields.ts';
import { reportUnknownFields } from '../text/unknown-fields.ts';
import { parseYamlFields } from '../text/yaml-fields.ts';
import { findForeignFormat } from './foreign-formats.ts';
import { KNOWN_FIELDS } from './known-fields.ts';
import { parseMarkdownAgent } from './markdown-agent.ts';

export interface Manifest {
  readonly fields: Fields;
  readonly prompt: string;
  /** Rules and references in the manifest itself. */
  readonly rules?: readonly Fields[] | undefined;
  readonly references?: readonly Fields[] | undefined;
}

export function parseManifest(
  files: AgentFiles,
  report: ReportFolderProblem,
): Manifest | undefined {
  const { entry = MANIFEST, location, texts, found = '' } = files;
  const file = getDisplayPath(files, entry);
  const text = texts.get(entry);
  if (text === undefined) {
    if (files.entry === undefined) {
      const message = `is not an agent folder: ${MANIFEST} is missing${found}`;
      report({ severity: 'mistake', file: location, line: 1, message });
    } else {
      const message = 'does not exist: use a folder with tsagent.json, or a .yaml or .md file';
      report({ severity: 'mistake', file, line: 1, message });
    }
    return undefined;
  }
  if (files.entry === undefined) {
    const fields = parseJsonFields(text, file, report);
    if (fields) reportUnknownFields(fields, KNOWN_FIELDS.manifest);
    return fields && { fields, prompt: texts.get(PROMPT) ?? '' };
  }
  if (isProjectDocument(entry)) {
    const message = 'is for people, not an agent: write the prompt to a file of another name';
    report({ severity: 'mistake', file, line: 1, message });
    return undefined;
  }
  if (!isYaml(entry)) return parseMarkdownAgent(text, file, posix.basename(entry), report);
  const fields = parseYamlFields(text, file, report);
  const program = fields && findForeignFormat(fields.value);
  if (program !== undefined) {
    const message = `is a file of ${program}, which is not read: write its instructions to prompt.md of an agent folder, which timestep new creates`;
    report({ severity: 'mistake', file, line: 1, message });
    return undefined;
  }
  const { read, ...others } = KNOWN_FIELDS.manifest;
  if (fields)
    reportUnknownFields(fields, { ...others, read: [...read, ...KNOWN_FIELDS.yaml.read] });
  return (
    fields && {
      fields,
      prompt: fields.getText('systemPrompt') ?? '',
      rules: fields.getObjects('rules'),
      references: fields.getObjects('references'),
    }
  );
}
