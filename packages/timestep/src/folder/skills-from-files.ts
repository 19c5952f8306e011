import { posix } from 'node:path';
import { shownPath, type AgentFiles } from './agent-files.ts';
import { SKILL, SKILL_PLACES } from './agent-paths.ts';
import type { Report } from './problem.ts';
import { readSkillFile, type SkillFile } from './skill-file.ts';

/** The skills of a folder. One that cannot be read is left out, with a warning. */
export function skillsIn(files: AgentFiles, report: Report): SkillFile[] {
  if (files.entry !== undefined) return [];
  const skills = new Map<string, SkillFile>();
  const leavingOut: Report = (problem) =>
    problem.severity === 'warning'
      ? report(problem)
      : report({
          ...problem,
          severity: 'warning',
          message: `${problem.message}; the skill is left out`,
        });
  for (const path of SKILL_PLACES.flatMap((place) => skillPathsIn(place, files))) {
    const file = shownPath(files, path);
    const skill = readSkillFile(files.texts.get(path) ?? '', path, file, leavingOut);
    const before = skill && skills.get(skill.name);
    if (before) {
      const message = `is that of ${before.path} too, which is taken`;
      report({ severity: 'warning', file, line: 1, field: 'name', message });
    } else if (skill) skills.set(skill.name, skill);
  }
  return [...skills.values()];
}

function skillPathsIn(place: string, files: AgentFiles): string[] {
  return [...files.texts.keys()].filter(
    (path) => posix.basename(path) === SKILL && posix.dirname(posix.dirname(path)) === place,
  );
}
