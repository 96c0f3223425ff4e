/** The clip that a guest wanted to put on a board: saved in this tab until they are back from the login on the same page. */
const PENDING_CLIP_KEY = 'board_wish'

type PendingClipRef = { id: number; name: string }
type PendingClip = { clip: PendingClipRef; pathname: string }

export const savePendingClip = (pending: PendingClip): void =>
  sessionStorage.setItem(PENDING_CLIP_KEY, JSON.stringify(pending))

/** Returns the pending clip of this page and removes it. */
export const takePendingClip = (pathname: string): PendingClipRef | undefined => {
  const stored = sessionStorage.getItem(PENDING_CLIP_KEY)
  if (!stored) return undefined
  const pending = JSON.parse(stored) as PendingClip
  if (pending.pathname !== pathname) return undefined
  sessionStorage.removeItem(PENDING_CLIP_KEY)
  return pending.clip
}
