import { DAY_MS, type Clock } from '../clock.ts'
import { toPgBossDb, type Db, type Trx } from '../db/database.server.ts'
import { createEventMailer, purgeEventMails } from '../mail/event-mails.server.ts'
import type { Mailer } from '../mail/mail.server.ts'
import type { Job, Jobs } from './jobs.server.ts'

/** The changes of two-step sign-in that a user is notified about. */
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

/** Every event of the shop as `noun.past`, with the ids that its reactions need. */
export type EventPayloads = {
  'user.registered': { user_id: number }
  'user.email_verified': { user_id: number }
  'user.google_connected': { user_id: number }
  'user.password_changed': { user_id: number }
  'user.email_change_requested': { change_id: number }
  'user.email_changed': { change_id: number }
  'user.suspended': { user_id: number }
  'user.reinstated': { user_id: number }
  /** By a staff member, with a reason in the audit log. `roles` are the current role names. */
  'user.roles_changed': { user_id: number; roles: string[] }
  'user.two_step_changed': { user_id: number; change: TwoStepChange }
  'user.export_ready': { export_id: number }
  'user.deletion_requested': { user_id: number }
  'user.deletion_canceled': { user_id: number }
  'user.deletion_blocked': { user_id: number }
  'order.placed': { order_id: number }
  'order.failed': { order_id: number }
  /** A debit for an order on account was returned, so the order is unpaid again. `user_id` is the payer. */
  'order.debit_returned': { order_id: number; attempt_id: number; user_id: number }
  /** A placed order changed its state: it was paid or refunded. */
  'order.transitioned': { order_id: number }
  /** The buyer's bank opened a dispute: it asks for the money back, or for documents. */
  'order.disputed': { order_id: number; dispute_id: string }
  /** A consumer asked for delivery before the withdrawal period ends. */
  'order.delivery_consented': { order_id: number }
  /** A consumer withdrew from the clips that were not downloaded. */
  'order.withdrawn': { order_id: number }
  'order.credited': { credit_note_id: number }
  /** A staff member corrected the billing details. */
  'order.billing_corrected': { correction_id: number }
  /**
   * A staff member closed a dispute without recovering the amount. `credited_cents` is the total taken so far, which
   * differs each time.
   */
  'order.dispute_ended': { order_id: number; withdrawn_cents: number; credited_cents: number }
  /** To a user who buys for its workspace, for this version. */
  'quote.sent': { quote_id: number; version: number; user_id: number }
  'quote.declined': { quote_id: number }
  /** A filmmaker's payout destination changed. One event per recipient. */
  'payout.settings_changed': { change_id: number; recipient: 'old' | 'new' | 'account' }
  /** One event per user who manages the filmmaker. */
  'payout.sent': { statement_id: number; user_id: number }
  /** Many declined payments in a few minutes, which may be card testing. */
  'payment.burst_declined': { alarm_id: number }
  /** What is known of a refund for the first time: it went out, was refused, or waits, each time for another reason. */
  'refund.answered': { refund_id: number; state: 'done' | 'refused' | 'waiting' }
  /** By a staff member, for what is beyond the limits of their role. */
  'approval.requested': { approval_id: number }
  /** Nobody decided about it in time. */
  'approval.expired': { approval_id: number }
  /** A second staff member decided on a request. */
  'approval.decided': { approval_id: number }
  'invite.sent': { invite_id: number }
  'staff.invited': { invite_id: number }
  'filmmaker.invited': { invite_id: number }
  'workspace.transferred': { workspace_id: number; from_user_id: number; to_user_id: number }
  'clip.changed': { clip_id: number }
  /** Editors returned clips with a reason. One event per user who manages the filmmaker. */
  'clips.declined': { user_id: number; clip_ids: number[]; reason: string }
  /** Uploads failed because of a server fault. Sent to the uploader. */
  'uploads.failed': { user_id: number; upload_ids: number[] }
  /** Staff asked filmmakers for footage. One event per user who manages one of them and wants immediate notifications. */
  'footage.requested': { user_id: number; request_id: number }
  /** `editorial_ids`: the clips that are for editorial use only from now on. */
  'clips.releases_changed': { clip_ids: number[]; editorial_ids: number[] }
  /** Staff withdrew clips from sale. */
  'clips.withdrawn': { clip_ids: number[] }
  'comp.downloaded': { clip_id: number; user_id: number }
  'purchase.requested': { request_id: number; user_id: number }
  'purchase.decided': { request_id: number }
  'ticket.opened': { ticket_id: number }
  'ticket.replied': { reply_id: number }
  'security.alarm_raised': { security_event_id: number }
}

