import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ACTIONLINT, HADOLINT, HELM, STRICT } from './tools.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const DEPLOY = join(REPOSITORY, 'deploy');
const CHART = join(DEPLOY, 'helm/timestep');
const MAIN = join(REPOSITORY, 'packages/timestep/src/people/cli/main.ts');

function run(command: string, args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

function template(...args: readonly string[]) {
  const values = join(DEPLOY, 'helm/example-values.yaml');
  return run(HELM, ['template', 'shop', CHART, '--kube-version=1.34.0', '-f', values, ...args]);
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

function manifestsOf(rendered: string): readonly Manifest[] {
  return parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);
}

describe('chart', () => {
  it('is well-formed, and renders manifests of which Kubernetes knows every field', () => {
    const values = join(DEPLOY, 'helm/example-values.yaml');
    expect(run(HELM, ['lint', '--strict', CHART, '-f', values])).toMatchObject({ status: 0 });
    const { stdout, stderr } = template();
    expect(stderr).toBe('');
    const checked = run(STRICT, [], stdout);
    expect(checked).toMatchObject({ status: 0, stderr: '' });
    expect(checked.stdout.split('\n').filter(Boolean).toSorted()).toEqual([
      'apps/v1 Deployment shop-guide',
      'apps/v1 Deployment shop-server',
      'autoscaling/v2 HorizontalPodAutoscaler shop-guide',
      'monitoring.coreos.com/v1 ServiceMonitor shop',
      'networking.k8s.io/v1 Ingress shop-server',
      'policy/v1 PodDisruptionBudget shop-guide',
      'policy/v1 PodDisruptionBudget shop-server',
      'v1 Service shop-server',
      'v1 ServiceAccount shop',
    ]);
    const misspelt = run(STRICT, [], stdout.replace('minReplicas', 'minReplica'));
    expect(misspelt.status).toBe(1);
    expect(misspelt.stderr).toContain('unknown field "spec.minReplica"');
  });

  it('scales the workers of each agent by the age of its own messages', () => {
    const workers = ['desk', 'night'].flatMap((agent, at) => [
      `--set=workers[${at}].agent=${agent}`,
      `--set=workers[${at}].folder=agents/${agent}`,
      `--set=workers[${at}].autoscaling.enabled=true`,
    ]);
    const { stdout } = template(...workers, '--set=temporal.queue=shop');
    const scalers = manifestsOf(stdout).filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(scalers.map(({ spec }) => spec)).toMatchObject(
      ['desk', 'night'].map((agent) => ({
        scaleTargetRef: { kind: 'Deployment', name: `shop-${agent}` },
        metrics: [
          {
            external: {
              metric: {
                name: 'timestep_waiting_age_seconds',
                selector: { matchLabels: { agent, queue: 'shop' } },
              },
            },
          },
        ],
      })),
    );
    const adapter: unknown = parse(
      readFileSync(join(DEPLOY, 'helm/prometheus-adapter.yaml'), 'utf8'),
    );
    expect(adapter).toMatchObject({
      rules: { external: [{ name: { as: 'timestep_waiting_age_seconds' } }] },
    });
  });

  it('keeps secrets in a secret, and refuses values without an image or keys', () => {
    const own = [
      '--set=existingSecret=',
      '--set=secrets.API_KEY=k',
      '--set=secrets.DATABASE_URL=d',
    ];
    const { stdout } = template(...own);
    expect(manifestsOf(stdout).find(({ kind }) => kind === 'Secret')).toMatchObject({
      stringData: { API_KEY: 'k', DATABASE_URL: 'd' },
    });
    expect(template('--set=existingSecret=').stderr).toContain(
      'set secrets.API_KEY, or existingSecret',
    );
    expect(template('--set=image.tag=').stderr).toMatch(/image.*tag/s);
    expect(template('--set=workers[0].agents=guide').stderr).toContain('agents');
  });
});

it('has a Dockerfile without findings', () => {
  const file = join(DEPLOY, 'container/Dockerfile');
  expect(run(HADOLINT, [file])).toEqual({ status: 0, stdout: '', stderr: '' });
  const careless = readFileSync(file, 'utf8').replace('node:24-slim', 'node');
  expect(run(HADOLINT, ['-'], careless).stdout).toContain('DL3006');
});

it('has workflows without findings', () => {
  const files = globSync(join(REPOSITORY, '.github/workflows/*.yml'));
  expect(files.length).toBeGreaterThan(0);
  expect(run(ACTIONLINT, ['-no-color', ...files])).toMatchObject({ status: 0, stdout: '' });
});

it('has units that systemd accepts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  cpSync(join(DEPLOY, 'systemd'), folder, { recursive: true });
  const units = globSync(join(folder, '*'));
  for (const file of units) {
    const unit = readFileSync(file, 'utf8');
    // The program is not at its place on this machine.
    writeFileSync(
      file,
      unit.replaceAll(/\/srv\/agents\/node_modules\/\.bin\/timestep/g, '/bin/true'),
    );
  }
  expect(run('systemd-analyze', ['verify', '--man=no', ...units])).toMatchObject({
    status: 0,
    stderr: '',
  });
});

it('runs images of fixed versions', () => {
  const files = ['compose/compose.yaml', 'container/Dockerfile'];
  const texts = files.map((file) => readFileSync(join(DEPLOY, file), 'utf8'));
  const images = texts.flatMap((text) => [...text.matchAll(/^(?:FROM| {4}image:) (\S+)/gm)]);
  expect(images.length).toBeGreaterThan(4);
  for (const [, image] of images) expect(image).toMatch(/:\d/);
});

it('uses options that the commands have', () => {
  const known = new Set(
    ['serve', 'worker', 'backup'].flatMap((command) => {
      const help = execFileSync(process.execPath, [
        '--conditions=@timestep/source',
        MAIN,
        command,
        '--help',
      ]);
      return [...String(help).matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = '']) => name);
    }),
  );
  const ofOthers = new Set([
    '--omit',
    '--no-audit',
    '--no-fund',
    '--from',
    '--interval',
    '--timeout',
  ]);
  for (const name of ['--start-period', '--config', '--address', '--username', '--version'])
    ofOthers.add(name);
  const files = globSync(join(DEPLOY, '**/*'), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'README.md')
    .map((entry) => join(entry.parentPath, entry.name));
  const used = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([name]) => ({
      file: basename(file),
      name,
    })),
  );
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter(({ name }) => !known.has(name) && !ofOthers.has(name))).toEqual([]);
});
