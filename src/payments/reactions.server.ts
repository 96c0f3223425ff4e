import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'
import { isPlatformAdmin } from '#workspaces/policy.ts'

export const paymentsReactions = (deps: Deps): Reaction[] => [
  reaction('payments.mail-burst', 'payment.burst_declined', ({ alarm_id }) => alarmStaff(deps, alarm_id)),
]

/** Mails every platform admin about a burst of declined payments, and logs it. */
const alarmStaff = async ({ db, config, mail }: Deps, alarm_id: number): Promise<void> => {
  const alarm = await db.selectFrom('payment_alarms').where('id', '=', alarm_id).selectAll().executeTakeFirst()
  if (!alarm) return
  const { declines, address, address_declines } = alarm
  console.error(
    `payments: ${declines} declined in 10 minutes, ${address_declines} of them from ${address || 'unknown addresses'}`,
  )
  const { burstMail } = await import('./parts/burst-mail.tsx')
  const content = burstMail({ ...alarm, admin: `${config.public_url}/admin/orders` })
  const users = await db.selectFrom('users').orderBy('id').select(['email', 'platform_roles']).execute()
  for (const { email, platform_roles } of users)
    if (isPlatformAdmin(platform_roles)) await mail.send({ to: email, content })
}
