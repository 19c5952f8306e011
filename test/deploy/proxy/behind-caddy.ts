import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../../interop/page-session.ts';
import { CADDY } from '../tools.ts';
import { createCertificate, DEPLOYED, type Proxy, type ProxyStart } from './proxy.ts';

const run = promisify(execFile);

/** Starts Caddy with the settings of `deploy`, at other ports and with a certificate of its own. */
export async function startCaddy({ folder, port, servers }: ProxyStart): Promise<Proxy> {
  const { key, certificate } = createCertificate(folder);
  const admin = `127.0.0.1:${await freePort()}`;
  const [first, second] = servers;
  const site = readFileSync(join(DEPLOYED, 'Caddyfile'), 'utf8')
    .replace('127.0.0.1:9999', `127.0.0.1:${first}`)
    .replace('127.0.0.1:9998', `127.0.0.1:${second}`)
    .replace(
      'agents.example {',
      `https://agents.example:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
    );
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    `{
	admin ${admin}
	auto_https disable_redirects
	persist_config off
	storage file_system ${folder}
}
${site}`,
  );
  const words = ['--config', file, '--adapter', 'caddyfile'];
  const env = { ...process.env, HOME: folder };
  const child = spawn(CADDY, ['run', ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const serving = Promise.withResolvers<undefined>();
  createInterface(child.stderr).on('line', (line) => {
    if (line.includes('serving initial configuration')) serving.resolve(undefined);
  });
  child.once('exit', (code) => serving.reject(new Error(`Caddy ended with ${code}`)));
  await serving.promise;
  return {
    process: child,
    certificate: readFileSync(certificate, 'utf8'),
    async reload() {
      await run(CADDY, ['reload', '--force', '--address', admin, ...words], { env });
    },
  };
}
