/** Google's prompt takes a known account by itself on this page alone: elsewhere nobody is logged in without a click. */
export const autoSelects = (pathname: string): boolean => pathname === '/account/password'

/** Ends whatever Google shows, and keeps it from taking an account by itself: somebody logged out. */
export const cancelPrompt = (): void => {
  const id = typeof window === 'undefined' ? undefined : window.google?.accounts.id
  id?.cancel()
  id?.disableAutoSelect()
}
