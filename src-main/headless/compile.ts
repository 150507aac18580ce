import type { SessionKind } from '@contract'
import { fault, faultOf } from '../kit/index.ts'
import { predictManifest, readerFor } from '../runs/index.ts'
import type { WorkspaceReader } from '../workspace/index.ts'
import { exit, exitCodeOf, faultText } from './exit.ts'

/** `signalbox compile`: stages 1 and 2 and the manifest as it can be predicted; nothing is started or written. */
export async function compileCommand(
  dataFolder: string,
  { folder, kind, json }: { folder: string; kind: SessionKind; json: boolean },
  out: (text: string) => void,
): Promise<number> {
  try {
    const { compiled } = await readerFor(folder, dataFolder).read()
    const manifest = compiled.plan ? predictManifest(compiled.plan, kind) : null
    if (json)
      out(JSON.stringify({ ok: compiled.plan !== null, sessionKind: kind, ...compiled, manifest }, null, 2))
    else out(summaryOf(compiled, manifest))
    return compiled.plan ? exit.done : exit.authored
  } catch (error) {
    const what = faultOf(error)
    if (json) out(JSON.stringify({ ok: false, fault: what }, null, 2))
    else out(faultText(what))
    return exitCodeOf(what)
  }
}

function summaryOf(
  compiled: Awaited<ReturnType<WorkspaceReader['read']>>['compiled'],
  manifest: ReturnType<typeof predictManifest> | null,
): string {
  const findings = compiled.diagnostics.map(
    (diagnostic) =>
      `${diagnostic.severity.padEnd(7)} ${faultText(fault({ owner: 'author', code: diagnostic.code, message: diagnostic.message, at: diagnostic.at, ...(diagnostic.hint ? { hint: diagnostic.hint } : {}) }))}`,
  )
  const { plan } = compiled
  if (!plan || !manifest) return [...findings, 'It does not compile.'].join('\n')
  return [
    ...findings,
    `${plan.name ?? plan.agent.id}: agent ${plan.agent.id}, model ${plan.agent.model}, harness ${plan.harness}`,
    `servers  ${plan.servers.map((server) => server.id).join(', ') || 'none'}`,
    `apps     ${plan.apps.map((app) => app.id).join(', ') || 'none'}`,
    `skills   ${plan.skills.map((skill) => skill.id).join(', ') || 'none'}`,
    `tools    ${manifest.tools.map((tool) => tool.id).join(', ') || 'none'}`,
    `discover ${manifest.discovery.join(', ') || 'none'}`,
    ...manifest.absent.map((tool) => `absent   ${tool.id}: ${tool.reason}`),
    `checksum ${compiled.configChecksum}`,
  ].join('\n')
}
