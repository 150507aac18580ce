import { useEffect, useState } from 'react'

/** How long something stands before a button may agree to it, in milliseconds: a second click is not a yes. */
const arming = 400

/** Whether what is shown has been there long enough to be agreed to; null: nothing is. */
export function useArmed(shown: string | null): boolean {
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(shown), arming)
    return () => clearTimeout(timer)
  }, [shown])
  return shown !== null && seen === shown
}
