import { INVITE_COOKIE } from './invite-link.ts'

const STORAGE_KEY = 'invite_token'

/** Returns the tab's invite token. Moves it from the cookie to the session storage, which keeps it during a login. */
export const loadPendingInvite = (): string | null => {
  const token = new RegExp(`(?:^|;\\s*)${INVITE_COOKIE}=([^;]+)`).exec(document.cookie)?.[1]
  if (token) {
    document.cookie = `${INVITE_COOKIE}=; path=/; max-age=0`
    sessionStorage.setItem(STORAGE_KEY, token)
  }
  return sessionStorage.getItem(STORAGE_KEY)
}

export const clearPendingInvite = (): void => sessionStorage.removeItem(STORAGE_KEY)
