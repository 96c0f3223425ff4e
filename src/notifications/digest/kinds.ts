/** The kinds of digest items, each with the ids that it is read by again when the digest is sent. */
export type DigestPayloads = {
  /** Clips were added to a board that the reader created or marked. */
  'board.added': { board_id: number; clip_ids: number[]; by_user_id: number }
  /** Such a board was shared by a link. */
  'board.shared': { board_id: number; by_user_id: number }
  /** Licenses of a workspace end within a month. */
  'license.ending': { license_ids: number[] }
  /** The sales team sent it. It is in the digest while the quote is open. */
  'quote.pending': { quote_id: number; version: number }
  'clips.published': { clip_ids: number[] }
  'clips.withdrawn': { clip_ids: number[]; reason: string }
  /** Buyers look for something that the filmmaker may have. */
  'footage.requested': { request_id: number }
}

export type DigestKind = keyof DigestPayloads

/** For users who want news immediately: a digest of its own, a separate mail, or nothing. */
type ImmediateDelivery = 'digest' | 'own_mail' | 'nothing'

export const digestKinds: Readonly<Record<DigestKind, { immediate: ImmediateDelivery }>> = {
  'board.added': { immediate: 'digest' },
  'board.shared': { immediate: 'digest' },
  'license.ending': { immediate: 'own_mail' },
  // Its mail went out immediately to everyone; the digest is only a reminder.
  'quote.pending': { immediate: 'nothing' },
  'clips.published': { immediate: 'digest' },
  'clips.withdrawn': { immediate: 'digest' },
  'footage.requested': { immediate: 'own_mail' },
}

export type DigestItem<K extends DigestKind = DigestKind> = {
  [N in K]: { kind: N; payload: DigestPayloads[N]; created_at: Date }
}[K]
