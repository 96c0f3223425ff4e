/** The names of keys on the user's keyboard. Browser only. */

export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

/** Returns a key's name. Meta is ⌘ on a Mac; elsewhere it opens the system menu, so the shop uses Alt instead. */
export const getKeyName = (key: string): string => (key === 'Meta' ? (isApple() ? '⌘' : 'Alt') : key)
