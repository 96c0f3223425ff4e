/** A mail that answers a piece of news comes once to each reader, however often the news is handed on. */
import { AsyncLocalStorage } from 'node:async_hooks'

import type { Clock } from './clock.ts'
import type { Db, Trx } from './database.server.ts'
import { sha256 } from './ids.server.ts'
import { dead_letters_kept_ms } from './jobs.server.ts'
import type { Mailer } from './mail.server.ts'

/** A day more than a dead letter waits: before it was one, it was tried for hours. */
const kept_ms = dead_letters_kept_ms + 86_400_000

/** How long whoever claimed a mail and vanished keeps others from sending it. */
const claim_ms = 300_000

/** What is being answered, and how many mails each reader was sent by it so far. */
type Answering = { event_id: number; reaction: string; mails: Map<string, number> }
const answering = new AsyncLocalStorage<Answering>()

/** Does `work` as a reaction's answer to a piece of news. */
export const answerNews = <T>(event_id: number, reaction: string, work: () => Promise<T>): Promise<T> =>
  answering.run({ event_id, reaction, mails: new Map() }, work)

/** The same mailer, which sends nothing twice for one piece of news. What answers none is sent as ever. */
export const oncePerEvent = ({ db, clock }: { db: Db; clock: Clock }, mailer: Mailer): Mailer => ({
  close: () => mailer.close(),
  wasSent: async to => {
    const news = answering.getStore()
    return news !== undefined && (await sentAt(db, { event_id: news.event_id, mail_hash: hashOf(news, to) })) !== null
  },
  send: async mail => {
    const news = answering.getStore()
    if (!news) return mailer.send(mail)
    const key = { event_id: news.event_id, mail_hash: hashOf(news, mail.to) }
    const reader = mail.to.toLowerCase()
    news.mails.set(reader, placeOf(news, reader) + 1)
    if (!(await claim(db, key, clock.now()))) return
    const mine = db
      .updateTable('event_mails')
      .where('event_id', '=', key.event_id)
      .where('mail_hash', '=', key.mail_hash)
    try {
      await mailer.send(mail)
    } catch (error) {
      // Free at once for the next try.
      await mine.set({ claimed_at: new Date(0) }).execute()
      throw error
    }
    await mine.set({ sent_at: clock.now() }).execute()
  },
})

/** One reaction may write to somebody more than once: its first mail to them is its first each time. */
const placeOf = ({ mails }: Answering, reader: string): number => mails.get(reader) ?? 0

const hashOf = (news: Answering, to: string): string => {
  const reader = to.toLowerCase()
  return sha256(JSON.stringify([news.event_id, news.reaction, reader, placeOf(news, reader)]))
}

type Key = { event_id: number; mail_hash: string }

/** null: it did not go out yet. */
const sentAt = async (db: Db, { event_id, mail_hash }: Key): Promise<Date | null> => {
  const row = await db
    .selectFrom('event_mails')
    .where('event_id', '=', event_id)
    .where('mail_hash', '=', mail_hash)
    .select('sent_at')
    .executeTakeFirst()
  return row?.sent_at ?? null
}

/** true: send it. false: it went out. Throws while somebody else is at it. */
const claim = async (db: Db, key: Key, now: Date): Promise<boolean> => {
  const claimed = await db
    .insertInto('event_mails')
    .values({ ...key, claimed_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['event_id', 'mail_hash'])
        .doUpdateSet({ claimed_at: now })
        .where('event_mails.sent_at', 'is', null)
        .where('event_mails.claimed_at', '<', new Date(now.getTime() - claim_ms)),
    )
    .returning('event_id')
    .executeTakeFirst()
  if (claimed) return true
  // Whoever asked may fail at what comes after it, and wait as a dead letter once more.
  const known = await db
    .updateTable('event_mails')
    .set({ claimed_at: now })
    .where('event_id', '=', key.event_id)
    .where('mail_hash', '=', key.mail_hash)
    .where('sent_at', 'is not', null)
    .returning('event_id')
    .executeTakeFirst()
  if (known) return false
  throw new Error('A mail about this is being sent by another worker.')
}

/** Has the mails about a piece of news sent once more when it is handed on again. */
export const forgetMailsOf = async (trx: Trx, event_id: number): Promise<void> => {
  await trx.deleteFrom('event_mails').where('event_id', '=', event_id).execute()
}

/** Of mails that nothing asked for since, about news that is forgotten. */
export const forgetOldMails = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('event_mails as m')
    .where('m.claimed_at', '<', new Date(now.getTime() - kept_ms))
    .where(eb => eb.not(eb.exists(eb.selectFrom('events as e').whereRef('e.id', '=', 'm.event_id').select('e.id'))))
    .execute()
}
