/**
 * Options with which a program runs another program, writes a file or reads its configuration, by
 * program. A pattern with `*` never covers them. Sources: the manual pages of the programs, and GTFOBins.
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
  date: ['-f', '--file', '-s', '--set'],
  diff: ['--output'],
  ex: ['-c', '--cmd', '-S', '-s', '-u', '-w', '-W'],
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
  ],
  grep: [],
  gcc: ['-wrapper', '-B', '-specs', '-fplugin', '-o', '-Xlinker', '-Wl'],
  go: ['-exec', '-toolexec', '-o'],
  jq: ['-f', '--from-file', '-L', '--library-path'],
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
  mysql: ['-e', '--execute', '--pager', '--tee', '--init-command', '--defaults-file'],
  nvim: ['-c', '--cmd', '-S', '-s', '-u', '-w', '-W', '-l'],
  openssl: ['-engine', '-provider', '-out', '-config'],
  pandoc: ['-F', '--filter', '-L', '--lua-filter', '-o', '--output', '--pdf-engine'],
  perl: ['-e', '-E', '-i', '-M', '-m', '-I'],
  php: ['-r', '-B', '-R', '-F', '-E', '-d', '-c'],
  pip: ['--target', '--config-settings', '--global-option', '--editable', '-e', '-t'],
  psql: ['-c', '--command', '-f', '--file', '-o', '--output', '-L', '--log-file', '-v', '--set'],
  python: ['-c', '-m', '-i'],
  rg: ['--pre', '--hostname-bin', '-z', '--search-zip'],
  rsync: ['-e', '--rsh', '--rsync-path'],
  ruby: ['-e', '-i', '-r', '-I'],
  scp: ['-o', '-S', '-F'],
  sed: ['-i', '--in-place', '-e', '-f', '--expression', '--file'],
  shuf: ['-o', '--output'],
  sort: ['-o', '--output', '--compress-program', '-T', '--temporary-directory'],
  split: ['--filter'],
  sqlite: ['-cmd', '-init'],
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
  tcpdump: ['-z', '-w', '-W', '-G', '-F'],
  tree: ['-o', '--output'],
  tsc: ['--outDir', '--outFile', '-p', '--project'],
  vi: ['-c', '--cmd', '-S', '-s', '-u', '-w', '-W'],
  view: ['-c', '--cmd', '-S', '-s', '-u', '-w', '-W'],
  vim: ['-c', '--cmd', '-S', '-s', '-u', '-w', '-W'],
  wget: [
    '-i',
    '--input-file',
    '--config',
    '-o',
    '--output-file',
    '-O',
    '--output-document',
    '-e',
    '--execute',
    '--use-askpass',
    '--post-file',
    '-P',
  ],
  xxd: ['-r'],
  zip: ['-T', '-TT', '--unzip-command'],
};

/** Words with which a program runs another program or a text, or changes what later commands do. */
const ACTING_WORDS: Readonly<Record<string, RegExp>> = {
  cargo: /^(?:run|install|r)$/,
  docker: /^(?:run|exec|compose|build|buildx|create|cp|plugin)$/,
  gh: /^(?:alias|extension|ext|codespace|cs|config)$/,
  git: /^(?:bisect|config|credential.*|daemon|difftool|filter-branch|hook|instaweb|maintenance|mergetool|send-email|submodule)$|::/,
  go: /^(?:run|generate|tool|install|env)$/,
  kubectl: /^(?:exec|run|debug|cp|attach|plugin|config|edit)$/,
  less: /^\+/,
  more: /^\+/,
  npm: /^(?:exec|x|explore|edit|config|set|pkg|init|create|run|run-script|restart|start)$/,
  pip: /^(?:install|download|wheel|config)$/,
  podman: /^(?:run|exec|build|create|cp)$/,
  pnpm: /^(?:exec|dlx|run|x|create|config|set)$/,
  sqlite: /^\s*\./,
  tar: /^[a-zA-EGHJ-Z]*[IF][a-zA-Z]*$/,
  vi: /^\+/,
  vim: /^\+/,
  nvim: /^\+/,
  yarn: /^(?:exec|dlx|run|create|config|node)$/,
};

/** Programs whose first operand is a program text or names one. */
const INTERPRETERS: ReadonlySet<string> = new Set([
  'awk',
  'bun',
  'deno',
  'ed',
  'emacs',
  'gawk',
  'gdb',
  'lua',
  'mawk',
  'nawk',
  'node',
  'osascript',
  'perl',
  'php',
  'python',
  'Rscript',
  'ruby',
  'sed',
  'gsed',
  'tclsh',
]);

