import { type Child, type Runtime, startChild } from '../../kit/index.ts'
import { answered, refused } from '../answer.ts'
import { resolveBinary } from '../binary.ts'
import type { CallContext, ToolAnswer } from '../port.ts'

/** What is kept of its output: the first and the last of it. */
const maxOutput = 256 * 1024

/**
 * Runs one argv in the workspace folder and answers what it wrote and its exit code; a code other than 0 is a failure
 * with the output in it. It has the plain environment and nothing secret, and ends with the run.
 */
export async function runCommand(
  argv: readonly string[],
  root: string,
  runtime: Runtime,
  context: Pick<CallContext, 'signal' | 'onOutput'>,
): Promise<ToolAnswer> {
  const [name = '', ...args] = argv
  const binary = await resolveBinary(name, root, runtime)
  if (!binary.found) {
    const message = `"${name}" was not found; looked in ${binary.looked.join(', ')}.`
    return refused({ code: 'binary_missing', message })
  }
  if (context.signal.aborted) return refused({ code: 'stopped', message: 'The run was stopped.' })
  const child = startChild(runtime, { command: binary.command, args, cwd: root, env: binary.env })
  const stop = () => void child.stop()
  context.signal.addEventListener('abort', stop, { once: true })
  try {
    child.stdin.end()
    const output = gather(child, context.onOutput)
    await child.started
    const { code } = await child.ended
    const text = output()
    if (code === 0) return answered({ exitCode: 0, output: text })
    const message = `${argv.join(' ')} ended with code ${code}.`
    return { ...refused({ code: 'command_failed', message }), text: `${message}\n${text}` }
  } catch (error) {
    const message = `Tried to run ${argv.join(' ')}: ${error instanceof Error ? error.message : String(error)}.`
    return refused({ code: 'command_not_started', message })
  } finally {
    context.signal.removeEventListener('abort', stop)
  }
}

/** Both outputs as they come; gives the text so far, with what was left out said in the middle. */
function gather(child: Child, onOutput: (text: string) => void): () => string {
  let head = ''
  let tail = ''
  let dropped = 0
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      onOutput(text.length > maxOutput ? text.slice(0, maxOutput) : text)
      const room = Math.max(0, maxOutput / 2 - head.length)
      head += text.slice(0, room)
      tail += text.slice(room)
      const over = tail.length - maxOutput / 2
      if (over > 0) {
        tail = tail.slice(over)
        dropped += over
      }
    })
  }
  return () => (dropped > 0 ? `${head}\n[… ${dropped} characters left out …]\n${tail}` : head + tail)
}
