import { DAY_MS } from '#platform/clock.ts'
import type { Deps } from '#platform/deps.ts'
import type { SecurityEventType } from '#platform/security/security-events.ts'

import { isPlaceholderEmail } from '../../placeholder-email.ts'
import { getEmailHashes } from '../../security/security-log.server.ts'
import type { SecurityLogEntry } from './contract.ts'

export type SecurityQuery = {
  type?: SecurityEventType | undefined
  person?: string | undefined
  address?: string | undefined
  /** The first and the last day, in UTC, both included. */
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
}

const toStartOfDay = (day: string) => new Date(`${day}T00:00:00Z`)

/** Lists a page of entries, newest first. */
export const listSecurityEvents = async (
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { type, person, address, from, to, before }: SecurityQuery,
  limit = 50,
): Promise<{ data: SecurityLogEntry[]; meta: { next: string | null } }> => {
  let query = db.selectFrom('security_events as e').leftJoin('users as u', 'u.id', 'e.user_id')
  if (type) query = query.where('e.type', '=', type)
  if (address) query = query.where('e.address', '=', address)
  if (from) query = query.where('e.at', '>=', toStartOfDay(from))
  if (to) query = query.where('e.at', '<', new Date(toStartOfDay(to).getTime() + DAY_MS))
  if (before) query = query.where('e.id', '<', Number(before))
  if (person && /^[1-9]\d{0,8}$/.test(person)) query = query.where('e.user_id', '=', Number(person))
  else if (person)
    query = query.where(eb =>
      eb.or([eb('u.email', '=', person), eb('e.email_hash', 'in', getEmailHashes(secret, person))]),
    )
  const rows = await query
    .select(['e.id', 'e.at', 'e.type', 'e.user_id', 'e.address', 'e.user_agent', 'e.country', 'e.route'])
    .select(['e.request_id', 'e.detail', 'u.email'])
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
  const data = rows.slice(0, limit).map(({ at, type, email, detail, ...event }) => ({
    ...event,
    at: at.toISOString(),
    type: type as SecurityEventType,
    email: email === null || isPlaceholderEmail(email) ? null : email,
    detail: detail as Record<string, unknown>,
  }))
  return { data, meta: { next: rows.length > limit ? String(data.at(-1)?.id) : null } }
}
