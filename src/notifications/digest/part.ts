/** A feature's section of a digest. It is read again when the digest is sent, so that items that no longer apply are left out. */
import type { Db } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { DigestItem, DigestKind } from './kinds.ts'

export type DigestLine = {
  name: string
  note: string
  /** A path of this site. */
  to: string
  /** The URL of a small picture. */
  picture?: string | undefined
}

export type DigestSection = {
  title: string
  /** Its part of the subject: "4 clips on your boards". */
  headline: string
  lines: DigestLine[]
  /** A link to everything, and its text. */
  all: { to: string; text: string }
}

export type DigestReader = { user_id: number }

type DigestPartOf<K extends DigestKind> = {
  kinds: readonly K[]
  /** Returns undefined if no item applies anymore. */
  section: (deps: Deps, reader: DigestReader, items: DigestItem<K>[]) => Promise<DigestSection | undefined>
}

export type DigestPart = DigestPartOf<DigestKind>

export const defineDigestPart = <K extends DigestKind>(part: DigestPartOf<K>): DigestPart =>
  part as unknown as DigestPart

/** A weekly summary that no event triggers. */
export type WeeklySummaryPart = {
  /** Its readers, and since when they are. */
  readers: (db: Db) => Promise<{ user_id: number; since: Date }[]>
  section: (deps: Deps, reader: DigestReader) => Promise<DigestSection | undefined>
}

export type DigestParts = { parts: readonly DigestPart[]; week: WeeklySummaryPart }
