import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { useDesk, useFrom } from '../../commands/index.ts'
import { reveal } from '../../ui/index.ts'

/** Toasts stand at the left, where no native page can lie over them, and above the buttons below the list. */
export function Toasts() {
  const { stores } = useDesk()
  const notices = useFrom('window', (state) => state.notices)
  useEffect(() => {
    for (const { id, tone, text } of notices) {
      const show = tone === 'failed' ? toast.error : toast
      show(reveal(text), {
        id,
        onDismiss: () => forget(id),
        onAutoClose: () => forget(id),
      })
    }
    const forget = (id: number) =>
      stores.window.setState((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }))
  }, [notices, stores])
  return (
    <Toaster
      position="bottom-left"
      offset={{ bottom: 68, left: 12 }}
      toastOptions={{
        style: {
          background: 'var(--bg-3)',
          color: 'var(--fg-0)',
          border: '1px solid var(--line)',
          fontSize: 'var(--t-sm)',
          padding: '10px 12px',
        },
      }}
    />
  )
}
