import type { ModelChoice, ModelClient, ModelSettings } from '@contract'
import { raise } from '../kit/index.ts'
import type { Store } from '../store/index.ts'

/**
 * Where secrets come from. Variables of the environment may be named by servers and apps; a key given for this session
 * is for the model service alone.
 */
export interface SecretPort {
  /** A variable of the environment. */
  variable(name: string): string | undefined
  /** A key for the model service: one given for this session, else the variable of that name. */
  modelKey(name: string): string | undefined
  /** Keeps a model key until the app ends, never on disk. */
  keepModelKey(name: string, value: string): void
  modelKeySource(name: string): 'environment' | 'session' | null
  /** Every value that was given out so far, with its name: what must not show in anything that is kept. */
  given(): [name: string, value: string][]
}

export function environmentSecrets(env: NodeJS.ProcessEnv): SecretPort {
  const session = new Map<string, string>()
  const given = new Map<string, string>()
  const give = (name: string, value: string | undefined) => {
    if (value !== undefined) given.set(value, name)
    return value
  }
  const usable = (name: string) => (env[name] === '' ? undefined : env[name])
  return {
    variable: (name) => give(name, usable(name)),
    modelKey: (name) => give(name, session.get(name) ?? usable(name)),
    keepModelKey: (name, value) => void session.set(name, value),
    modelKeySource: (name) => (session.has(name) ? 'session' : usable(name) ? 'environment' : null),
    given: () => [...given].map(([value, name]) => [name, value]),
  }
}

interface Endpoint {
  api: ModelChoice['api']
  baseUrl: string
  keyName: string
}

/** Providers that need nothing but a key; any other is reached by its base URL. */
const endpoints: Record<string, Endpoint> = {
  openai: { api: 'openai-completions', baseUrl: 'https://api.openai.com/v1', keyName: 'OPENAI_API_KEY' },
  anthropic: {
    api: 'anthropic-messages',
    baseUrl: 'https://api.anthropic.com',
    keyName: 'ANTHROPIC_API_KEY',
  },
  openrouter: {
    api: 'openai-completions',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyName: 'OPENROUTER_API_KEY',
  },
  ollama: { api: 'openai-completions', baseUrl: 'http://127.0.0.1:11434/v1', keyName: '' },
  lmstudio: { api: 'openai-completions', baseUrl: 'http://127.0.0.1:1234/v1', keyName: '' },
  llamacpp: { api: 'openai-completions', baseUrl: 'http://127.0.0.1:8080/v1', keyName: '' },
  vllm: { api: 'openai-completions', baseUrl: 'http://127.0.0.1:8000/v1', keyName: '' },
}

/** Where a provider is and what key it takes, as far as we know it; null for one that is unknown or takes none. */
export function givenEndpoint(provider: string): { baseUrl: string; keyName: string } | null {
  const found = Object.hasOwn(endpoints, provider) ? endpoints[provider] : undefined
  return found && found.keyName !== '' ? found : null
}

const settingKey = 'model'

export function readChoice(store: Store): ModelChoice | null {
  const saved = store.settings.read(settingKey)
  return saved === null ? null : (JSON.parse(saved) as ModelChoice)
}

export function writeChoice(store: Store, choice: ModelChoice): void {
  store.settings.write(settingKey, JSON.stringify(choice))
}

export function modelSettings(choice: ModelChoice | null, secrets: SecretPort): ModelSettings {
  if (!choice) return { choice, key: 'missing' }
  return {
    choice,
    key: choice.keyName === '' ? 'not-needed' : (secrets.modelKeySource(choice.keyName) ?? 'missing'),
  }
}

/** What a run asked for, before the workspace and the app are asked. */
export interface ModelWish {
  model?: string
  baseUrl?: string
}

/** The model of a run: from the request, then the workspace, then the app's default. Throws what is missing. */
export function resolveModel(
  wish: ModelWish,
  authored: string,
  choice: ModelChoice | null,
  secrets: SecretPort,
): { client: ModelClient; secrets: Record<string, string> } {
  const name = wish.model ?? (authored === 'auto' ? undefined : authored)
  const resolved = name === undefined ? atAddress(choice, wish.baseUrl) : fromName(name, wish.baseUrl, choice)
  if (!resolved) {
    throw raise({
      owner: 'operator',
      stage: 'project',
      code: 'model_missing',
      message: 'No model is chosen: neither the request, nor the workspace, nor the app names one.',
      hint: 'Choose one beside the composer, or give --model provider/model.',
    })
  }
  const { keyName } = resolved
  const key = keyName === '' ? undefined : secrets.modelKey(keyName)
  // An address that was given by hand may need no key; a known service always does.
  if (keyName !== '' && key === undefined && wish.baseUrl === undefined) {
    throw raise({
      owner: 'operator',
      stage: 'project',
      code: 'model_key_missing',
      message: `${resolved.provider} wants a key, and ${keyName} is not set.`,
      hint: `Set ${keyName} before starting Signalbox, or give a key for this session.`,
    })
  }
  const { api, provider, model, baseUrl } = resolved
  return {
    client: { api, provider, model, baseUrl, ...(key === undefined ? {} : { keyName }) },
    secrets: key === undefined ? {} : { [keyName]: key },
  }
}

/** The app's default, at another address where one is given. */
function atAddress(choice: ModelChoice | null, baseUrl: string | undefined): ModelChoice | null {
  return choice && baseUrl !== undefined ? { ...choice, baseUrl } : choice
}

function fromName(name: string, baseUrl: string | undefined, choice: ModelChoice | null): ModelChoice {
  const slash = name.indexOf('/')
  const provider = name.slice(0, slash)
  const model = name.slice(slash + 1)
  if (slash < 1 || model === '') {
    throw raise({
      owner: 'operator',
      stage: 'project',
      code: 'model_invalid',
      message: `"${name}" is not provider/model.`,
    })
  }
  const known = Object.hasOwn(endpoints, provider) ? endpoints[provider] : undefined
  if (choice && !baseUrl && choice.provider === provider) return { ...choice, model }
  if (!known && !baseUrl) {
    throw raise({
      owner: 'operator',
      stage: 'project',
      code: 'model_unknown',
      message: `The provider "${provider}" is not known here.`,
      hint: `Give its address (--base-url), or one of ${Object.keys(endpoints).join(', ')}.`,
    })
  }
  return {
    api: known?.api ?? 'openai-completions',
    provider,
    model,
    baseUrl: baseUrl ?? known?.baseUrl ?? '',
    keyName: known?.keyName ?? '',
  }
}
