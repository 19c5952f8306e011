/**
 * Tables of what command-line programs do with their arguments. Sources: the manual pages of the programs,
 * and GTFOBins.
 */

/**
 * Options with which a program runs another program, writes a file, sends one or reads its
 * configuration. A pattern with `*` never covers them.
 */
export const ACTING_OPTIONS: Readonly<Record<string, string>> = {
  ack: '--pager --ackrc -f',
  ag: '--pager',
  'apt-get': '-o --option -c --config-file',
  apt: '-o --option -c --config-file',
  awk: '-f -i --file --include --exec -l --load',
  bat: '--pager --config-file',
  cargo: '--config -Z -C --manifest-path --target-dir',
  curl: '-o -O -K -T --output --remote-name --config --upload-file --output-dir -c --cookie-jar -D --dump-header --trace --trace-ascii --libcurl --hsts --alt-svc --etag-save --stderr --unix-socket --abstract-unix-socket -x --proxy --preproxy --socks4 --socks4a --socks5 --socks5-hostname --engine -n --netrc --netrc-file --netrc-optional -b --cookie -E --cert --key --variable -J --remote-header-name --remote-name-all --resolve --connect-to --dns-servers --doh-url -X --request',
  date: '-f --file -s --set',
  delta: '--pager',
  diff: '--output',
  docker: '-H --host -c --context --config',
  eslint:
    '-c --config --rulesdir --plugin --resolve-plugins-relative-to -o --output-file -f --format --parser --fix',
  ex: '-c --cmd -S -s -u -w -W',
  fd: '-x -X --exec --exec-batch',
  file: '-m --magic-file -C --compile',
  find: '-exec -execdir -ok -okdir -delete -fprint -fprint0 -fprintf -fls',
  fzf: '--preview --bind --with-shell --listen',
  gcc: '-wrapper -B -specs -fplugin -o -Xlinker -Wl',
  gh: '-X --method --input -F --field --raw-field --hostname',
  git: '-c --config-env --exec-path --git-dir --work-tree -C --upload-pack --receive-pack --output --open-files-in-pager -O --ext-diff --textconv --exec -x --template --to-command --output-directory --signed --attr-source --super-prefix',
  go: '-exec -toolexec -o -C -vettool -modfile -overlay -pkgdir -gccgoflags -ldflags -gcflags',
  grep: '',
  ip: '-b -batch --batch',
  jest: '-c --config --globalSetup --setupFiles --transform --testRunner',
  jq: '-f --from-file -L --library-path',
  kubectl: '--kubeconfig --server -s --token --context --raw',
  less: '-o -O --log-file --LOG-FILE -k --lesskey-file --lesskey-src --lesskey-content',
  make: '-f --file --makefile -C --directory --eval -I --include-dir',
  man: '-P --pager -H --html -C --config-file',
  mysql: '-e --execute --pager --tee --init-command --defaults-file',
  nano: '-s --speller -o --operatingdir -C --backupdir',
  nc: '-e -c --exec --sh-exec --lua-exec',
  ncat: '-e -c --exec --sh-exec --lua-exec -o --output',
  nmap: '--script --script-args-file -oN -oX -oG -oA -iL --datadir',
  node: '-e --eval -p --print -r --require --import --loader --experimental-loader --env-file',
  npm: '--script-shell --prefix --node-options --userconfig --globalconfig --shell --cache --registry --location',
  nvim: '-c --cmd -S -s -u -w -W -l',
  openssl: '-engine -provider -out -config',
  pandoc: '-F --filter -L --lua-filter -o --output --pdf-engine',
  patch: '-o --output -e --ed -d --directory -r',
  perl: '-e -E -i -M -m -I',
  php: '-r -B -R -F -E -d -c',
  pip: '--target --config-settings --global-option --editable -e -t',
  prettier: '--plugin --config -w --write',
  psql: '-c --command -f --file -o --output -L --log-file -v --set',
  pytest: '-p -c --rootdir --confcutdir -o --override-ini',
  python: '-c -m -i',
  rg: '--pre --hostname-bin -z --search-zip',
  rpm: '--eval -E --define -D --pipe --root --dbpath',
  rsync: '-e --rsh --rsync-path --daemon --config --log-file --write-batch -M --remote-option',
  ruby: '-e -i -r -I',
  scp: '-o -S -F',
  sed: '-i --in-place -e -f --expression --file',
  shuf: '-o --output',
  sort: '-o --output --compress-program -T --temporary-directory',
  split: '--filter',
  sqlite: '-cmd -init',
  ssh: '-o -F -L -R -D -w -W',
  tar: '-I --use-compress-program --to-command --checkpoint-action --rsh-command --rmt-command -F --info-script --new-volume-script --use-compress',
  tcpdump: '-z -w -W -G -F',
  tree: '-o --output',
  tsc: '--outDir --outFile -p --project',
  unzip: '-d -o',
  vi: '-c --cmd -S -s -u -w -W',
  view: '-c --cmd -S -s -u -w -W',
  vim: '-c --cmd -S -s -u -w -W -i -U -V --startuptime --remote -q',
  wget: '-i --input-file --config -o --output-file -O --output-document -e --execute --use-askpass --post-file -P -a --append-output --body-file --rejected-log --save-cookies --load-cookies --warc-file --warc-dedup --warc-tempdir --hsts-file --directory-prefix --input-metalink --body-data --method',
  xxd: '-r',
  yq: '-i --inplace -s --split-exp',
  zip: '-T -TT --unzip-command',
};

