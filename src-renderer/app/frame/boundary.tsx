import { Component, type ReactNode } from 'react'
import { words } from '../../state/index.ts'
import { Button, ErrorState } from '../../ui/index.ts'

/** Holds a fault of the window's own code to the part it happened in. */
export class Boundary extends Component<{ name: string; children: ReactNode }, { cause: Error | null }> {
  override state: { cause: Error | null } = { cause: null }

  static getDerivedStateFromError(cause: unknown) {
    return { cause: cause instanceof Error ? cause : new Error(String(cause)) }
  }

  override render(): ReactNode {
    const { cause } = this.state
    if (!cause) return this.props.children
    return (
      <ErrorState
        title={words.errors.boundary(this.props.name)}
        message={cause.message}
        hint={words.errors.boundaryHint}
        code="bug"
        action={<Button onClick={() => this.setState({ cause: null })}>{words.errors.reopen}</Button>}
      />
    )
  }
}
