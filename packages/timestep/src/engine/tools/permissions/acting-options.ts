/**
 * Options with which a program runs another program, writes a file or reads its configuration, by
 * program. A pattern with `*` never covers them. Sources: the manual pages of the programs.
 */
const ACTING_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  awk: ['-f', '-i', '--file', '--include', '--exec', '-l', '--load'],
  curl: [
    '-o',
    '-O',
    '-K',
    '-T',
    '--output',
    '--remote-name',
    '--config',
    '--upload-file',
    '--output-dir',
  ],
  diff: ['--output'],
  fd: ['-x', '-X', '--exec', '--exec-batch'],
  find: [
    '-exec',
    '-execdir',
    '-ok',
    '-okdir',
    '-delete',
    '-fprint',
    '-fprint0',
    '-fprintf',
    '-fls',
  ],
  git: [
    '-c',
    '--config-env',
    '--exec-path',
    '--git-dir',
    '--work-tree',
    '-C',
    '--upload-pack',
    '--receive-pack',
    '--output',
    '--open-files-in-pager',
    '-O',
    '--ext-diff',
    '--textconv',
    '--exec',
    '-x',
    '--template',
    '--to-command',
    '--paginate',
    '-p',
  ],
  grep: [],
  go: ['-exec', '-toolexec', '-o'],
  less: ['-o', '-O', '--log-file', '--LOG-FILE', '-k', '--lesskey-file'],
  make: ['-f', '--file', '--makefile', '-C', '--directory', '--eval', '-I', '--include-dir'],
  man: ['-P', '--pager', '-H', '--html', '-C', '--config-file'],
  node: [
    '-e',
    '--eval',
    '-p',
    '--print',
    '-r',
    '--require',
    '--import',
    '--loader',
    '--experimental-loader',
    '--env-file',
  ],
  npm: ['--script-shell', '--prefix', '--node-options', '--userconfig', '--globalconfig'],
  perl: ['-e', '-E', '-i', '-M', '-m', '-I'],
  php: ['-r', '-B', '-R', '-F', '-E', '-d', '-c'],
  pip: ['--target', '--config-settings', '--global-option', '--editable', '-e', '-t'],
  python: ['-c', '-m', '-i'],
  rg: ['--pre', '--hostname-bin', '-z', '--search-zip'],
  rsync: ['-e', '--rsh', '--rsync-path'],
  ruby: ['-e', '-i', '-r', '-I'],
  scp: ['-o', '-S', '-F'],
  sed: ['-i', '--in-place', '-e', '-f', '--expression', '--file'],
  sort: ['-o', '--output', '--compress-program', '-T', '--temporary-directory'],
  ssh: ['-o', '-F', '-L', '-R', '-D', '-w', '-W'],
  tar: [
    '-I',
    '--use-compress-program',
    '--to-command',
    '--checkpoint-action',
    '--rsh-command',
    '--rmt-command',
    '-F',
    '--info-script',
    '--new-volume-script',
    '--use-compress',
  ],
  tree: ['-o', '--output'],
  tsc: ['--outDir', '--outFile', '-p', '--project'],
  wget: ['-O', '--output-document', '-e', '--execute', '--use-askpass', '--post-file', '-P'],
  xxd: ['-r'],
  zip: ['-T', '-TT', '--unzip-command'],
};

/** Programs that run the command in their arguments. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  'builtin',
  'chroot',
  'command',
  'doas',
  'env',
  'exec',
  'flock',
  'ionice',
  'nice',
  'nohup',
  'nsenter',
  'parallel',
  'runuser',
  'script',
  'setpriv',
  'setsid',
  'stdbuf',
  'strace',
  'su',
  'sudo',
  'taskset',
  'time',
  'timeout',
  'unshare',
  'watch',
  'xargs',
]);

/** Programs that run a text as a command line. */
export const SHELLS: ReadonlySet<string> = new Set([
  'ash',
  'bash',
  'dash',
  'eval',
  'fish',
  'ksh',
  'sh',
  'zsh',
]);

/** Commands that change how later commands run. */
const SHELL_STATE: ReadonlySet<string> = new Set([
  '.',
  'alias',
  'bind',
  'cd',
  'complete',
  'declare',
  'enable',
  'export',
  'hash',
  'local',
  'pushd',
  'readonly',
  'set',
  'shopt',
  'source',
  'trap',
  'typeset',
  'umask',
  'unalias',
  'unset',
]);

/** Returns the name of a program without its folder and version, such as `python` for `python3.12`. */
export function getProgramName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^(.*?[a-z])[\d.]*$/i.exec(name)?.[1] ?? name;
}

/** Whether a word after the name of a program may make it do more than the name says. */
export function mayAct(program: string, word: string): boolean {
  const name = getProgramName(program);
  if (WRAPPERS.has(name) || SHELLS.has(name) || SHELL_STATE.has(name)) return true;
  const options = ACTING_OPTIONS[name];
  if (!options || !word.startsWith('-')) return false;
  const [option = word] = word.split('=');
  return options.some((acting) => {
    if (acting.length > 2) return option.length > 2 && acting.startsWith(option);
    // Short options may be joined, such as `-no`, and hold their value, such as `-ofile`.
    return !word.startsWith('--') && word.includes(acting.slice(1));
  });
}

/** Whether a program has options that act, so that names of files must not stand for options. */
export function hasActingOptions(program: string): boolean {
  return getProgramName(program) in ACTING_OPTIONS;
}
