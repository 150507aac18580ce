/** The signal: a mast, its arm, and the lamp. */
export function Mark() {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" fill="none" aria-hidden>
      <rect x="8" y="2" width="2" height="14" rx="1" fill="var(--fg-2)" />
      <rect x="9" y="3" width="8" height="3.4" rx="1.2" transform="rotate(-28 9 4.7)" fill="var(--accent)" />
      <circle cx="9" cy="12.5" r="2.1" fill="var(--done)" />
    </svg>
  )
}
