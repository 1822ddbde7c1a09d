import type { Effect } from '../../model/tool-call.js';

/** `session`: changes only the shell itself (`cd`), which matters where nothing else happens. `silent`: neither asks nor changes. */
export type Judged = Effect | 'session' | 'silent';
type Judge = Judged | ((args: readonly string[]) => Judged);

const has = (args: readonly string[], pattern: RegExp) => args.some((arg) => pattern.test(arg));
const words = (text: string) => text.trim().split(/\s+/);

/** By subcommand: the first word that is no option. `asks` may hold two words (`remote show`). */
function bySubcommand(asks: string, acts: string, otherwise: Judged = 'unknown'): Judge {
  const asking = new Set(asks.split(/\s*,\s*/));
  const acting = new Set(acts.split(/\s*,\s*/));
  return (args) => {
    const plain = args.filter((arg) => !arg.startsWith('-'));
    const one = plain[0] ?? '';
    const two = `${one} ${plain[1] ?? ''}`.trim();
    if (asking.has(two)) return 'question';
    if (acting.has(two)) return 'action';
    if (asking.has(one)) return 'question';
    return acting.has(one) ? 'action' : otherwise;
  };
}

const git: Judge = (args) => {
  const plain = args.filter((arg, at) => !arg.startsWith('-') && !/^-[Cc]$/.test(args[at - 1] ?? ''));
  const [sub = '', ...rest] = plain;
  if (/^(?:branch|tag|remote|stash|config|worktree|submodule|notes|bisect)$/.test(sub))
    return gitListing(sub, rest, args);
  if (
    /^(?:status|log|diff|show|blame|grep|ls-files|ls-tree|ls-remote|rev-parse|rev-list|describe|shortlog|reflog|cat-file|count-objects|check-ignore|merge-base|name-rev|show-ref|for-each-ref|whatchanged|version|help|var|annotate|cherry)$/.test(
      sub,
    )
  )
    return has(args, /^--output/) ? 'action' : 'question';
  return sub === '' ? 'question' : 'action';
};

function gitListing(sub: string, rest: readonly string[], args: readonly string[]): Judged {
  if (sub === 'config')
    return has(args, /^(?:--get(?:-all|-regexp)?|--list|-l)$/) || rest.length === 1 ? 'question' : 'action';
  if (sub === 'stash') return /^(?:list|show)$/.test(rest[0] ?? '') ? 'question' : 'action';
  if (has(args, /^(?:-d|-D|-m|-M|-f|--delete|--move|--force|--set-upstream-to.*|-u|-a)$/) && sub !== 'branch')
    return 'action';
  if (has(args, /^(?:-d|-D|-m|-M|-f|--delete|--move|--force|--set-upstream-to.*|-u)$/)) return 'action';
  return rest.length === 0 ||
    /^(?:list|show|status|get-url|log)$/.test(rest[0] ?? '') ||
    has(args, /^(?:-l|--list|--contains|--merged|--no-merged|-v|-vv)$/)
    ? 'question'
    : 'action';
}

const find: Judge = (args) => {
  if (has(args, /^-(?:delete|fprint0?|fprintf|fls)$/)) return 'action';
  const at = args.findIndex((arg) => /^-(?:exec|execdir|ok|okdir)$/.test(arg));
  if (at < 0) return 'question';
  const judge = COMMANDS.get((args[at + 1] ?? '').split('/').at(-1) ?? '');
  const end = args.findIndex((arg, i) => i > at && /^[;+]$/.test(arg));
  if (judge === undefined) return 'unknown';
  return typeof judge === 'function' ? judge(args.slice(at + 2, end < 0 ? undefined : end)) : judge;
};

const curl: Judge = (args) => {
  const method = args.findIndex((arg) => /^(?:-X|--request)$/.test(arg));
  const named = method >= 0 ? args[method + 1] : args.find((arg) => /^-X[A-Z]+$/.test(arg))?.slice(2);
  if (named !== undefined) return /^(?:GET|HEAD|OPTIONS)$/i.test(named) ? saved(args) : 'action';
  return has(args, /^(?:-d|--data.*|-F|--form.*|-T|--upload-file|--json)$/) ? 'action' : saved(args);
};

function saved(args: readonly string[]): Judged {
  const at = args.findIndex((arg) => /^(?:-o|--output)$/.test(arg));
  if (at >= 0) return /^(?:-|\/dev\/null|\/dev\/stdout)$/.test(args[at + 1] ?? '') ? 'question' : 'action';
  return has(args, /^(?:-[a-zA-Z]*O|--remote-name|-o.+)$/) ? 'action' : 'question';
}

