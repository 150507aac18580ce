/** The newest lines of a process's own output, bounded in number and length. */
export class Tail {
  private lines: string[] = []
  private dropped = 0

  constructor(private readonly limit: number) {}

  add(line: string): void {
    this.lines.push(line.length > 2000 ? `${line.slice(0, 2000)}…` : line)
    if (this.lines.length > this.limit) {
      this.dropped += this.lines.length - this.limit
      this.lines = this.lines.slice(-this.limit)
    }
  }

  text(): string {
    return (this.dropped > 0 ? [`[${this.dropped} earlier lines]`, ...this.lines] : this.lines).join('\n')
  }

  lastLines(count: number): string {
    return this.lines
      .filter((line) => line.trim() !== '')
      .slice(-count)
      .join(' / ')
  }
}
