import type { AbsenceReason, EffectSource, SessionKind } from '@contract'
import type { ContractSection } from './stores.ts'
import { settingsWords } from './words-of-settings.ts'

const count = (value: number, one: string, many: string) =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : many}`
const listed = (names: string[]) =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')

/** Words of the Workspace pane: what is authored, and what it means. */
export const contractWords = {
  title: 'Workspace',
  label: 'Parts of the workspace',
  sections: {
    instructions: 'AGENTS.md',
    settings: 'workspace.yaml',
    tools: 'Servers and tools',
    kinds: 'Session kinds',
    skills: 'Skills and commands',
    trust: 'Trust',
    preflight: 'Pre-flight',
    import: 'Import',
  } satisfies Record<ContractSection, string>,

  failed: 'The workspace could not be read',
  broken: (many: number) =>
    many > 0
      ? `workspace.yaml has ${count(many, 'error', 'errors')}, so what it means is not known.`
      : 'What workspace.yaml means is not known.',
  stale: 'Shown is what it meant before.',
  openText: 'Open the text',
  refused: 'The edit was not made',

  bar: {
    label: 'Edits to workspace.yaml',
    edits: (lines: number) => `Edits to workspace.yaml: ${count(lines, 'line', 'lines')}`,
    nextRun: 'takes effect next run',
    showDiff: 'Show diff',
    hideDiff: 'Hide diff',
    discard: 'Discard',
    review: 'Review and save',
    save: 'Save',
    saveWith: (errors: number) => `Save with ${count(errors, 'error', 'errors')}`,
    saving: 'Saving…',
    diff: 'What changes in workspace.yaml',
    same: (many: number) => count(many, 'line the same', 'lines the same'),
  },

  kindsShort: { main: 'main', subagent: 'sub', onboarding: 'onb', scheduled: 'sched' } satisfies Record<
    SessionKind,
    string
  >,
  verdict: {
    yes: 'allowed',
    no: 'not allowed',
    maybe: 'depends',
    skill: 'skill',
    some: (yes: number, all: number) => `${yes} of ${all}`,
    widened: 'widened',
    narrowed: 'narrowed',
    said: (kind: string, verdict: string, detail: string) =>
      `${kind}: ${verdict}${detail ? `, ${detail}` : ''}`,
    reasons: {
      not_declared: 'not named in the allowlist',
      not_resolved: 'not found',
      server_disabled: 'its server is turned off',
      server_unavailable: 'its server is not available',
      needs_sign_in: 'its server needs sign-in',
      app_not_running: 'its app is not running',
      app_unhealthy: 'its app is not healthy',
      changed: 'its server changed since it was trusted',
      quarantined: 'its schema is refused',
      session_kind: 'not for this kind of session',
      skill_required: 'only after a skill that grants it',
      denied_by_policy: 'denied by policy',
      browser_not_configured: 'no browser is configured',
      harness_unsupported: 'the harness cannot do it',
      not_materialized: 'the host did not offer it',
      deferred: 'its schema is left out until it is asked for',
    } satisfies Record<AbsenceReason, string>,
  },

  tools: {
    emptyTitle: 'No servers and no apps',
    emptyText: 'Servers and apps that are written in workspace.yaml appear here with their tools.',
    add: 'Add a server',
    search: 'Find a tool',
    noMatch: 'No tool matches.',
    headTool: 'Tool',
    rules: {
      discovery: 'No tool is named: every source offers whatever it lists when a run starts.',
      mixed: (many: number) =>
        `${count(many, 'tool is', 'tools are')} named. Sources without a named tool stay in discovery (others: discover).`,
      explicit: (many: number) =>
        `${count(many, 'tool is', 'tools are')} named. A source without a named tool contributes nothing.`,
    },
    kinds: { local: 'local', remote: 'remote', app: 'app' } satisfies Record<EffectSource['kind'], string>,
    on: 'On',
    off: 'Off',
    enabled: (id: string) => `${id} is enabled`,
    mode: (id: string) => `Mode of ${id}`,
    modes: { explicit: 'Explicit', discovery: 'Discovery', unlisted: 'Unlisted' },
    modeNotes: {
      explicit: 'Only the tools that are ticked',
      discovery: 'Whatever it lists when a run starts',
      unlisted: 'Others are named and nothing of it: it contributes nothing',
    },
    says: {
      explicit: (named: number, all: number) => `explicit: ${named} of ${count(all, 'tool', 'tools')}`,
      discovery: 'discovery: whatever it lists',
      unlisted: 'unlisted: contributes nothing',
      off: 'off: contributes nothing',
    },
    notListed: 'Not listed yet: start a pre-flight to see its tools.',
    preflight: 'Pre-flight',
    unseen: 'never listed',
    unseenNote: 'Named in workspace.yaml, never listed by the server',
    declared: 'declared',
    declaredNote: 'Named by its manifest; not asked for yet',
    readOnly: 'reads only',
    noTools: 'It has listed no tools.',
    all: 'Tick all',
    none: 'Tick none',
    tick: (id: string) => `Name ${id} in the allowlist`,
    offTick: 'Turn its server on first: naming a tool of a server that is off is an error.',
    nameOne: 'Name a tool by hand',
    nameAdd: 'Add',
    namePlace: 'tool_name',
    moved: {
      lead: 'This changes other sources too:',
      discovery: (ids: string[]) =>
        `${listed(ids)} would offer whatever ${ids.length === 1 ? 'it lists' : 'they list'}.`,
      unlisted: (ids: string[]) => `${listed(ids)} would contribute nothing.`,
    },
    lastTool: (id: string) =>
      `This is the last named tool of ${id}. Without it ${id} is in discovery and offers whatever it lists.`,
    offNamed: (id: string, many: number) =>
      `${count(many, 'tool of', 'tools of')} ${id} ${many === 1 ? 'is' : 'are'} named, and naming a tool of a server that is off is an error. Turning it off takes ${many === 1 ? 'it' : 'them'} off the list.`,
    goOn: 'Change it',
    turnOff: (id: string) => `Turn ${id} off instead`,
    cancel: 'Leave it',
  },

  kinds: {
    lead: 'What each kind of session may call. Choose a cell to change it.',
    headFamily: 'Family',
    preset: 'Preset of main',
    presetLabel: 'main:',
    presets: { coordinate: 'coordinate', direct: 'direct' },
    presetNotes: {
      coordinate: 'Plans and delegates; files, shell and browser are for subagents',
      direct: 'Also writes files and uses the shell and the browser: needs trust',
    },
    wide: (many: number, names: string[]) =>
      `${count(many, 'cell is', 'cells are')} widened beyond the kind's own: ${listed(names)}. Widening needs trust.`,
    openTrust: 'Open Trust',
    choices: { own: 'As the kind has it', allow: 'Allow', deny: 'Deny' },
    widens: 'Widens the kind: needs trust, shown in Trust',
    denyNote: 'Deny beats allow',
    cell: (name: string, kind: string, verdict: string) => `${name}, ${kind}: ${verdict}`,
    families: {
      plan: 'Plan and todo',
      ask: 'Questions',
      skill: 'Skills',
      delegate: 'Delegate to subagents',
      memory: 'Memory and search',
      workspace: 'Workspace',
      apps: 'Manage apps',
      outputs: 'Outputs',
      'files.read': 'Files: read',
      'files.write': 'Files: write',
      shell: 'Shell and terminal',
      browser: 'Browser',
      team: 'Team',
    } as Record<string, string>,
    server: (id: string) => `Server ${id}`,
    app: (id: string) => `App ${id}`,
    emptyTitle: 'No tools are known',
    emptyText: 'Built-in tools and those of servers and apps appear here by family.',
    unknown: 'its tools were never listed',
  },

  settings: settingsWords,

  instructions: {
    tabs: 'Files that go into the prompt',
    newFile: 'new',
    edited: 'edited',
    emptyTitle: (path: string) => `There is no ${path}`,
    emptyText: {
      'AGENTS.md': 'Without it the run has no standing policy of this workspace.',
      'ONBOARD.md': 'It is the instruction of onboarding sessions. It is optional.',
      include: 'workspace.yaml includes it in the prompt, and it is not there.',
    },
    create: (path: string) => `Create ${path}`,
    starts: {
      'AGENTS.md': '# How we work here\n\n',
      'ONBOARD.md': '# First steps\n\n',
      include: '',
    },
    preview: 'Preview',
    source: 'Source',
    tokens: (many: number) => `≈ ${count(many, 'token', 'tokens')}`,
    tokensNote: 'An estimate; every request of a run carries them',
    nextRun: 'Takes effect next run',
    findings: (many: number) => count(many, 'finding', 'findings'),
    noFindings: 'No findings',
    compare: 'Compare with the running package',
    compareShort: 'Compare',
    back: 'Back to the text',
    compareWith: (run: string) => `Against what the run of ${run} was given`,
    compareNewest: (run: string) => `Against what the newest run, ${run}, was given`,
    noRun: 'There is no run in this session to compare with.',
    noSection: (path: string) => `That run was given no ${path}.`,
    sameAsRun: 'The same as that run was given.',
    diff: 'What changed since that run',
    failed: (path: string) => `${path} could not be read`,
    packageFailed: 'What the run was given could not be read',
    save: 'Save',
    saving: 'Saving…',
    discard: 'Discard',
    notText: 'This file is not text and cannot be edited here.',
  },
}
