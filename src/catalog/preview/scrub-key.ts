/** Meta is Command on a Mac; elsewhere it opens the system's menu, and Alt does the same. */
export const scrubKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Alt')
