/** Emails every platform admin about an alarm. */
import type { Deps } from '#platform/deps.ts'
import { reaction, type Reaction } from '#platform/jobs/outbox.server.ts'

import { listActivePlatformAdmins } from '../people.server.ts'

const sendAlarmMails = async ({ db, mail, config }: Deps, security_event_id: number): Promise<void> => {
  const event = await db
    .selectFrom('security_events')
    .where('id', '=', security_event_id)
    .select(['detail', 'at'])
    .executeTakeFirst()
  if (!event) return
  const { text } = event.detail as { text: string }
  const { alarmMail } = await import('./parts/alarm-mail.tsx')
  const content = alarmMail({ text, at: event.at, address: `${config.public_url}/admin/security` })
  for (const { email } of await listActivePlatformAdmins(db)) await mail.send({ to: email, content })
}

export const securityReactions = (deps: Deps): Reaction[] => [
  reaction('admin.mail-alarm', 'security.alarm_raised', ({ security_event_id }) =>
    sendAlarmMails(deps, security_event_id),
  ),
]
