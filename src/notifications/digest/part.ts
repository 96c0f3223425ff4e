/** What one feature says in a digest: read again when it is told, so that what is gone, or closed to its reader, is left out. */
import type { Db } from '#platform/database.server.ts'
import type { Deps } from '#platform/deps.ts'

import type { DigestItem, DigestKind } from './kinds.ts'

export type DigestLine = {
  name: string
  note: string
  /** A path of ours. */
  to: string
  /** A small picture's address; none where there is none. */
  picture?: string | undefined
}

export type DigestSection = {
  title: string
  /** The same in a subject: "4 clips on your boards". */
  headline: string
  lines: DigestLine[]
  /** Where everything of it is, and what the link says. */
  all: { to: string; text: string }
}

export type DigestReader = { user_id: number }

type PartOf<K extends DigestKind> = {
  kinds: readonly K[]
  /** undefined: nothing of it is true any more. */
  section: (deps: Deps, reader: DigestReader, items: DigestItem<K>[]) => Promise<DigestSection | undefined>
}

export type DigestPart = PartOf<DigestKind>

export const digestPart = <K extends DigestKind>(part: PartOf<K>): DigestPart => part as unknown as DigestPart

/** What is told every week without anything that happened. */
export type WeekPart = {
  /** Everybody whom it concerns, and since when. */
  readers: (db: Db) => Promise<{ user_id: number; since: Date }[]>
  section: (deps: Deps, reader: DigestReader) => Promise<DigestSection | undefined>
}

export type DigestParts = { parts: readonly DigestPart[]; week: WeekPart }
