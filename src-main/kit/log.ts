import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'

/** The product's own diary, for its makers: one line each. Never holds secrets or what an agent said. */
export interface Log {
  info(message: string): void
  error(message: string, cause?: unknown): void
}

export const silentLog: Log = { info() {}, error() {} }

/** Appends to `<folder>/signalbox.log`. A full disk loses the line, never the caller. */
export function fileLog(folder: string): Log {
  mkdirSync(folder, { recursive: true })
  const stream = createWriteStream(path.join(folder, 'signalbox.log'), { flags: 'a' })
  stream.on('error', () => {})
  const write = (level: string, message: string) =>
    stream.write(`${new Date().toISOString()} ${level} ${message}\n`)
  return {
    info: (message) => write('info', message),
    error: (message, cause) =>
      write(
        'error',
        cause === undefined
          ? message
          : `${message}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
      ),
  }
}
