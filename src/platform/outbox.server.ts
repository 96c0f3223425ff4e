import { insideTransaction, type Db, type Trx } from './database.server.ts'
import { answerNews, forgetOldMails } from './event-mails.server.ts'
import type { Job, Jobs } from './jobs.server.ts'

/** What can become of somebody's two-step sign-in: each is worth a mail. */
export type TwoStepChange =
  | 'on'
  | 'off'
  | 'app_added'
  | 'app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'codes_renewed'
  | 'code_used'
  | 'reset_requested'
  | 'reset'

/** Every event of the shop: `noun.past`, with the ids that a reaction needs. */
export type Events = {
  'user.registered': { user_id: number }
  'user.email_verified': { user_id: number }
  'user.google_connected': { user_id: number }
  'user.password_changed': { user_id: number }
  'user.email_change_requested': { change_id: number }
  'user.email_changed': { change_id: number }
  'user.suspended': { user_id: number }
  'user.let_in_again': { user_id: number }
  /** By one of us, with a reason in our log. `roles`: those that they have now, in words. */
  'user.roles_changed': { user_id: number; roles: string[] }
  'user.two_step_changed': { user_id: number; change: TwoStepChange }
  'user.export_ready': { export_id: number }
  'user.deletion_asked': { user_id: number }
  'user.deletion_taken_back': { user_id: number }
  'user.deletion_held': { user_id: number }
  'order.placed': { order_id: number }
  'order.failed': { order_id: number }
  /** A debit for an order on account came back: it is still owed. `user_id`: who paid. */
  'order.debit_returned': { order_id: number; attempt_id: number; user_id: number }
  /** One that had been placed went on: its money came, or went back. */
  'order.moved': { order_id: number }
  /** The buyer's bank asks for the money of an order back, or for papers: a case that was not known. */
  'order.disputed': { order_id: number; case_id: string }
  'order.credited': { credit_note_id: number }
  /** One of us decided that it goes on without what the bank took of it. `noted_cents`: all that was taken so far, other each time. */
  'order.dispute_ended': { order_id: number; taken_cents: number; noted_cents: number }
  /** To somebody who buys for its workspace, in this version. */
  'quote.sent': { quote_id: number; version: number; user_id: number }
  'quote.declined': { quote_id: number }
  /** Where a filmmaker’s payouts go is another place now; one each for whoever is told. */
  'payout.settings_changed': { change_id: number; whom: 'old' | 'new' | 'account' }
  /** One each for those who look after the filmmaker. */
  'payout.sent': { statement_id: number; user_id: number }
  /** Many in a few minutes: somebody may be testing stolen cards. */
  'payment.burst_declined': { alarm_id: number }
  /** What is known of a refund for the first time: it went out, was refused, or waits, each time for another reason. */
  'refund.answered': { refund_id: number; state: 'done' | 'refused' | 'waiting' }
  /** By a staff member, for what is beyond the limits of their role. */
  'approval.requested': { approval_id: number }
  /** Nobody decided about it in time. */
  'approval.expired': { approval_id: number }
  /** By a second person, about what a staff member requested. */
  'approval.decided': { approval_id: number }
  'invite.sent': { invite_id: number }
  'workspace.handed_over': { workspace_id: number; from_user_id: number; to_user_id: number }
  'clip.changed': { clip_id: number }
  /** By our editors, with the reason that the clips keep; one each for those who look after their filmmaker and want to know at once. */
  'clips.sent_back': { user_id: number; clip_ids: number[]; reason: string }
  /** By a fault of ours, not of the files; to whoever sent them and wants to know at once. */
  'uploads.failed': { user_id: number; upload_ids: number[] }
  /** By staff: nobody can buy them now. */
  'clips.withdrawn': { clip_ids: number[] }
  'comp.taken': { clip_id: number; user_id: number }
  'purchase.requested': { request_id: number; user_id: number }
  'purchase.decided': { request_id: number }
  'ticket.opened': { ticket_id: number }
  'ticket.replied': { reply_id: number }
  'security.alarm_raised': { security_event_id: number }
}

export type EventName = keyof Events
export type ShopEvent = { [N in EventName]: { id: number; name: N; payload: Events[N] } }[EventName]

/** A feature's reaction to another's news; may run more than once for one event, so it must not mind. */
export type Reaction<N extends EventName = EventName> = {
  /** `<feature>.<what>`: also the name of its job queue. */
  name: string
  to: N
  react: (payload: Events[N]) => Promise<void>
}

export const reaction = <N extends EventName>(name: string, to: N, react: Reaction<N>['react']): Reaction =>
  ({ name, to, react }) as unknown as Reaction

/** Writes news in the transaction that makes it true. */
export const record = async <N extends EventName>(trx: Trx, name: N, payload: Events[N]): Promise<void> => {
  await newsOf(trx, name, payload).execute()
}

/** The same, as a part of the statement that makes it true. */
export const newsOf = <N extends EventName>(trx: Trx, name: N, payload: Events[N]) =>
  trx.insertInto('events').values({ name, payload: JSON.stringify(payload) })

/** Marks a reaction's job, also as a dead letter, with the news that it is about. */
export const keyOfEvent = (id: number): string => `event:${id}`

/** The number of the news that a job is about; null for a job that answers none. */
export const eventOfKey = (key: string | null | undefined): number | null =>
  Number(/^event:(\d+)$/.exec(key ?? '')?.[1]) || null

/** The job that does what a reaction does; mails about one piece of news come once to each reader. */
export const jobOf = ({ name, react }: Reaction): Job => ({
  name,
  run: (data, key) => {
    const event_id = eventOfKey(key)
    const work = () => react(data as Events[EventName])
    return event_id === null ? work() : answerNews(event_id, name, work)
  },
})

/** How many events are handed on at once. */
export const dispatch_batch = 50

/** Hands waiting events to the job queue, one job for each reaction, in one transaction. Answers how many events. */
export const dispatch = (db: Db, jobs: Jobs, reactions: readonly Reaction[], now: Date): Promise<number> =>
  db.transaction().execute(async trx => {
    const events = await trx
      .selectFrom('events')
      .select(['id', 'name', 'payload'])
      .where('dispatched_at', 'is', null)
      .orderBy('id')
      .limit(dispatch_batch)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const event of events)
      for (const { name } of reactions.filter(r => r.to === event.name))
        await jobs.send(name, event.payload as object, {
          db: insideTransaction(trx),
          singletonKey: keyOfEvent(event.id),
        })
    if (events.length > 0)
      await trx
        .updateTable('events')
        .set({ dispatched_at: now })
        .where(
          'id',
          'in',
          events.map(e => e.id),
        )
        .execute()
    return events.length
  })

/** Has news handed on once more, to every reaction of it. Answers its name; undefined when it was handed on at another time than whoever asks has seen, or waits already. */
export const handOnAgain = async (trx: Trx, id: number, seen_dispatched_at: Date): Promise<string | undefined> => {
  const found = await trx
    .updateTable('events')
    .set({ dispatched_at: null })
    .where('id', '=', id)
    .where('dispatched_at', '=', seen_dispatched_at)
    .returning('name')
    .executeTakeFirst()
  return found?.name
}

const month_ms = 30 * 86_400_000

/** News that every reaction has had for a month, and what is known of mails about news that is long gone. */
export const forgetOldEvents = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('events')
    .where('dispatched_at', '<', new Date(now.getTime() - month_ms))
    .execute()
  await forgetOldMails(db, now)
}
