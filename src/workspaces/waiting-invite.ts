import { invite_cookie } from './invite-link.ts'

const kept = 'invite_token'

/** The invite that this tab came with: out of its cookie, and kept while somebody logs in, also by way of another page. */
export const waitingInvite = (): string | null => {
  const found = new RegExp(`(?:^|;\\s*)${invite_cookie}=([^;]+)`).exec(document.cookie)?.[1]
  if (found) {
    document.cookie = `${invite_cookie}=; path=/; max-age=0`
    sessionStorage.setItem(kept, found)
  }
  return sessionStorage.getItem(kept)
}

export const forgetInvite = (): void => sessionStorage.removeItem(kept)
