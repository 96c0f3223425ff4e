/** The link that opens an invite, and how its token leaves the address. */

export const invite_param = 'invite_token'

/** Where the token waits from the moment it leaves the address until the browser's code has it: readable there, for minutes. */
export const invite_cookie = 'invite_token'

export const inviteLink = (public_url: string, token: string): string =>
  `${public_url}/?${new URLSearchParams({ [invite_param]: token })}`

/** An address without the token, and the token; undefined when there is none. */
export const withoutInvite = (url: string): { token: string; rest: string } | undefined => {
  const cut = url.indexOf('?')
  if (cut === -1) return undefined
  const search = new URLSearchParams(url.slice(cut))
  const token = search.get(invite_param)
  if (token === null) return undefined
  search.delete(invite_param)
  return { token, rest: url.slice(0, cut) + (search.size > 0 ? `?${search}` : '') }
}
