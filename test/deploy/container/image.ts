import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listInstructions, parseExecForm, type Instruction } from './dockerfile.ts';
import { NPM } from './has-namespaces.ts';
import { startContained } from './namespace.ts';

/** What the instructions of a Dockerfile make, without layers. */
export interface Image {
  readonly root: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly health: readonly string[];
}

/** Runs the instructions of a Dockerfile in an empty root for each stage. Returns the last stage. */
export async function buildImage(dockerfile: string, context: string, into: string) {
  const stages = new Map<string, Image>();
  let image = createStage(into, 'none');
  for (const instruction of listInstructions(dockerfile)) {
    if (instruction.name === 'FROM') {
      const name = / AS (\S+)$/i.exec(instruction.text)?.[1] ?? 'last';
      image = createStage(into, name);
      stages.set(name, image);
    } else {
      image = { ...image, ...(await applyInstruction(image, instruction, { context, stages })) };
    }
  }
  return image;
}

function createStage(into: string, name: string): Image {
  const root = join(into, name);
  mkdirSync(join(root, 'base'), { recursive: true });
  symlinkSync('/repository/node_modules/node/bin/node', join(root, 'base/node'));
  return { root, cwd: '/', env: {}, entrypoint: [], command: [], health: [] };
}

interface Sources {
  readonly context: string;
  readonly stages: ReadonlyMap<string, Image>;
}

async function applyInstruction(
  image: Image,
  instruction: Instruction,
  sources: Sources,
): Promise<Partial<Image>> {
  const { text: given } = instruction;
  switch (instruction.name) {
    case 'WORKDIR':
      mkdirSync(join(image.root, given), { recursive: true });
      return { cwd: given };
    case 'ENV':
      return {
        env: {
          ...image.env,
          ...Object.fromEntries(given.split(' ').map((pair) => pair.split('='))),
        },
      };
    case 'COPY':
      copyFiles(image, given, sources);
      return {};
    case 'RUN':
      await runStep(image, given);
      return {};
    case 'USER':
      return { user: given };
    case 'HEALTHCHECK':
      return {
        health: parseExecForm({
          name: 'HEALTHCHECK',
          text: given.slice(given.indexOf('CMD ') + 4),
        }),
      };
    case 'ENTRYPOINT':
      return { entrypoint: parseExecForm(instruction) };
    case 'CMD':
      return { command: parseExecForm(instruction) };
    case 'VOLUME':
    case 'EXPOSE':
      return {};
    default:
      throw new Error(`the test does not know ${instruction.name}`);
  }
}

function copyFiles(image: Image, given: string, { context, stages }: Sources): void {
  const [, stage, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(given) ?? [];
  const from = stage === undefined ? context : (stages.get(stage)?.root ?? '/nowhere');
  const [target = '', ...patterns] = paths.split(' ').toReversed();
  const ignored = stage === undefined ? listIgnored(context) : new Set<string>();
  const files = patterns.flatMap((pattern) => globSync(join(from, pattern)));
  if (files.length === 0) throw new Error(`COPY ${given} finds no file`);
  for (const file of files) {
    const isWhole = file === context || file === `${context}/`;
    const into = join(image.root, image.cwd, target);
    const isFolder = isWhole || stage !== undefined || !target.endsWith('/');
    cpSync(file, isFolder ? into : join(into, basename(file)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !ignored.has(path.slice(context.length + 1).split('/')[0] ?? ''),
    });
  }
}

function listIgnored(context: string): ReadonlySet<string> {
  return new Set(readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean));
}

async function runStep({ root, cwd, env, user }: Image, step: string): Promise<void> {
  const npm = join(root, 'base/npm');
  writeFileSync(npm, `#!/bin/sh\nexec node ${NPM} "$@"\n`, {
    mode: 0o755,
  });
  const offline = { ...env, npm_config_offline: 'true' };
  const child = startContained({ root, cwd, env: offline, user, command: ['sh', '-c', step] });
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (child.exitCode !== 0) throw new Error(`RUN ${step}\n${output}${errors}`);
}
