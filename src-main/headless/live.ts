import type { Preflight } from '@contract'
import { fault, faultOf } from '../kit/index.ts'
import type { Operator } from '../runs/index.ts'
import type { Command } from './arguments.ts'
import { exit, exitCodeOf, faultText } from './exit.ts'
import { refuseUntrusted, type Terminal, tellTrust } from './run.ts'

type LiveCommand = Extract<Command, { name: 'compile' }> & { live: object }

/** `signalbox compile --live`: what a run would be given now, with its servers and apps started and asked. */
export async function compileLive(
  operator: Operator,
  { folder, kind, json, live }: LiveCommand,
  terminal: Terminal,
): Promise<number> {
  try {
    const workspace = await operator.openFolder(folder, live.trust ? 'flag' : '')
    const review = await operator.api['trust.review']({ workspaceId: workspace.id })
    if (!workspace.trusted) return refuseUntrusted(review, json, terminal)
    tellTrust(review, live.trust, terminal)
    const { agent } = await operator.workspaces.get(workspace.id).view()
    const { trust: _, harness = agent?.harness ?? 'loop', ...model } = live
    const found = await operator.preflight(workspace.id, { kind, harness, live: true, ...model })
    terminal.out(json ? JSON.stringify(found, null, 2) : textOf(found))
    const [first] = found.faults
    return first ? exitCodeOf(first) : exit.done
  } catch (error) {
    const what = faultOf(error)
    if (json) terminal.out(JSON.stringify({ fault: what }))
    else terminal.error(faultText(what))
    return exitCodeOf(what)
  }
}

function textOf(found: Preflight): string {
  const tokens = (parts: { tokens: number | null }[]) =>
    parts.reduce((sum, part) => sum + (part.tokens ?? 0), 0)
  const sources = [...(found.manifest?.servers ?? []), ...(found.manifest?.apps ?? [])]
  return [
    ...found.faults.map((what) => `would not start: ${faultText(what)}`),
    ...found.findings.map(
      ({ severity, hint, ...finding }) =>
        `${severity.padEnd(8)} ${faultText(fault({ owner: 'author', ...finding, ...(hint ? { hint } : {}) }))}`,
    ),
    ...found.environment.map(
      ({ name, destination, state }) => `variable ${name} for ${destination}: ${state}`,
    ),
    ...sources.map(({ id, state, detail }) => `source   ${id}: ${state}${detail ? `, ${detail}` : ''}`),
    ...found.tools.map((tool) => `tool     ${tool.id} (about ${tool.tokens} tokens)`),
    ...(found.manifest?.absent ?? []).map(
      ({ id, reason, detail }) => `absent   ${id}: ${reason}${detail ? `, ${detail}` : ''}`,
    ),
    ...found.sections.map((section) => `prompt   ${section.title} (about ${section.tokens} tokens)`),
    `model    ${found.model ? `${found.model.name} at ${found.model.baseUrl}` : 'none'}`,
    `tokens   about ${tokens(found.sections)} of prompt and ${tokens(found.tools)} of tools`,
    `checksum ${found.configChecksum}`,
  ].join('\n')
}
