/** What a digest can tell of, each piece by the ids that it is read by again when it is told. */
export type DigestAbout = {
  /** Clips were put on a board that its reader made or marked. */
  'board.added': { board_id: number; clip_ids: number[]; by_user_id: number }
  /** Others can see such a board by a link. */
  'board.shared': { board_id: number; by_user_id: number }
  /** Licenses of a workspace end within a month. */
  'license.ends': { license_ids: number[] }
  /** The sales team sent it; told again while it waits. */
  'quote.waits': { quote_id: number; version: number }
  'clips.published': { clip_ids: number[] }
  'clips.sent_back': { clip_ids: number[]; reason: string }
  'clips.withdrawn': { clip_ids: number[]; reason: string }
  /** By a fault of ours: their sender can have them checked again. */
  'uploads.failed': { upload_ids: number[] }
}

export type DigestKind = keyof DigestAbout

/** Those of whoever wants news at once: in a digest of its own, in a mail that tells of nothing else, or not at all. */
type AtOnce = 'digest' | 'own_mail' | 'nothing'

export const digestKinds: Readonly<Record<DigestKind, { at_once: AtOnce }>> = {
  'board.added': { at_once: 'digest' },
  'board.shared': { at_once: 'digest' },
  'license.ends': { at_once: 'own_mail' },
  // Its mail went out at once to everybody: the digest only says that it waits.
  'quote.waits': { at_once: 'nothing' },
  'clips.published': { at_once: 'digest' },
  'clips.sent_back': { at_once: 'own_mail' },
  'clips.withdrawn': { at_once: 'digest' },
  'uploads.failed': { at_once: 'own_mail' },
}

export type DigestItem<K extends DigestKind = DigestKind> = {
  [N in K]: { kind: N; about: DigestAbout[N]; at: Date }
}[K]
