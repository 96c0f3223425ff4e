/** Only on this page may Google's prompt select a known account without a click. */
export const isAutoSelectPage = (pathname: string): boolean => pathname === '/account/password'

/** Closes Google's prompt and disables auto-select after a logout. */
export const cancelPrompt = (): void => {
  const id = typeof window === 'undefined' ? undefined : window.google?.accounts.id
  id?.cancel()
  id?.disableAutoSelect()
}