/** Programs that run the command in their arguments. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'at',
  'batch',
  'bunx',
  'busybox',
  'bwrap',
  'chrt',
  'cpulimit',
  'dbus-run-session',
  'dumb-init',
  'entr',
  'expect',
  'fakeroot',
  'firejail',
  'gosu',
  'logsave',
  'ltrace',
  'newgrp',
  'npx',
  'nsenter',
  'numactl',
  'perf',
  'pipx',
  'pkexec',
  'pnpx',
  'prlimit',
  'proxychains',
  'rlwrap',
  'run-parts',
  'setarch',
  'sg',
  'socat',
  'ssh',
  'ssh-agent',
  'start-stop-daemon',
  'su-exec',
  'systemd-run',
  'tini',
  'torsocks',
  'toybox',
  'trap',
  'unbuffer',
  'uvx',
  'valgrind',
  'xvfb-run',
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

/** Programs of which some commands run the command in their arguments. */
const RUNNERS: ReadonlySet<string> = new Set([
  'adb',
  'conda',
  'docker',
  'hatch',
  'kubectl',
  'lxc',
  'mise',
  'nix-shell',
  'pdm',
  'podman',
  'poetry',
  'uv',
  'vagrant',
  'wsl',
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

/** Programs after which the same word may run another text than its own. */
const TEXT_CHANGING: ReadonlySet<string> = new Set([
  '.',
  'alias',
  'complete',
  'enable',
  'hash',
  'source',
]);

/** Programs that read words of the command which they run from their input. */
const WORD_READERS: ReadonlySet<string> = new Set(['parallel', 'xargs']);

/** Why the text that a command runs cannot be read in its line. Undefined if it can. */
export function findUnseenText(words: readonly string[]): string | undefined {
  let outer: string | undefined;
  for (const [at, word] of words.entries()) {
    const name = getProgramName(word);
    if (at === 0 && TEXT_CHANGING.has(name)) return `${name} lets other words run a text`;
    if (at > 0 && (outer === undefined || !runsCommands(name))) continue;
    if (outer !== undefined && WORD_READERS.has(outer)) {
      return `${outer} completes the command from its input`;
    }
    if (isUnseenShell(name, words, at)) return `${name} runs a text that is not in the line`;
    if (runsCommands(name)) outer = name;
  }
  return undefined;
}

/** Whether a shell reads its text from a file or its input, instead of the word behind `-c`. */
function isUnseenShell(name: string, words: readonly string[], at: number): boolean {
  if (!SHELLS.has(name) || name === 'eval') return false;
  const option = words.findIndex((word, index) => index > at && /^-[a-z]*c/i.test(word));
  const [first = ''] = words[option + 1]?.trim().split(/\s+/) ?? [];
  return option === -1 || SHELLS.has(getProgramName(first));
}

/** Whether a program runs the command in its arguments or a text. */
export function runsCommands(name: string): boolean {
  return WRAPPERS.has(name) || RUNNERS.has(name) || SHELLS.has(name);
}

/** Returns the name of a program without its folder and version, such as `python` for `python3.12`. */
export function getProgramName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^(.*?[a-z])[\d.]*$/i.exec(name)?.[1] ?? name;
}

/** Whether a word after the name of a program may make it do more than the name says. */
export function mayAct(program: string, word: string): boolean {
  const name = getProgramName(program);
  if (WRAPPERS.has(name) || SHELLS.has(name) || SHELL_STATE.has(name)) return true;
  if (ACTING_WORDS[name]?.test(word) === true) return true;
  const options = ACTING_OPTIONS[name];
  if (!options || !word.startsWith('-')) return false;
  const [option = word] = word.split('=');
  return options.some((acting) => {
    if (acting.length > 2) return option.length > 2 && acting.startsWith(option);
    // Short options may be joined, such as `-no`, and hold their value, such as `-ofile`.
    return !word.startsWith('--') && word.includes(acting.slice(1));
  });
}

/** Whether a word is the text that a program runs, unless the rule itself names a text. */
export function isProgramText(program: string, word: string): boolean {
  const isOption = word.startsWith('-') && word !== '-';
  return INTERPRETERS.has(getProgramName(program)) && !isOption;
}

/** Whether a program has options that act, so that names of files must not stand for options. */
export function hasActingOptions(program: string): boolean {
  return getProgramName(program) in ACTING_OPTIONS;
}