const wget: Judge = (args) => {
  if (has(args, /^--(?:post|method|body)/)) return 'action';
  return has(args, /^(?:-[a-zA-Z]*O-|--spider|-O\/dev\/null|--output-document=-)$/) ||
    (has(args, /^-[a-zA-Z]*O$/) && args.includes('-'))
    ? 'question'
    : 'action';
};

const aws: Judge = (args) => {
  const plain = args.filter((arg) => !arg.startsWith('-'));
  if (plain[0] === 's3') return plain[1] === 'ls' ? 'question' : 'action';
  return /^(?:describe|list|get|head|lookup|search|scan|query|wait|batch-get|filter|help|view|tail|ls|show)(?:-|$)/.test(
    plain[1] ?? plain[0] ?? '',
  )
    ? 'question'
    : 'action';
};

const cloud: Judge = (args) => {
  const plain = args.filter((arg) => !arg.startsWith('-'));
  if (
    plain.some((word) =>
      /^(?:create|delete|update|set|add|remove|deploy|start|stop|restart|apply|import|export|enable|disable|patch|resize|reset|install|submit|login|logout)(?:-|$)/.test(
        word,
      ),
    )
  )
    return 'action';
  return plain.some((word) =>
    /^(?:list|describe|show|get|read|search|info|version|help|ls|cat|logs?|status|view|diff)(?:-|$)/.test(word),
  )
    ? 'question'
    : 'unknown';
};

const ask =
  words(`ls cat head tail less more grep egrep fgrep zgrep rg ag ack fd fdfind wc uniq cut tr nl tac rev fold column jq xmllint stat file du df
  ps top htop free uptime uname hostname whoami id groups who w last date cal pwd which whereis type printenv locale tree
  diff cmp comm colordiff md5sum sha1sum sha224sum sha256sum sha512sum cksum b2sum base64 base32 xxd od hexdump strings
  echo printf basename dirname realpath readlink getent lsof netstat ss ping dig nslookup host traceroute tracepath whois
  man apropos info help lscpu lsblk lsusb lspci lsmod dmesg journalctl vmstat iostat zcat bzcat xzcat zless bat
  exiftool identify ffprobe binwalk nm objdump readelf ldd size seq yes expr bc dc factor numfmt paste join look locate
  history jobs pgrep pidof getfacl lsattr namei pstree ncal tput nproc getconf arch findmnt dpkg-query apropos hexyl
  get-childitem get-content select-string get-item get-process get-location test-path dir findstr where`);
const act =
  words(`mkdir rmdir mv cp touch rm ln chmod chown chgrp install dd truncate tee mkfifo mknod mkfs kill pkill killall shred
  rsync scp sftp split csplit gzip gunzip bzip2 bunzip2 xz unxz zip patch crontab at useradd userdel usermod groupadd
  passwd chattr setfacl mount umount swapon reboot shutdown mktemp rename logger service ufw iptables sponge
  new-item remove-item copy-item move-item set-content add-content out-file del copy move ren md rd`);
const session = words(
  'cd export set unset alias unalias source . umask shopt pushd popd declare local readonly typeset ulimit trap bind enable hash stty',
);
const silent = words('true false : test [ [[ sleep wait exit return break continue read shift exec clear reset');