export type EventName = keyof EventPayloads

/** A feature's reaction to an event. It may run more than once for one event, so it must be idempotent. */
export type Reaction<N extends EventName = EventName> = {
  /** `<feature>.<what>`, which is also the name of its job queue. */
  name: string
  event: N
  handle: (payload: EventPayloads[N]) => Promise<void>
}

export const reaction = <N extends EventName>(name: string, event: N, handle: Reaction<N>['handle']): Reaction =>
  ({ name, event, handle }) as unknown as Reaction

/** Records an event in the transaction that causes it. */
export const recordEvent = async <N extends EventName>(trx: Trx, name: N, payload: EventPayloads[N]): Promise<void> => {
  await insertEvent(trx, name, payload).execute()
}

/** Returns the insert of an event, for use as a part of another statement. */
export const insertEvent = <N extends EventName>(trx: Trx, name: N, payload: EventPayloads[N]) =>
  trx.insertInto('events').values({ name, payload: JSON.stringify(payload) })

/** Returns the job key that ties a reaction's job, even as a dead letter, to its event. */
export const eventJobKey = (id: number): string => `event:${id}`

/** Returns the event id of a job key, or null for a job that is not a reaction. */
export const parseEventJobKey = (key: string | null | undefined): number | null =>
  Number(/^event:(\d+)$/.exec(key ?? '')?.[1]) || null

/**
 * Returns the jobs that run the reactions of `list`. Each run gets a mailer in its dependencies that sends an email once
 * per event and recipient, however often the job is retried.
 */
export const createReactionJobs = <D extends { db: Db; clock: Clock; mail: Mailer }>(
  deps: D,
  list: (deps: D) => readonly Reaction[],
): Job[] =>
  list(deps).map(({ name, handle }, index) => ({
    name,
    run: (data, key) => {
      const event_id = parseEventJobKey(key)
      const payload = data as EventPayloads[EventName]
      if (event_id === null) return handle(payload)
      const mail = createEventMailer(deps, { event_id, reaction: name })
      return list({ ...deps, mail })[index]?.handle(payload) ?? Promise.resolve()
    },
  }))

/** The number of events dispatched per transaction. */
export const DISPATCH_BATCH_SIZE = 50

/** Sends waiting events to the job queue, one job per reaction, in one transaction. Returns the number of events. */
export const dispatchEvents = (db: Db, jobs: Jobs, reactions: readonly Reaction[], now: Date): Promise<number> =>
  db.transaction().execute(async trx => {
    const events = await trx
      .selectFrom('events')
      .select(['id', 'name', 'payload'])
      .where('dispatched_at', 'is', null)
      .orderBy('id')
      .limit(DISPATCH_BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const event of events)
      for (const { name } of reactions.filter(r => r.event === event.name))
        await jobs.send(name, event.payload as object, {
          db: toPgBossDb(trx),
          singletonKey: eventJobKey(event.id),
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

/**
 * Marks an event for another dispatch to all its reactions. Returns its name, or undefined when it was dispatched at
 * another time than the caller saw, or is already waiting.
 */
export const redispatchEvent = async (trx: Trx, id: number, last_dispatched_at: Date): Promise<string | undefined> => {
  const row = await trx
    .updateTable('events')
    .set({ dispatched_at: null })
    .where('id', '=', id)
    .where('dispatched_at', '=', last_dispatched_at)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

const EVENT_RETENTION_MS = 30 * DAY_MS

/** Deletes events dispatched more than a month ago, and outdated email records. */
export const purgeOldEvents = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('events')
    .where('dispatched_at', '<', new Date(now.getTime() - EVENT_RETENTION_MS))
    .execute()
  await purgeEventMails(db, now)
}
