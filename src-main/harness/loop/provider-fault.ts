import type { Fault, ModelClient } from '@contract'

interface Kind {
  matches: RegExp
  code: string
  says: string
  hint: (client: ModelClient) => string
  retry: Fault['retry']
}

const kinds: Kind[] = [
  {
    matches: /\b401\b|\b403\b|invalid.{0,12}api.?key|unauthori[sz]ed|authentication/i,
    code: 'provider_key',
    says: 'refused the key',
    hint: (client) =>
      client.keyName
        ? `Check the key in ${client.keyName}.`
        : 'It wants a key: name the variable that holds it.',
    retry: 'no',
  },
  {
    matches: /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ECONNRESET|fetch failed|connection error|socket hang up/i,
    code: 'provider_unreachable',
    says: 'could not be reached',
    hint: (client) => `Is something listening at ${client.baseUrl}?`,
    retry: 'later',
  },
  {
    matches: /\b404\b|model.{0,20}not.{0,6}(found|exist)/i,
    code: 'provider_model',
    says: 'does not know the model',
    hint: (client) => `Check the model name "${client.model}" and the address ${client.baseUrl}.`,
    retry: 'no',
  },
  {
    matches: /insufficient.?quota|billing|credit|\b402\b/i,
    code: 'provider_quota',
    says: 'says the quota is used up',
    hint: () => 'Look at the account at the model service.',
    retry: 'no',
  },
  {
    matches: /\b429\b|rate.?limit/i,
    code: 'provider_busy',
    says: 'wants fewer requests',
    hint: () => 'Try again in a while.',
    retry: 'later',
  },
  {
    matches: /context.{0,20}(length|window)|too many tokens|prompt is too long/i,
    code: 'provider_overflow',
    says: 'says the conversation is too long',
    hint: () => 'Start a new session.',
    retry: 'no',
  },
  {
    matches: /\b5\d\d\b|overloaded/i,
    code: 'provider_failed',
    says: 'failed',
    hint: () => 'This is on its side; try again later.',
    retry: 'later',
  },
]

/** The service's own words, and what the operator can do about them. */
export function providerFault(message: string, client: ModelClient): Fault {
  const kind = kinds.find((candidate) => candidate.matches.test(message))
  return {
    owner: 'provider',
    code: kind?.code ?? 'provider_error',
    message: `Asked ${client.provider}/${client.model} at ${client.baseUrl}: it ${kind?.says ?? 'answered with an error'}. ${message}`,
    hint: kind?.hint(client) ?? 'The words above are from the model service.',
    retry: kind?.retry ?? 'now',
  }
}
