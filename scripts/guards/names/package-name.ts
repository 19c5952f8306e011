import type { SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

/** On the registry, the package `timestep` without a scope belongs to others. */
const LINES: readonly RegExp[] = [
  /\b(?:npm|pnpm|yarn|bun|deno)\s+(?:i|install|add)\s+(?:[^\s;&|]+\s+)*(?:npm:)?timestep(?![\w./-])/,
  /\b(?:npm|pnpm|yarn|bun)\s+(?:init|create|exec|dlx|x)\s+(?:-\S+\s+)*timestep(?![\w./-])/,
  /['"\s]npm:timestep(?![\w.-])/,
  /\b(?:npx|bunx)\s+(?:-\S+\s+)*timestep(?![\w./-])/,
  /\b(?:from|import|require)\s*\(?\s*['"]timestep(?:\/[\w./-]*)?['"]/,
  /npmjs\.(?:com|org)\/(?:package\/)?timestep(?![\w.-])/,
];

const READ = /\.(?:md|mdx|ts|tsx|js|mjs|json|ya?ml|html|sh)$/;
/** The guard itself, its test, and pages about former names. */
const EXCEPT =
  /^(?:scripts\/guards\/names\/package-name\.|design\/renames\.md$|package-lock\.json$)/;

/** Holds every line that installs, runs or imports the package to its own name. */
export function packageName(files: readonly SourceFile[]): Verdict {
  const read = files.filter(({ path }) => READ.test(path) && !EXCEPT.test(path));
  const problems = read.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        LINES.some((pattern) => pattern.test(line))
          ? [`${path}:${index + 1} names a package of others: write @timestep-ai/timestep`]
          : [],
      ),
  );
  if (read.length === 0) problems.push('no files found');
  return { summary: `${read.length} files`, problems };
}

if (import.meta.main) runGuard('package-name', packageName);
