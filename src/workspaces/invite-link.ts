/** The link of an invite, and the removal of its token from a URL. */

export const INVITE_PARAM = 'invite_token'

/** Has the token for a few minutes, until the page’s script reads it. */
export const INVITE_COOKIE = 'invite_token'

export const inviteLink = (public_url: string, token: string): string =>
  `${public_url}/?${new URLSearchParams({ [INVITE_PARAM]: token })}`

/** Returns the URL without the token, and the token. Returns undefined when there is no token. */
export const extractInviteToken = (url: string): { token: string; cleanUrl: string } | undefined => {
  const queryStart = url.indexOf('?')
  if (queryStart === -1) return undefined
  const search = new URLSearchParams(url.slice(queryStart))
  const token = search.get(INVITE_PARAM)
  if (token === null) return undefined
  search.delete(INVITE_PARAM)
  return { token, cleanUrl: url.slice(0, queryStart) + (search.size > 0 ? `?${search}` : '') }
}