/** Arguments with which a program runs another program or code, or changes what later commands do. */
export const ACTING_WORDS: Readonly<Record<string, RegExp>> = {
  cargo: /^(?:run|r|install|test|t|bench|publish|fix|rustc|rustdoc)$|^\+/,
  curl: /^@|=[@<]|^-[a-zA-Z]+@|^(?:file|scp|sftp|smb|dict|gopher|telnet|ldap):/i,
  docker:
    /^(?:run|exec|compose|build|buildx|create|cp|plugin|prune|rm|rmi|remove|update|start|stop|kill|push)$/,
  gcc: /^@/,
  gh: /^(?:alias|extension|ext|codespace|cs|config|auth|secret|variable|ssh-key|gpg-key|browse|clone|fork|checkout|co|sync|--)$/,
  git: /^(?:bisect|config|credential.*|cvs.*|daemon|difftool|filter-branch|hook|instaweb|maintenance|mergetool|p4|remote-.*|send-email|shell|submodule|svn|web--browse)$|::|^ssh:\/\/-/,
  go: /^(?:run|generate|tool|install|env|test|get|work|mod)$/,
  ip: /^(?:exec|netns|vrf)$/,
  kubectl: /^(?:exec|run|debug|cp|attach|plugin|edit|proxy|port-forward)$/,
  less: /^\+/,
  make: /^\w+\s*[:+?]*=/,
  npm: /^fix$/,
  more: /^\+/,
  nvim: /^\+/,
  openssl: /^(?:engine|s_server|s_client)$/,
  pip: /^(?:install|download|wheel|config|uninstall)$/,
  podman:
    /^(?:run|exec|compose|build|buildx|create|cp|plugin|prune|rm|rmi|remove|update|start|stop|kill|push)$/,
  sqlite: /^\s*\.|\b(?:load_extension|writefile|readfile|edit|fts3_tokenizer)\s*\(/i,
  tar: /^[a-zA-EGHJ-Z]*[IF][a-zA-Z]*$/,
  vi: /^\+/,
  vim: /^\+/,
};

/**
 * Options with which a program may write files or run another program, but only after certain subcommands.
 */
export const ACTING_PAIRS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  git: [
    [/^(?:clone|ls-remote)$/, '-u'],
    [/^(?:archive|format-patch)$/, '-o'],
    [/^bundle$/, 'create'],
  ],
};

const PACKAGE_COMMANDS =
  /^(?:ls|list|ll|la|view|info|show|v|outdated|ping|search|help|why|explain|fund|root|prefix|bin|whoami|doctor|audit|licenses|query|sbom|versions|--version|-v|-h|--help)$/;

