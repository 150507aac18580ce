import type { TrustGroup, TrustItem, WorkspaceId } from '@contract'
import { acme, launch, radar } from './seed.ts'

type Seed = Omit<TrustItem, 'state' | 'linesBefore' | 'files' | 'unchecked'> &
  Partial<Pick<TrustItem, 'state' | 'linesBefore' | 'files' | 'unchecked'>>

const item = (seed: Seed): TrustItem => ({
  state: 'new',
  linesBefore: null,
  files: [],
  unchecked: null,
  ...seed,
})

const config = (line: number) => ({ file: 'workspace.yaml', line })
const granted = (items: TrustItem[]): TrustItem[] =>
  items.map((one) => ({
    ...one,
    state: one.state === 'new' ? 'granted' : one.state,
    files: one.files.map((file) => ({ ...file, state: 'same' })),
  }))

const server = (id: string, line: number, more: Partial<Seed> = {}): TrustItem =>
  item({
    key: `server:${id}`,
    group: 'start' satisfies TrustGroup,
    title: `Server ${id}`,
    lines: [`node servers/${id}.mjs`],
    effect: 'A process on this machine, with your rights, each time a run needs it.',
    at: config(line),
    files: [{ path: `servers/${id}.mjs`, state: 'new' }],
    ...more,
  })

const acmeItems: TrustItem[] = [
  server('billing', 14, {
    lines: ['npx -y @acme/billing-mcp@latest --root . --verbose'],
    files: [],
    unchecked: 'npx fetches the newest version each time it starts, so what runs is not in this folder.',
  }),
  item({
    key: 'app:delivery-plan',
    group: 'start',
    title: 'App Delivery plan',
    lines: ['setup: npm ci --ignore-scripts', 'start: node apps/delivery-plan/server.mjs'],
    effect: 'Its setup runs once, then a process stays for as long as its page is open.',
    at: { file: 'apps/delivery-plan/app.runtime.yaml', line: 6 },
    files: [
      { path: 'apps/delivery-plan/server.mjs', state: 'new' },
      { path: 'apps/delivery-plan/store.mjs', state: 'new' },
    ],
  }),
  item({
    key: 'contact:https://mcp.acme.example',
    group: 'contact',
    title: 'Server tracker',
    lines: ['https://mcp.acme.example/v1/\u202Esse', 'transport: http'],
    effect: 'It is asked for its tools whenever a run starts, and sees what a run sends it.',
    at: config(19),
  }),
  item({
    key: 'env:server billing:ACME_TOKEN',
    group: 'give',
    title: 'ACME_TOKEN',
    lines: ['ACME_TOKEN -> server billing'],
    effect: 'The server gets its value from your environment, and can send it anywhere.',
    at: config(17),
  }),
  item({
    key: 'model:ollama',
    group: 'give',
    title: 'Model ollama',
    lines: ['prompt and files that a run reads -> http://127.0.0.1:11434/v1'],
    effect: 'What a run reads goes to this address.',
    at: config(3),
  }),
  item({
    key: 'command:release',
    group: 'code',
    title: 'Command release',
    lines: ['bash scripts/release.sh --channel beta'],
    effect: 'An agent of kind main or subagent may run it without being asked about each line.',
    at: config(31),
    files: [{ path: 'scripts/release.sh', state: 'new' }],
  }),
  item({
    key: 'loosen:session_kinds.main.allow',
    group: 'loosen',
    title: 'Session kind main may write files and use the shell',
    lines: ['session_kinds.main.allow: [files.write, shell]'],
    effect: 'An agent you talk to changes files and runs commands itself, where it otherwise delegates.',
    at: config(40),
  }),
  item({
    key: 'hook:.git/hooks/post-checkout',
    group: 'note',
    title: 'Git hook post-checkout',
    lines: ['.git/hooks/post-checkout'],
    effect: 'Git runs it when a branch is checked out in this folder.',
    at: { file: '.git/hooks/post-checkout' },
  }),
]

const launchItems: TrustItem[] = granted([
  server('docs', 15),
  server('calendar', 18),
  item({
    key: 'app:launch-board',
    group: 'start',
    title: 'App Launch board',
    lines: ['start: node apps/launch-board/server.mjs'],
    effect: 'A process stays for as long as its page is open.',
    at: { file: 'apps/launch-board/app.yaml', line: 2 },
    files: [{ path: 'apps/launch-board/server.mjs', state: 'new' }],
  }),
  item({
    key: 'contact:https://crm.example',
    group: 'contact',
    title: 'Server crm',
    lines: ['https://crm.example/mcp'],
    effect: 'It is asked for its tools whenever a run starts, and sees what a run sends it.',
    at: config(20),
  }),
  item({
    key: 'env:server crm:CRM_TOKEN',
    group: 'give',
    title: 'CRM_TOKEN',
    lines: ['CRM_TOKEN -> server crm'],
    effect: 'The server gets its value from your environment, and can send it anywhere.',
    at: config(22),
  }),
])

const radarItems: TrustItem[] = [
  server('feeds', 12, {
    state: 'changed',
    lines: ['node servers/feeds.mjs', '--allow-net=*', '--cache .cache/feeds'],
    linesBefore: ['node servers/feeds.mjs', '--allow-net=feeds.example', '--cache .cache/feeds'],
    files: [
      { path: 'servers/feeds.mjs', state: 'changed' },
      { path: 'servers/lib/fetch.mjs', state: 'new' },
      { path: 'servers/lib/rss.mjs', state: 'same' },
    ],
  }),
  item({
    key: 'env:server feeds:NEWS_API_KEY',
    group: 'give',
    title: 'NEWS_API_KEY',
    lines: ['NEWS_API_KEY -> server feeds'],
    effect: 'The server gets its value from your environment, and can send it anywhere.',
    at: config(16),
  }),
  ...granted([
    server('archive', 20),
    item({
      key: 'command:digest',
      group: 'code',
      title: 'Command digest',
      lines: ['node scripts/digest.mjs'],
      effect: 'An agent may run it without being asked about each line.',
      at: config(27),
      files: [{ path: 'scripts/digest.mjs', state: 'new' }],
    }),
  ]),
]

export function seedTrust(): Map<WorkspaceId, TrustItem[]> {
  return new Map([
    [acme, acmeItems],
    [launch, launchItems],
    [radar, radarItems],
  ])
}