/** What each program does. A program that is not here is unknown: build tools and test runners execute anything. */
export const COMMANDS: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ...ask.map((name) => [name, 'question'] as const),
  ...act.map((name) => [name, 'action'] as const),
  ...session.map((name) => [name, 'session'] as const),
  ...silent.map((name) => [name, 'silent'] as const),
  ['git', git],
  ['find', find],
  ['curl', curl],
  ['wget', wget],
  ['aws', aws],
  ['gcloud', cloud],
  ['az', cloud],
  ['doctl', cloud],
  ['heroku', cloud],
  ['sort', (args) => (has(args, /^-[a-zA-Z]*o/) || has(args, /^--output/) ? 'action' : 'question')],
  [
    'sed',
    (args) =>
      has(args, /^(?:-[a-zA-Z]*i.*|--in-place.*)$/) || has(args, /(?:^|;|\/|\d|\$)w \S/) ? 'action' : 'question',
  ],
  ['yq', (args) => (has(args, /^(?:-i|--inplace)$/) ? 'action' : 'question')],
  ['perl', (args) => (has(args, /^-[a-zA-Z]*i/) ? 'action' : 'unknown')],
  ...words('awk gawk mawk nawk').map(
    (name) =>
      [name, (args: readonly string[]) => (has(args, /\bsystem\s*\(|>\s*"|\|\s*"/) ? 'unknown' : 'question')] as const,
  ),
  ['tar', (args) => (/^-?[a-zA-Z]*t/.test(args[0] ?? '') || args.includes('--list') ? 'question' : 'action')],
  ['unzip', (args) => (has(args, /^-[a-zA-Z]*[lpZ]/) ? 'question' : 'action')],
  ['env', 'question'],
  ['ip', (args) => (has(args, /^(?:add|del|set|flush|replace)$/) ? 'action' : 'question')],
  ['ifconfig', (args) => (args.length <= 1 ? 'question' : 'action')],
  [
    'systemctl',
    bySubcommand('status,is-active,is-enabled,is-failed,list-units,list-unit-files,show,cat', '', 'action'),
  ],
  [
    'npm',
    bySubcommand(
      'ls,list,view,info,show,outdated,search,audit,root,prefix,config get,config list,whoami,explain,ping,help,fund,pack --dry-run',
      'install,i,ci,uninstall,remove,update,publish,link,init,version,config set,login,dedupe,prune,cache',
    ),
  ],
  ...words('yarn pnpm bun').map(
    (name) =>
      [
        name,
        bySubcommand('list,ls,why,info,outdated,audit', 'add,remove,install,upgrade,update,link,init,publish'),
      ] as const,
  ),
  ...words('pip pip3 conda uv').map(
    (name) =>
      [
        name,
        bySubcommand(
          'list,show,freeze,check,search,info,index,help,pip list,pip show',
          'install,uninstall,download,create,remove,update,add,sync,pip install',
        ),
      ] as const,
  ),
  ...words('apt apt-get yum dnf brew apk pacman').map(
    (name) => [name, bySubcommand('list,search,show,info,policy,config,deps,leaves', '', 'action')] as const,
  ),
  ['apt-cache', 'question'],
  ['dpkg', (args) => (has(args, /^(?:-[lLsSp]|--list|--get-selections)$/) ? 'question' : 'action')],
  [
    'cargo',
    bySubcommand('tree,metadata,search,locate-project,pkgid', 'add,remove,install,new,init,publish,clean,update,fmt'),
  ],
  ['go', bySubcommand('version,env,list,doc', 'get,install,clean,mod tidy,mod init,mod download,fmt,generate')],
  [
    'terraform',
    bySubcommand(
      'plan,show,output,validate,version,providers,state list,state show,graph,workspace list,workspace show',
      'apply,destroy,import,init,taint,untaint,state rm,state mv',
    ),
  ],
  [
    'helm',
    bySubcommand(
      'list,ls,status,get,history,search,show,version,template,lint',
      'install,upgrade,uninstall,delete,rollback,repo add,repo update',
    ),
  ],
  [
    'gh',
    bySubcommand(
      'pr list,pr view,pr diff,pr checks,pr status,issue list,issue view,issue status,repo view,repo list,run list,run view,release list,release view,search,status,auth status,workflow list,workflow view,gist list,gist view,label list',
      'pr create,pr merge,pr close,pr edit,pr comment,pr review,pr checkout,pr ready,issue create,issue close,issue edit,issue comment,repo create,repo clone,repo fork,repo delete,release create,run rerun,workflow run,gist create,auth login',
    ),
  ],
  ...words('docker podman').map(
    (name) =>
      [
        name,
        bySubcommand(
          'ps,images,logs,inspect,stats,top,port,version,info,diff,history,search,events,container ls,image ls,volume ls,network ls,compose ps,compose logs,compose config,system df',
          'run,create,start,stop,restart,rm,rmi,kill,build,pull,push,tag,commit,cp,rename,compose up,compose down,volume rm,network create,system prune,login',
        ),
      ] as const,
  ),
  [
    'kubectl',
    bySubcommand(
      'get,describe,logs,top,explain,version,api-resources,api-versions,cluster-info,config view,config get-contexts,config current-context,diff,events,auth can-i,rollout status,rollout history',
      'apply,create,delete,edit,patch,scale,replace,label,annotate,cordon,drain,uncordon,taint,expose,run,set,cp,autoscale,rollout restart,rollout undo,config use-context,config set-context',
    ),
  ],
  ['make', 'unknown'],
]);
