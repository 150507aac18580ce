import {
  compileCommand,
  compileLive,
  eventsCommand,
  exit,
  exitCodeOf,
  faultText,
  givenCommand,
  parseCommand,
  runCommand,
  type Terminal,
  UsageError,
  usage,
  whyCommand,
} from './headless/index.ts'
import { faultOf } from './kit/index.ts'
import { dataFolder, openOperator } from './wiring.ts'

const terminal: Terminal = {
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
  onInterrupt: (stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  },
}

// A reader that went away (`| head`) is an end, not an error.
process.stdout.on('error', () => process.exit(exit.done))

async function main(argv: string[]): Promise<number> {
  try {
    const command = parseCommand(argv)
    if (command.name === 'help') {
      terminal.out(usage)
      return exit.done
    }
    if (command.name === 'compile' && !command.live)
      return await compileCommand(dataFolder(), command, terminal.out)
    if (command.name === 'why') return await whyCommand(dataFolder(), command, terminal.out)
    if (command.name === 'given') return await givenCommand(dataFolder(), command, terminal.out)
    if (command.name === 'events') return await eventsCommand(dataFolder(), command, terminal)
    const operator = openOperator(import.meta.dirname, {
      version: '0.1.0',
      electron: null,
      chromium: null,
      node: process.versions.node,
      platform: process.platform,
      sandboxed: true,
    })
    try {
      if (command.name === 'compile')
        return await compileLive(operator, { ...command, live: command.live ?? { trust: false } }, terminal)
      return await runCommand(operator, command, terminal)
    } finally {
      await operator.close()
    }
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.error(`${error.message}\n\n${usage}`)
      return exit.usage
    }
    terminal.error(faultText(faultOf(error)))
    return exitCodeOf(faultOf(error))
  }
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
  // Everything was closed; what a library left ticking does not keep the command alive.
  setTimeout(() => process.exit(code), 500).unref()
})
