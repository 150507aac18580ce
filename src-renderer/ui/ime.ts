interface KeyLike {
  key: string
  keyCode?: number
  isComposing?: boolean
  nativeEvent?: { isComposing?: boolean; keyCode?: number }
}

/**
 * True while an input method owns the key. Three signs, because browsers and input methods disagree:
 * `isComposing`, the old keyCode 229, and the key `Process`.
 */
export function isComposing(event: KeyLike): boolean {
  const native = event.nativeEvent
  return (
    event.isComposing === true ||
    native?.isComposing === true ||
    event.keyCode === 229 ||
    native?.keyCode === 229 ||
    event.key === 'Process'
  )
}
