import { isIP } from 'node:net'
import type { Json, JsonObject } from '@contract'
import { isMap, isSeq } from 'yaml'
import { amount, readSection, type Table, time, whole } from './options.ts'
import type { PolicyRulePlan, WorkspacePlan } from './plan.ts'
import { YamlMap } from './yaml-file.ts'

const invalid = 'workspace_policy_invalid'

/** `policy`: a list of rules, or a mapping with `rules`. Nothing else in it has an effect: a workspace trusts nothing by itself. */
export function readPolicy(config: YamlMap): PolicyRulePlan[] {
  if (isSeq(config.raw('policy'))) return readRules(config, 'policy')
  const policy = config.map('policy', invalid)
  policy?.warnUnknown(['rules'])
  return policy ? readRules(policy, 'rules') : []
}

function readRules(map: YamlMap, key: string): PolicyRulePlan[] {
  return (map.list(key, invalid) ?? []).flatMap((item): PolicyRulePlan[] => {
    if (!isMap(item)) {
      map.file.report(invalid, 'A rule is {tool, match?, match_argv?, verdict, reason}.', item)
      return []
    }
    const rule = readRule(new YamlMap(map.file, item))
    return rule ? [rule] : []
  })
}

function readRule(rule: YamlMap): PolicyRulePlan | null {
  rule.warnUnknown(['tool', 'match', 'match_argv', 'verdict', 'reason'])
  for (const key of ['tool', 'verdict', 'reason'])
    if (!rule.has(key)) rule.file.report(invalid, `A rule needs "${key}".`, rule.node)
  const tool = rule.string('tool', invalid)
  if (tool && /\s/.test(tool))
    rule.file.report(invalid, `"${tool}" is no tool, family or pattern with "*".`, rule.nodeOf('tool'))
  const verdict = rule.oneOf('verdict', ['allow', 'ask', 'deny'], invalid)
  const reason = rule.string('reason', invalid)
  const match = readMatch(rule)
  const matchArgv = rule.strings('match_argv', invalid) ?? null
  if (matchArgv?.length === 0)
    rule.file.report(invalid, '"match_argv" names at least the program.', rule.nodeOf('match_argv'))
  return tool && verdict && reason ? { tool, match, matchArgv, verdict, reason } : null
}

/** One pattern for the call's text, or a pattern for each argument by name. */
function readMatch(rule: YamlMap): PolicyRulePlan['match'] {
  if (isMap(rule.raw('match'))) return rule.stringMap('match', invalid) ?? null
  return rule.string('match', invalid) ?? null
}

const limits: Table = {
  tokens: whole,
  money: amount,
  wall_clock: time(),
  tool_calls: whole,
  repeated_failures: whole,
}

/** `budgets.{run,workspace,day}` and `egress`, beside the options of other sections. */
export function readLimits(config: YamlMap): WorkspacePlan['options'] {
  const options: WorkspacePlan['options'] = {}
  const budgets = config.map('budgets', invalid)
  if (budgets) {
    const spans = ['run', 'workspace', 'day']
    budgets.warnUnknown(spans)
    options.budgets = Object.fromEntries(
      spans
        .filter((span) => budgets.has(span))
        .map((span) => [span, readSection(budgets, span, limits, invalid)]),
    )
  }
  if (config.has('egress')) options.egress = readEgress(config)
  return options
}

/** `egress`: a list of rules, first match; or `{default, rules}`. */
function readEgress(config: YamlMap): JsonObject {
  if (isSeq(config.raw('egress'))) return { rules: readHosts(config, 'egress') }
  const egress = config.map('egress', invalid)
  if (!egress) return {}
  egress.warnUnknown(['default', 'rules'])
  const otherwise = egress.oneOf('default', ['allow', 'ask', 'deny'], invalid)
  return { ...(otherwise ? { default: otherwise } : {}), rules: readHosts(egress, 'rules') }
}

function readHosts(map: YamlMap, key: string): Json[] {
  return (map.list(key, invalid) ?? []).flatMap((item): Json[] => {
    const rule = isMap(item) ? new YamlMap(map.file, item) : null
    if (!rule || rule.has('host') === rule.has('cidr')) {
      map.file.report(invalid, 'A rule of egress is {host, verdict} or {cidr, verdict}.', item)
      return []
    }
    rule.warnUnknown(['host', 'cidr', 'verdict', 'reason'])
    const place = readPlace(rule, rule.has('host') ? 'host' : 'cidr')
    const verdict = rule.oneOf('verdict', ['allow', 'ask', 'deny'], invalid)
    if (!rule.has('verdict')) rule.file.report(invalid, 'A rule of egress needs a "verdict".', rule.node)
    return place && verdict ? [{ ...place, verdict }] : []
  })
}

function readPlace(rule: YamlMap, key: 'host' | 'cidr'): Record<string, string> | null {
  const value = rule.string(key, invalid)
  if (value === undefined) return null
  if (key === 'host' ? value === '*' || isHost(value) : isCidr(value)) return { [key]: value }
  const way =
    key === 'host' ? '"example.com", "*.example.com" or "*"' : 'an address range such as "10.0.0.0/8"'
  rule.file.report(invalid, `"${value}" is no ${key}: write ${way}.`, rule.nodeOf(key))
  return null
}

/** A name or an address, perhaps with a port. */
function isHost(value: string): boolean {
  return value.length <= 260 && /^(\*\.)?[\p{L}\p{N}_][\p{L}\p{N}_.-]*(:\d{1,5})?$/u.test(value)
}

function isCidr(value: string): boolean {
  const [address = '', bits = '', more] = value.split('/')
  if (more !== undefined || !/^\d{1,3}$/.test(bits)) return false
  const version = isIP(address)
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128)
}
