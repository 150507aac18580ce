import type { EnvironmentNeed, ImportItem, ImportProduct, TrustFile, TrustGroup, TrustItem } from '@contract'

const count = (value: number, one: string, many: string) =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`
const number = (value: number) => value.toLocaleString('en-US')

const would: Record<TrustGroup, { title: string; note: string }> = {
  start: { title: 'Would start', note: 'Processes on this machine, with your rights' },
  contact: { title: 'Would contact', note: 'Addresses that learn that you are here' },
  give: { title: 'Would be given', note: 'Variables and keys that leave for a destination' },
  code: { title: 'May run', note: 'Commands and modules of this folder that a run may execute' },
  loosen: { title: 'Loosens', note: 'Settings that give an agent more than it has by itself' },
  note: { title: 'Other programs start', note: 'Signalbox does not start these; your word changes nothing' },
}

const does: Record<TrustGroup, string> = {
  start: 'Starts',
  contact: 'Contacts',
  give: 'Is given',
  code: 'May run',
  loosen: 'Loosens',
  note: 'Other programs start',
}

const itemStates: Record<TrustItem['state'], string> = {
  new: 'New',
  changed: 'Changed',
  granted: 'Trusted',
  declined: 'Left out',
}

const fileStates: Record<TrustFile['state'], string> = {
  new: 'new',
  changed: 'changed',
  removed: 'removed',
  same: 'the same',
}

const trust = {
  loading: 'Reading what this folder would do',
  failed: 'What this folder would do could not be read',
  untrusted: 'Nothing in this folder has been started',
  untrustedNote: 'This is what it would do if you let it. Nothing is done before you say so.',
  trusted: 'You trust what is ticked',
  trustedNote: 'Anything else of this folder is not started, contacted or given.',
  review: (many: number) => `${count(many, 'thing waits', 'things wait')} for your word`,
  reviewNote: 'They changed, or are new, since you trusted this folder. The rest goes on.',
  empty: 'This folder starts, contacts and gives away nothing',
  emptyNote:
    'There is no server, app, variable, command or loosened setting in it. Trusting it lets runs start.',
  reread: 'The folder changed while you read; read it again.',
  rereadMany: (many: number) =>
    many === 0
      ? 'What you had ticked still is.'
      : `${count(many, 'thing is', 'things are')} not as you read ${many === 1 ? 'it' : 'them'}, and not ticked.`,
  rereadMark: 'Changed while you read',
  would,
  does,
  before: (many: number) => `Trusted before, and the same: ${many}`,
  all: (group: string) => `All of: ${group}`,
  allShort: 'all',
  states: itemStates,
  notGiven: 'Not trusted',
  removedLines: 'Lines as you trusted them, and as they are now',
  skipped: (many: number) => count(many, 'line the same', 'lines the same'),
  files: (many: number) => `Runs ${count(many, 'file', 'files')} of this folder`,
  filesChanged: (many: number) => `${many} not as trusted`,
  fileStates,
  unchecked: 'Not checked:',
  open: (place: string) => `Open ${place}`,
  keep: 'Keep it closed: run nothing',
  keepNote: 'Files can be read and edited; nothing is started.',
  kept: 'Nothing was started. The files can be read and edited.',
  wait: 'Leave them waiting',
  waited: 'They wait. The rest goes on as before.',
  grant: (ticked: number, of: number) => `Trust what is ticked (${ticked} of ${of})`,
  grantEmpty: 'Trust this folder',
  grantChanges: (many: number) => `Trust the changes (${many})`,
  save: (ticked: number, of: number) => `Save what is ticked (${ticked} of ${of})`,
  saved: 'Saved. Only what is ticked is trusted.',
  granting: 'Saving…',
  withdraw: 'Withdraw trust',
  withdrawTitle: 'Withdraw trust in this folder?',
  withdrawText:
    'Its servers and apps are stopped, and no run can start in it. Files, sessions and outputs stay as they are.',
  withdrawYes: 'Withdraw trust',
  withdrawNo: 'Keep trusting it',
  notGranted: 'The folder was not trusted',
  notWithdrawn: 'Trust was not withdrawn',
  whyNot: {
    unread: 'Read the Trust part of the workspace first.',
    nothing: 'Nothing is ticked.',
    same: 'What is ticked is what you trust already.',
    busy: 'It is being saved.',
    untrusted: 'This folder is not trusted.',
  },
  banner: 'Opened without running anything.',
  bannerAction: 'Review and trust',
  bannerReview: (many: number) =>
    `${count(many, 'thing', 'things')} of this folder changed or ${many === 1 ? 'is' : 'are'} new, and ${many === 1 ? 'waits' : 'wait'} for your word.`,
  bannerReviewAction: 'Review',
  bannerNoConfig: 'There is no workspace.yaml in this folder.',
  bannerImport: 'Import',
  listReview: (many: number) => `${count(many, 'thing', 'things')} to review`,
}

const environment: Record<EnvironmentNeed['state'], string> = {
  set: 'Set',
  missing: 'Not set',
  not_granted: 'Set, not given',
}

const preflight = {
  title: 'What would a run be given now?',
  emptyText:
    'Compiles the workspace as a run would, without starting one: what stops it, what is missing, which tools it has, and what the prompt costs.',
  kind: 'Session kind',
  harness: 'Harness',
  files: 'Check from files',
  filesNote: 'Reads what is written. Nothing is started.',
  live: 'Check live: starts its servers and apps',
  liveNote: 'Starts and asks what this folder names, as a run would.',
  fromFiles: 'from files',
  fromLive: 'live',
  of: (kind: string, harness: string, how: string) => `${kind} · ${harness} · ${how}`,
  other: 'This is of the choice before.',
  running: 'Reading and compiling',
  runningLive: 'Starting and asking its servers and apps',
  failed: 'The pre-flight did not finish',
  stops: 'Would not start',
  stopsOwner: (owner: string) => `because of ${owner}`,
  startsLive: 'A run would start; servers and apps were asked just now.',
  startsFiles: 'A run would start, as far as the files say.',
  findings: 'Findings',
  environment: 'Environment variables',
  environmentStates: environment,
  to: 'goes to',
  capabilities: 'Servers and apps',
  server: 'server',
  app: 'app',
  discovery: 'Tools of these are known only once they are asked:',
  quarantined: 'Quarantined tools',
  absent: 'Absent tools',
  absentMore: (many: number) => `Show all ${number(many)}`,
  cost: 'What the prompt costs',
  estimate: 'All token counts are an estimate: four characters a token.',
  section: 'Section',
  share: 'Share',
  tokens: 'Tokens',
  tools: (many: number) => count(many, 'tool', 'tools'),
  toolsUnknown: (many: number) => `${number(many)} of unknown size`,
  total: 'Together',
  runtime: 'runtime',
  facts: 'Facts',
  model: 'Model',
  noModel: 'None needed or chosen',
  checksum: 'Config checksum',
  noChecksum: 'None: it does not compile',
  stages: 'Stages',
  notReached: 'It does not get as far as a prompt.',
  copy: 'Copy the checksum',
  whyNot: {
    running: 'A pre-flight is running.',
    untrusted: 'This folder is not trusted, so nothing of it is started.',
    noHarness: 'No harness is known yet.',
  },
}

const products: Record<ImportProduct, string> = {
  holaos: 'holaOS',
  agentscope: 'AgentScope',
  'claude-code': 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  opencode: 'opencode',
}

const importGroups: Record<ImportItem['group'], string> = {
  instructions: 'Instructions',
  server: 'Servers',
  skill: 'Skills',
  subagent: 'Subagents',
  command: 'Commands',
  session_kinds: 'Session kinds',
  knowledge: 'Knowledge',
}

const importing = {
  loading: 'Looking for files of other products',
  failed: 'The folder could not be read',
  title: 'Take over what other products left here',
  note: 'Nothing is on until you tick it, and nothing is written before you have seen it.',
  intoExisting: 'What is ticked is added to workspace.yaml; what stands there stays.',
  found: 'Found',
  products,
  groups: importGroups,
  becomes: 'becomes',
  all: (group: string) => `All of: ${group}`,
  cannot: 'Cannot be taken over',
  emptyTitle: 'No files of other products here',
  emptyText: 'These are looked for:',
  freshTitle: 'This folder is no workspace yet',
  freshText:
    'A workspace.yaml says which model, servers and apps a run may use. Nothing else is needed to begin.',
  make: 'Make a workspace.yaml',
  preview: (ticked: number) =>
    ticked === 0 ? 'Show what would be written' : `Show what would be written (${ticked})`,
  previewing: 'Making the preview…',
  previewTitle: 'This would be written',
  previewFiles: (many: number) => count(many, 'file', 'files'),
  fresh: 'new file',
  change: 'changed',
  write: (many: number) => `Write ${count(many, 'file', 'files')}`,
  writing: 'Writing…',
  back: 'Back to the list',
  skipped: (many: number) => count(many, 'line the same', 'lines the same'),
  changed: 'The folder changed since this was shown. This is what would be written now.',
  previewFailed: 'The preview could not be made',
  writeFailed: 'Nothing was written',
  written: 'Written',
  writtenNote: 'It takes effect on the next run. What it would start waits for your trust.',
  review: 'Review and trust',
  again: 'Look again',
  whyNot: {
    nothing: 'Nothing is ticked.',
    unread: 'The folder is still being read.',
    noPreview: 'Look at what would be written first.',
    busy: 'It is being written.',
  },
}

const skills = {
  skills: 'Skills',
  skillsNote:
    'In the order of the prompt. Only name and description are in it; the text is read when it is invoked.',
  skillsNone: 'No skills',
  skillsNoneNote:
    'A skill is a file skills/<name>/SKILL.md, here or in your data folder, where it is for every workspace.',
  on: (id: string) => `${id} is on`,
  up: (id: string) => `Move ${id} up`,
  down: (id: string) => `Move ${id} down`,
  tokens: (many: number) => `${number(many)} tokens est.`,
  tokensNote: 'Of its text, which is read only when it is invoked. An estimate.',
  grants: 'grants',
  layers: { bundled: 'comes with Signalbox', operator: 'your own', workspace: 'of this workspace' },
  shadows: (layers: string[]) => `taken before the one that is ${layers.join(' and ')}`,
  problem: 'In no run:',
  listed: 'The order is written in workspace.yaml, so a new skill is off until it is added there.',
  commands: 'Commands',
  commandsNote: 'Run by agents through command_run, and by you with a slash.',
  commandsNone: 'No commands',
  commandsNoneNote: 'They are written under commands in workspace.yaml.',
  runs: 'runs',
  prompts: 'prompts',
  kinds: 'in',
  allKinds: 'all kinds',
  grantedBy: (ids: string[]) => `needs the skill ${ids.join(' or ')}`,
  subagents: 'Subagents',
  notStarted: 'Read, and not started by this version.',
  subagentsNone: 'No subagents',
  subagentsNoneNote: 'A subagent is a file subagents/<name>.md. It appears here once it is there.',
  works: 'workspace',
  modes: {
    isolated: 'own folder; yours is read-only to it',
    shared: 'works in this folder',
  },
  model: 'model',
  usualModel: 'the usual one',
  steps: (many: number) => count(many, 'step', 'steps'),
  tools: 'tools',
  withSkills: 'skills',
  hidden: 'hidden',
  ofKind: 'as its kind allows',
  notEdited: 'workspace.yaml was not changed',
  turn: (id: string, on: boolean) => `Turn ${id} ${on ? 'on' : 'off'}`,
  whyNot: {
    unread: 'Skills are still being read.',
    problem: 'Something is wrong with this skill, so it is in no run.',
    first: 'It is the first one already.',
    last: 'It is the last one already.',
    off: 'It is off, so it has no place in the order.',
  },
}

/** Words of the trust screen, of the pre-flight, of importing, and of skills and commands. */
export const trustWords = { trust, preflight, importing, skills }
