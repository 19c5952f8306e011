import { posix } from 'node:path';
import type { ReportFolderProblem } from '../problem.ts';
import type { AgentFiles } from '../storage/agent-files.ts';
import { getDisplayPath } from '../storage/agent-location.ts';
import { SKILL_PLACES, SKILL } from '../storage/agent-paths.ts';
import { type SkillFile, parseSkillFile } from './skill-file.ts';

export function collectSkills(files: AgentFiles, report: ReportFolderProblem): SkillFile[] {
  if (files.entry !== undefined) return [];
  const skills = new Map<string, SkillFile>();
  const reportAsWarning: ReportFolderProblem = (problem) => {
    const message = `${problem.message}; the skill is ignored`;
    report(problem.severity === 'warning' ? problem : { ...problem, severity: 'warning', message });
  };
  for (const path of SKILL_PLACES.flatMap((place) => listSkillPaths(place, files))) {
    const file = getDisplayPath(files, path);
    const skill = parseSkillFile(files.texts.get(path) ?? '', path, file, reportAsWarning);
    const before = skill && skills.get(skill.name);
    if (before) {
      const message = `is also the name of ${before.path}, which is used`;
      report({ severity: 'warning', file, line: 1, field: 'name', message });
    } else if (skill) skills.set(skill.name, skill);
  }
  return [...skills.values()];
}

function listSkillPaths(folder: string, files: AgentFiles): string[] {
  return [...files.texts.keys()].filter(
    (path) => posix.basename(path) === SKILL && posix.dirname(posix.dirname(path)) === folder,
  );
}
