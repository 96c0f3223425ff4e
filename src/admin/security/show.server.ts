import { isStandIn } from '#accounts/stand-in.ts'
import type { Deps } from '#platform/deps.ts'
import type { SecurityEventType } from '#platform/security-events.ts'
import { emailHashes } from '#platform/security-log.server.ts'

import type { SecurityRow } from './contract.ts'

export type SecurityQuery = {
  type?: SecurityEventType | undefined
  person?: string | undefined
  address?: string | undefined
  /** Days in UTC, both within. */
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
}

const day_ms = 86_400_000
const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** Newest first, a page at a time. */
export const securityEvents = async (
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { type, person, address, from, to, before }: SecurityQuery,
  limit = 50,
): Promise<{ data: SecurityRow[]; meta: { next: string | null } }> => {
  let rows = db.selectFrom('security_events as e').leftJoin('users as u', 'u.id', 'e.user_id')
  if (type) rows = rows.where('e.type', '=', type)
  if (address) rows = rows.where('e.address', '=', address)
  if (from) rows = rows.where('e.at', '>=', startOf(from))
  if (to) rows = rows.where('e.at', '<', new Date(startOf(to).getTime() + day_ms))
  if (before) rows = rows.where('e.id', '<', Number(before))
  if (person && /^[1-9]\d{0,8}$/.test(person)) rows = rows.where('e.user_id', '=', Number(person))
  else if (person)
    rows = rows.where(eb => eb.or([eb('u.email', '=', person), eb('e.email_hash', 'in', emailHashes(secret, person))]))
  const found = await rows
    .select(['e.id', 'e.at', 'e.type', 'e.user_id', 'e.address', 'e.user_agent', 'e.country', 'e.route'])
    .select(['e.request_id', 'e.detail', 'u.email'])
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
  const data = found.slice(0, limit).map(({ at, type, email, detail, ...event }) => ({
    ...event,
    at: at.toISOString(),
    type: type as SecurityEventType,
    email: email === null || isStandIn(email) ? null : email,
    detail: detail as Record<string, unknown>,
  }))
  return { data, meta: { next: found.length > limit ? String(data.at(-1)?.id) : null } }
}