/** Subcommands that only read, by program. Others may run more than a rule that ends in `*` names. */
export const PLAIN_COMMANDS: Readonly<Record<string, RegExp>> = {
  docker:
    /^(?:ps|images|logs|inspect|version|info|top|stats|port|diff|history|search|events|image|container|network|volume|context|system)$/,
  kubectl:
    /^(?:get|describe|logs|top|version|explain|api-resources|api-versions|cluster-info|auth|events|wait)$/,
  npm: PACKAGE_COMMANDS,
  pnpm: PACKAGE_COMMANDS,
  podman: /^(?:ps|images|logs|inspect|version|info|top|stats|port|diff|history|search|events)$/,
  yarn: PACKAGE_COMMANDS,
};

/** Programs of which some commands run the words that follow, such as `npm exec`. */
export const RUNNING_COMMANDS: Readonly<Record<string, RegExp>> = {
  bun: /^(?:x|run)$/,
  git: /^(?:foreach|run|-x|--exec|--tree-filter|--index-filter|--msg-filter|--env-filter)$/,
  ip: /^exec$/,
  npm: /^(?:exec|x)$/,
  pnpm: /^(?:exec|dlx|x)$/,
  yarn: /^(?:exec|dlx)$/,
};

/** Matches option names that in any program suggest running something, such as `--exec` and `--pager`. */
export const ACTING_NAME: RegExp =
  /^--?(?:[a-z]+-)*(?:exec|execute|eval|command|cmd|pager|shell|script|plugin|hook|preload|loader|editor|browser|rsh|interpreter)(?:-(?:batch|file|command|cmd|path|program|script))?(?:=|$)/;

/** Matches options, such as `--version`, with which an interpreter runs no program. */
export const HARMLESS_OPTION: RegExp = /^-{1,2}(?:v|V|h|version|help)$/;

function toNameSet(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Interpreters, whose first operand is program code or the path of a script. */
export const INTERPRETERS: ReadonlySet<string> = toNameSet(
  'R Rscript awk bun deno ed elixir emacs ex gawk gdb ghci gsed iex irb jshell julia lua mawk nawk node octave osascript perl php pwsh python ruby scala sed sqlplus tclsh ts-node tsx',
);

/** Programs that run the command in their arguments. */
export const WRAPPERS: ReadonlySet<string> = toNameSet(
  'aa-exec at autossh batch builtin bunx busybox bwrap capsh catchsegv cgexec choom chpst chroot chrt command cpulimit dbus-launch dbus-run-session direnv doas doppler dumb-init entr env envdir exec expect fakeroot faketime firejail flock gdb gnome-terminal gosu heaptrack hyperfine i386 infisical ionice konsole kstart ld.so ld-linux.so ld-linux-x86-64.so ld-linux-aarch64.so ld-musl-x86_64.so linux32 linux64 lldb logsave ltrace mosh multitime newgrp nice nohup npx nsenter numactl op parallel perf pipx pkexec pnpx prlimit proot proxychains pseudo rlwrap rr rtrun run-parts runcon runuser screen script sem setarch setlock setpriv setsid sg socat softlimit ssh ssh-agent sshpass start-stop-daemon stdbuf strace su su-exec sudo systemd-run taskset time timeout tini tmux torsocks toybox trap tsocks uclampset unbuffer unshare uvx valgrind watch xargs xdg-open xterm xvfb-run zellij',
);

/**
 * Programs with some subcommands that run a given command, as `docker exec` does. Their other
 * subcommands run none.
 */
export const RUNNERS: ReadonlySet<string> = toNameSet(
  'adb asdf bundle conda docker fnm hatch kubectl lxc mise nix nix-shell nox nvm pdm pixi podman poetry pyenv rbenv rye tox uv vagrant volta wsl',
);

/** Programs that run their text argument as a command line. */
export const SHELLS: ReadonlySet<string> = toNameSet('ash bash dash eval fish ksh sh zsh');

/** Commands that change how later commands run. */
export const SHELL_STATE: ReadonlySet<string> = toNameSet(
  '. alias bind cd complete declare enable export fc hash local mapfile pushd readarray readonly set shopt source trap typeset umask unalias unset',
);

/** Shell builtins after which the same command name may run another program, for example by an alias. */
export const TEXT_CHANGING: ReadonlySet<string> = toNameSet('. alias complete enable hash source');

/** Programs that read words of the command which they run from their input. */
export const WORD_READERS: ReadonlySet<string> = toNameSet('parallel xargs');
