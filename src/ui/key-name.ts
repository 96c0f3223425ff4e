/** What keys are called on the keyboard of whoever looks. In the browser alone. */

export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

/** Meta is Command on a Mac; elsewhere it opens the system's menu, and Alt does the same with us. Others are called as they are. */
export const keyName = (key: string): string => (key === 'Meta' ? (isApple() ? '⌘' : 'Alt') : key)
